"""Redirects to IRIs, and files that keep their names."""

from contextlib import nullcontext, suppress
from urllib.parse import unquote

import pytest
from hypothesis import given
from starlette.applications import Starlette
from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse
from starlette.routing import Route

from iri3987.files import content_disposition
from starlette_iri.responses import IRIFileResponse, IRIRedirectResponse
from test_iri3987 import strategies as iris
from test_starlette_iri.wire import ask


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("http://faß.de/straße", "http://xn--fa-hia.de/stra%C3%9Fe"),
        ("/例?q=é", "/%E4%BE%8B?q=%C3%A9"),
        ("http://example.org/~a%2f", "http://example.org/~a%2f"),
        (URL("http://example.org/?"), "http://example.org/?"),
        ("http://[v1.x]/", "http://[v1.x]/"),
        *((target, None) for target in ("/\r\nX: y", "http://℀.com/", "/\ud800", "http://h/%zz")),
    ],
    ids=ascii,
)
def test_redirect(target, expected):
    """An IRI is mapped, a URI stays as it is, and what cannot be mapped is a 400, never sent."""
    refusal = pytest.raises(HTTPException, match="400")
    with refusal if expected is None else nullcontext():
        assert expected == IRIRedirectResponse(target).headers["location"]


@given(target=iris.any_text)
def test_law_redirect(target):
    """Any text is a Location in ASCII without spaces, or 400."""
    with suppress(HTTPException):
        location = IRIRedirectResponse(target).headers["location"]
        assert set() == set(location) - set(map(chr, range(0x21, 0x7F)))


@pytest.mark.parametrize("name", ["日本.pdf", "naïve.txt", 'a"b.txt', "\ud800\r\n.txt", "../a", ""])
def test_file_name(name, tmp_path):
    """A file arrives under its name: the header is that of the core, and the octets are there."""
    path = tmp_path / "1"
    path.write_bytes(b"octets")

    def give(request):
        return IRIFileResponse(path, filename=name)

    answer = ask(Starlette(routes=[Route("/", give)]), "/")
    assert (200, "octets") == (answer.status, answer.text)
    assert content_disposition(name) == answer.headers["content-disposition"]


def test_name_that_a_client_reads(tmp_path):
    """The field has the name in UTF-8, and the type of the file comes from the name."""
    response = IRIFileResponse(
        tmp_path, filename="例え 1.pdf", content_disposition_type="inline", headers={"x-a": "b"}
    )
    kind, _, names = response.headers["content-disposition"].partition("; ")
    assert ("inline", "例え 1.pdf") == (kind, unquote(names.partition("UTF-8''")[2]))
    assert ("application/pdf", "b") == (response.headers["content-type"], response.headers["x-a"])
    # Without a known extension it is a file of any octets, whatever its name on the disk.
    for name in ("日本", "a.nothing", ".html"):
        response = IRIFileResponse("/srv/1.html", filename=name)
        assert "application/octet-stream" == response.headers["content-type"]
    # Without a name none is sent, as in Starlette; a type that is named stays.
    for options in ({}, {"media_type": "text/csv"}):
        expected = FileResponse("/srv/a.pdf", **options).headers
        assert expected == IRIFileResponse("/srv/a.pdf", **options).headers
    named = IRIFileResponse("/srv/a.pdf", filename="é.txt", media_type="text/csv")
    assert "text/csv; charset=utf-8" == named.headers["content-type"]
