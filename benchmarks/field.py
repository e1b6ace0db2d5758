"""What a site takes on that uses `IRIField` alone: modules, kilobytes, time.

`python -m benchmarks.field` writes the table into docs/how-to/only-irifield.md, and prints it.
"""

import re
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from platform import python_version

from benchmarks import settings
from benchmarks.timing import import_seconds, interleaved

PAGE = Path(__file__).parents[1] / "docs" / "how-to" / "only-irifield.md"
#: Where the table stands in the page.
PLACE = re.compile(
    r"(?<=<!-- python -m benchmarks\.field -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL
)
_ADDRESSES = [f"https://www.example.org/links/{number}?page=2" for number in range(1000)]
# Without REST framework and django-filter, for which there are parts as well.
_DJANGO = (
    "import sys; sys.modules['rest_framework'] = sys.modules['django_filters'] = None; "
    "from django.conf import settings; settings.configure(INSTALLED_APPS=[{app}]); "
    "import django; django.setup(); from django import forms; from django.db import models"
)
_FIELD = f"{_DJANGO.format(app=repr('django_iri'))}; from django_iri.fields import IRIField"
_LOADED = (
    "; import pathlib; ours = [m for n, m in sys.modules.items() "
    "if n.partition('.')[0] in ('iri3987', 'django_iri', 'idna')]; "
    "print(len(ours), sum(pathlib.Path(m.__file__).stat().st_size for m in ours))"
)


def loaded() -> tuple[int, int]:
    """Return how many modules a site with the field loads for it, and their octets of source."""
    command = [sys.executable, "-W", "ignore", "-c", _FIELD + _LOADED]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    modules, octets = done.stdout.split()
    return int(modules), int(octets)


def start() -> tuple[float, float]:
    """Return the seconds until Django is set up: without us, and with the field."""
    plain = _DJANGO.format(app="")
    times = import_seconds([plain, _FIELD], rounds=7)
    return min(times[plain]), min(times[_FIELD])


def _both(calls: list[Callable[[object], object]]) -> tuple[float, float]:
    """Return the seconds that the two calls take, the medians of many rounds."""
    ours, theirs = interleaved(calls, [None], rounds=31, before=lambda: None)
    return statistics.median(ours), statistics.median(theirs)


def rows() -> tuple[float, float]:
    """Return the seconds in which 1,000 rows load: with a `URLField`, and with ours."""
    from django.db import connection

    from benchmarks.web_models import PlainWebLink, WebLink

    with connection.schema_editor() as editor:
        editor.create_model(WebLink)
    WebLink.objects.bulk_create(WebLink(url=each) for each in _ADDRESSES)
    return _both(
        [lambda _: list(PlainWebLink.objects.all()), lambda _: list(WebLink.objects.all())]
    )


def checks() -> tuple[float, float]:
    """Return the seconds in which a form field checks 1,000 addresses: Django's, and ours."""
    from django import forms

    from django_iri.forms import IRIField

    plain, ours = forms.URLField(assume_scheme="https"), IRIField()
    return _both(
        [
            lambda _: [plain.clean(each) for each in _ADDRESSES],
            lambda _: [ours.clean(each) for each in _ADDRESSES],
        ]
    )


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    modules, octets = loaded()
    yield "| | `URLField` | `IRIField` |"
    yield "|---|---:|---:|"
    yield f"| modules that load for it, `idna` included | 0 | {modules} |"
    yield f"| their source | 0 | {octets / 1024:,.0f} KiB |"
    for what, (plain, ours) in {
        "start of Django, with models and forms": start(),
        "1,000 rows load": rows(),
        "a form checks 1,000 addresses": checks(),
    }.items():
        unit, factor = ("ms", 1e3) if what.startswith("start") else ("µs", 1e6)
        yield f"| {what} | {plain * factor:,.0f} {unit} | {ours * factor:,.0f} {unit} |"
    yield ""
    yield f"Measured with CPython {python_version()} and Django {version('Django')}."


def main() -> None:
    """Write the table into the page."""
    settings.configure()
    table = "\n".join(lines())
    PAGE.write_text(PLACE.sub(lambda _: table, PAGE.read_text("utf-8")), "utf-8")
    print(table)


if __name__ == "__main__":
    main()
