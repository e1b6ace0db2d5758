"""Run Django's own test suite with `IRIValidator` and `IRIMiddleware` in place.

``python tests/django_suite/run.py`` fetches the source of the Django that is installed (the tests
are in no wheel) into a cache outside of this repository, and runs two parts of its suite, each in
a process of its own: what validates addresses, with `IRIValidator` for `URLValidator`, and what
handles requests and responses, with `IRIMiddleware` around every handler.

It succeeds if what fails is what `PARTS` expects, no more and no less.
"""

import argparse
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import django

_CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "iri3987"
_FAILED = re.compile(r"^(?:FAIL|ERROR): \S+ \(([\w.]+)\)", re.MULTILINE)


class Part(NamedTuple):
    """A part of the suite."""

    #: The tests that run, as `runtests.py` names them.
    labels: tuple[str, ...]
    #: The tests that fail, and why that is right.
    expected: dict[str, str]


PARTS = {
    "validator": Part(
        labels=(
            "admin_utils",
            "admin_widgets",
            "field_deconstruction",
            "forms_tests.field_tests.test_urlfield",
            "forms_tests.tests.test_error_messages",
            "inspectdb",
            "max_lengths",
            "model_fields.test_charfield",
            "model_forms",
            "validation",
            "validators",
        ),
        expected={
            "admin_widgets.tests.AdminURLWidgetTest.test_render_quoting": (
                "Its address holds '<' and '>', which are in no IRI (RFC 3987 section 2.2)."
            ),
            "forms_tests.tests.test_error_messages.FormsErrorMessagesTestCase.test_urlfield": (
                "It has http://abc.c refused: the URL Standard takes a top-level domain of one "
                "letter, and so does every field of ours."
            ),
        },
    ),
    "middleware": Part(
        labels=(
            "asgi",
            "conditional_processing",
            "csrf_tests",
            "handlers",
            "httpwrappers",
            "i18n.patterns",
            "middleware",
            "redirects_tests",
            "requests_tests",
            "shortcuts",
            "sitemaps_tests",
            "syndication_tests",
            "test_client",
            "urlpatterns_reverse",
            "view_tests",
            "wsgi",
        ),
        expected={},
    ),
}


def main() -> int:
    """Run what the command line asks for, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Formatter)
    parser.add_argument("--only", choices=PARTS, help="one part (otherwise both)")
    parser.add_argument("--cache", type=Path, default=_CACHE, help="where Django's source is kept")
    options = parser.parse_args()
    tests = source(options.cache) / "tests"
    return max([run(name, tests) for name in ([options.only] if options.only else PARTS)])


class _Formatter(argparse.RawDescriptionHelpFormatter, argparse.ArgumentDefaultsHelpFormatter):
    pass


def source(cache: Path) -> Path:
    """Return the folder of the source of the Django that is installed."""
    folder = cache / f"django-{django.__version__}"
    if not folder.exists():
        print(f"Fetching the source of Django {django.__version__} into {cache}")  # noqa: T201
        cache.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        request = ["--no-binary", ":all:", f"django=={django.__version__}", "--dest", str(cache)]
        subprocess.run([*pip, *request], check=True)
        shutil.unpack_archive(f"{folder}.tar.gz", cache, filter="data")
    return folder


def run(name: str, tests: Path) -> int:
    """Run the part called *name*. Return 0 if it ends as expected."""
    labels, expected = PARTS[name]
    command = [sys.executable, "-W", "ignore", __file__, f"--inside={name}", *labels]
    result = subprocess.run(command, cwd=tests, stderr=subprocess.PIPE, text=True, check=False)
    sys.stderr.write(result.stderr)
    failed = set(_FAILED.findall(result.stderr))
    # A run that breaks off names no test that failed.
    ended = re.search(r"^Ran \d+ tests", result.stderr, re.MULTILINE)
    for test in sorted(failed - expected.keys()):
        print(f"{name}: {test} fails")  # noqa: T201
    for test in sorted(expected.keys() - failed):
        print(f"{name}: {test} no longer fails: take it off the list")  # noqa: T201
    print(f"{name}: {ended[0] if ended else 'broke off'}, {len(failed)} failed")  # noqa: T201
    return 0 if ended and failed == expected.keys() else 1


# In the process of a part, in the folder of Django's tests


def inside(name: str, labels: list[str]) -> None:
    """Put ours instead of Django's, and run the tests called *labels*."""
    {"validator": replace_validator, "middleware": surround_handlers}[name]()
    sys.path.insert(0, str(Path.cwd()))
    # One process: others would not have what was put in place.
    sys.argv = ["runtests.py", "--parallel=1", "--noinput", *labels]
    runpy.run_path("runtests.py", run_name="__main__")


def replace_validator() -> None:
    """Make `IRIValidator` what others import as `URLValidator`."""
    from django.core import validators

    from django_iri.validators import IRIValidator

    # Forms and models bind the name when they are imported, so neither may be yet.
    assert "django.forms" not in sys.modules
    validators.URLValidator = IRIValidator  # type: ignore[misc]


def surround_handlers() -> None:
    """Put `IRIMiddleware` first in what every handler loads, whatever a test has set."""
    from django.conf import settings
    from django.core.handlers.base import BaseHandler

    load = BaseHandler.load_middleware

    def load_middleware(self: BaseHandler, is_async: bool = False) -> None:
        set_by_the_test = settings.MIDDLEWARE
        settings.MIDDLEWARE = ["django_iri.middleware.IRIMiddleware", *set_by_the_test]
        try:
            load(self, is_async)
        finally:
            settings.MIDDLEWARE = set_by_the_test

    BaseHandler.load_middleware = load_middleware  # type: ignore[method-assign]


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].startswith("--inside="):
        inside(sys.argv[1].partition("=")[2], sys.argv[2:])
    else:
        sys.exit(main())
