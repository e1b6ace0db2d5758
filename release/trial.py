"""Try a distribution where it is installed, alone: ``python -I trial.py NAME VERSION``.

The check of the release runs this file in an environment that has nothing else. It needs the
standard library and the distribution itself.
"""

import asyncio
import doctest
import importlib
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import resources
from importlib.metadata import distribution, files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

ADDRESS = "http://faß.de/straße?q=é"
URI = "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9"
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def expect(expected: object, actual: object) -> None:
    """End the trial if something is not as it must be."""
    if expected != actual:
        raise SystemExit(f"expected {expected!r}, got {actual!r}")


def examples(name: str) -> list[str]:
    """Return the blocks of Python of the README, as the metadata have it."""
    said = distribution(name).metadata
    return _PYTHON.findall(said.get_payload())  # type: ignore[attr-defined]


def installed(name: str, version: str) -> None:
    """Look at what was installed: all that is recorded, the marker for types, the licence."""
    expect(version, distribution(name).version)
    recorded = files(name) or []
    expect([], [path for path in recorded if not Path(str(path.locate())).exists()])
    ends = ("/py.typed", "/licenses/LICENSE")
    expect([True, True], [any(str(path).endswith(end) for path in recorded) for end in ends])
    package = importlib.import_module(name.replace("-", "_"))
    expect(True, str(package.__file__).startswith(sys.prefix))


def core() -> None:
    """Run the examples of the README, the command, a sentence and a script."""
    blocks = "\n".join(block for block in examples("iri3987") if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(blocks, {}, "README", None, 0)
    expect(0, doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed)
    expect(True, len(test.examples) > 5)
    command = [sys.executable, "-I", "-X", "utf8", "-m", "iri3987", "to-uri", ADDRESS]
    output = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    expect(URI, output.strip())
    from iri3987 import IRI, IRIError, messages

    text = "http://example.org/%"
    try:
        IRI(text)
    except IRIError as error:
        said = {messages.describe(error, text, language=each) for each in messages.LANGUAGES}
    expect(len(messages.LANGUAGES), len(said))
    scripts = (resources.files("iri3987.html") / "static").iterdir()
    expect(True, any(path.name.endswith(".js") for path in scripts))


def django() -> None:
    """Run Django's checks, a form, a filter, a translation and the search for static files."""
    import django
    from django.conf import settings

    settings.configure(
        SECRET_KEY="-",
        INSTALLED_APPS=["django.contrib.staticfiles", "django_iri"],
        MIDDLEWARE=["django_iri.middleware.IRIMiddleware"],
        TEMPLATES=[
            {"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}
        ],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        STATIC_URL="/static/",
    )
    django.setup()
    from django.contrib.staticfiles.finders import find
    from django.core.exceptions import ValidationError
    from django.core.management import call_command
    from django.template import engines
    from django.utils.translation import override

    from django_iri.forms import IRIField

    call_command("check", fail_level="WARNING", stdout=sys.stderr)
    expect(ADDRESS, IRIField().clean(ADDRESS))
    said = set()
    for language in ("en", "de"):
        with override(language):
            try:
                IRIField().clean("http://")
            except ValidationError as error:
                said.add(error.messages[0])
    expect(2, len(said))
    template = engines["django"].from_string("{% load iri %}{{ it|uri }}")
    expect(URI.replace("&", "&amp;"), template.render({"it": ADDRESS}))
    expect(True, find("django_iri/iri-input.js") is not None)


def flask() -> None:
    """Run the first example of the README, and follow its link."""
    made: dict[str, Any] = {"__name__": "example"}
    exec(compile(examples("flask-iri")[0], "README", "exec"), made)  # noqa: S102
    client = made["app"].test_client()
    (target,) = re.findall(r'href="(/go/[^"]*fa%C3%9F[^"]*)"', client.get("/").text)
    expect(URI, client.get(target).headers["Location"])


def starlette() -> None:
    """Run the first example of the README, and follow its link."""
    made: dict[str, Any] = {"__name__": "example"}
    exec(compile(examples("starlette-iri")[0], "README", "exec"), made)  # noqa: S102
    body = asyncio.run(answer(made["app"], "/"))[1].decode()
    (target,) = re.findall(r'href="http://example.org(/go/[^"]*fa%C3%9F[^"]*)"', body)
    expect(URI, asyncio.run(answer(made["app"], target))[0][b"location"].decode())


def sqlalchemy() -> None:
    """Run the example of the README, which has its own assertions, and look for the row."""
    made: dict[str, Any] = {"__name__": "example"}
    exec(compile(examples("sqlalchemy-iri")[0], "README", "exec"), made)  # noqa: S102
    with made["Session"](made["engine"]) as session:
        expect(1, len(session.scalars(made["select"](made["Link"])).all()))


async def answer(app: Any, path: str) -> tuple[dict[bytes, bytes], bytes]:
    """Ask an ASGI application, and return the header fields and the body."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"example.org")],
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, str]:
        return {"type": "http.request"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return dict(sent[0]["headers"]), b"".join(each.get("body", b"") for each in sent[1:])


TRIALS: dict[str, Callable[[], None]] = {
    "iri3987": core,
    "django-iri": django,
    "flask-iri": flask,
    "sqlalchemy-iri": sqlalchemy,
    "starlette-iri": starlette,
}

if __name__ == "__main__":
    installed(*sys.argv[1:])
    TRIALS[sys.argv[1]]()
