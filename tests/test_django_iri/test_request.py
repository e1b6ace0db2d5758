"""What holds for ``request.iri``."""

from io import BytesIO
from urllib.parse import quote, unquote, unquote_to_bytes

import pytest
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.test import RequestFactory
from hypothesis import example, given
from hypothesis import strategies as st

from django_iri.http import RequestIRI, canonical, resolves, transcode
from iri3987 import is_iri_reference, is_uri_reference
from iri3987._unicode import version14
from iri3987.http.request_target import decoded_path, origin_form

RLO = "\N{RIGHT-TO-LEFT OVERRIDE}"


def request_iri(path, **extra):
    """Return the IRI of a request for *path* by WSGI, whose environment has *extra*."""
    return RequestIRI(RequestFactory().get(path, **extra))


def sent_iri(target, key="RAW_URI", **extra):
    """Return the IRI of a request for *target* by a server that keeps it, under the name *key*."""
    path = decoded_path(origin_form(target)).decode("latin-1")
    return request_iri("/", **{"PATH_INFO": path, key: target, **extra})


SENT = [
    pytest.param("/r%C3%A4k/?q=%C3%A9", "/räk/?q=é", id="3.2-step-2"),
    pytest.param("/r%E4k/", "/r%E4k/", id="3.2-step-3-not-utf-8"),
    pytest.param("/%ED%A0%80/%C3%A9", "/%ED%A0%80/é", id="3.2-step-3-surrogate"),
    pytest.param("/%E2%80%AE/%C2%85/%00", "/%E2%80%AE/%C2%85/%00", id="3.2-step-4"),
    pytest.param("/100%25", "/100%25", id="percent-sign"),
    pytest.param("/%25C3%25A9", "/%25C3%25A9", id="encoded-twice"),
    pytest.param("/?q=%E9&r=%2F", "/?q=%E9&r=%2F", id="query-as-sent"),
]


@pytest.mark.parametrize(("target", "expected"), SENT)
def test_reads_what_django_has_decoded(target, expected):
    """Where the server keeps nothing else, the path is encoded again and converted (3.2)."""
    assert expected == request_iri(target).full


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        *SENT,
        pytest.param("/a%2Fb", "/a%2Fb", id="slash"),
        pytest.param("/%25E9", "/%25E9", id="legacy-encoded-twice"),
        pytest.param("//evil.example/x", "/.//evil.example/x", id="no-authority"),
        pytest.param("http://evil.example/r%C3%A4k?q", "/räk?q", id="absolute-form"),
        pytest.param("/a#b", "/a", id="fragment"),
    ],
)
def test_reads_what_was_sent(target, expected):
    """Where the server keeps the target of the request, that is converted."""
    assert [expected] * 2 == [sent_iri(target, key).full for key in ("RAW_URI", "REQUEST_URI")]


@pytest.mark.parametrize(
    ("target", "path_info", "expected"),
    [
        pytest.param("//admin/%C3%A9?q", "/admin/é", "/admin/é", id="slashes-removed"),
        pytest.param("/a//b/../%61dmin", "/a/admin", "/a/admin", id="merged"),
        pytest.param("/admin/", "//evil.example/", "/.//evil.example/", id="more-slashes"),
        pytest.param("/%25E9", "/%E9", "/%25E9", id="encoded-twice"),
        pytest.param("/%E9", b"/\xe9", "/%E9", id="not-utf-8"),
        pytest.param("/%E9%2F", "/\ufffd/", "/%E9%2F", id="octets-lost"),
        pytest.param("http://e.org/", "http://e.org/", "/http:/e.org/", id="absolute-form"),
    ],
)
def test_path_is_the_one_that_is_routed(target, path_info, expected):
    """Where the server has changed more than the encoding, `request.path` counts."""
    octets = path_info if isinstance(path_info, bytes) else path_info.encode()
    request = RequestFactory().get("/", PATH_INFO=octets.decode("latin-1"), RAW_URI=target)
    path = RequestIRI(request).path
    assert expected == path


def asgi_iri(target, **extra):
    """Return the IRI of a request for *target* by ASGI, whose scope has *extra*."""
    path, _, query = target.partition("?")
    scope = {"method": "GET", "path": unquote(path), "query_string": query.encode()}
    return RequestIRI(ASGIRequest(scope | extra, BytesIO()))


@pytest.mark.parametrize("extra", [{}, {"raw_path": None}, {"query_string": "q=é"}])
def test_asgi_without_a_raw_path(extra):
    """A server that keeps nothing leaves the decoded path; the test client has a text as query."""
    assert "/räk/100%25?q=é" == asgi_iri("/r%C3%A4k/100%25?q=é", **extra).full
    # What was sent does not count where another path is routed, either.
    assert "/admin/é" == asgi_iri("/admin/é", raw_path=b"//admin/").path


def test_parts(settings):
    """The parts are those of the absolute IRI; the host is as it was sent."""
    iri = request_iri("/r%C3%A4k?q=1", secure=True, headers={"host": "xn--r8jz45g.xn--zckzah:8443"})
    expected = "https://xn--r8jz45g.xn--zckzah:8443/räk?q=1"
    settings.ALLOWED_HOSTS = [".xn--zckzah", "testserver"]
    assert expected == str(iri)
    assert ("xn--r8jz45g.xn--zckzah", "/räk") == (iri.host, iri.path)
    assert "https://例え.テスト:8443/räk?q=1" == iri.absolute.display
    # Behind an authority a path may begin with "//", and does if the client has sent it so.
    assert "http://testserver//evil.example/x" == str(sent_iri("//evil.example/x"))


@pytest.mark.parametrize("host", ["evil.example", "a b", "例え.テスト", "[::1", "x@y", ""])
def test_host_that_is_not_allowed(host):
    """A host is what ``get_host()`` allows, else `DisallowedHost`, which Django answers by 400."""
    iri = request_iri("/räk", headers={"host": host})
    with pytest.raises(DisallowedHost):
        _ = iri.host
    assert "<RequestIRI: /räk>" == repr(iri)


def test_host_that_no_iri_has(settings):
    """A host that Django lets pass, and the grammar does not, is refused the same way."""
    settings.ALLOWED_HOSTS = ["*"]
    with pytest.raises(DisallowedHost, match="bad-ip-literal"):
        str(request_iri("/", headers={"host": "[1:::2]"}))


def test_script_name(settings):
    """The path of the client begins with the script name, once, also where a proxy has cut it."""
    script_name = "/äpp".encode().decode("latin-1")  # PEP 3333
    iri = request_iri("/a/b", SCRIPT_NAME=script_name, RAW_URI="/%C3%A4pp/a%2Fb")
    assert "/äpp/a%2Fb" == iri.full
    settings.FORCE_SCRIPT_NAME = "/äpp"
    assert "/äpp/räk" == request_iri("/r%C3%A4k", RAW_URI="/r%C3%A4k").full


@given(st.text().map(lambda text: f"/{quote(text, errors='replace')}") | st.text())
@example("/%")
@example("//")
@example("*")
@example("/.//")
@example(f"/{RLO}")
def test_never_raises(target):
    """Whatever a client sends, there is an IRI of it, that begins with one slash."""
    for iri in (
        sent_iri(target),
        request_iri("/", RAW_URI=target),
        request_iri(f"/{quote(target, errors='ignore')}"),
    ):
        assert is_iri_reference(iri.full)
        assert iri.full.startswith("/")
        assert not iri.full.startswith("//")


@given(st.binary().map(lambda octets: f"/-{quote(octets)}"))
def test_nothing_is_lost(target):
    """The octets of a path are those that were sent, if the server says what was."""
    sent = sent_iri(target).target
    assert unquote_to_bytes(target) == unquote_to_bytes(sent)


# Redirects


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param("/r%c3%a4k", "/r%C3%A4k", id="5.3.2.1"),
        pytest.param("/%7Euser/%41", "/~user/A", id="5.3.2.3"),
        pytest.param("/e%CC%81", "/%C3%A9", id="5.3.2.2"),
        pytest.param("/R%C3%84K", "/R%C3%84K", id="letters-keep-their-case"),
        pytest.param("/%EF%BC%A1", "/%EF%BC%A1", id="nfc-not-nfkc"),
        pytest.param("/%e9", "/%E9", id="not-utf-8"),
        pytest.param("/%e2%80%ae", "/%E2%80%AE", id="4.1"),
        pytest.param("/%2f%5c%2e%00%2E%2E", "/%2f%5c%2e%00%2E%2E", id="untouched"),
        pytest.param("/a;%7e", "/a;~", id="semicolon"),
        pytest.param("/%CD%BE/=%CC%B8", "/%CD%BE/=%CC%B8", id="nfc-touches-no-delimiter"),
        pytest.param("/%e1%bf%af", "/%E1%BF%AF", id="nfc-makes-no-backtick"),
        pytest.param("/%e2%80%ae%CC%81", "/%E2%80%AE%CC%81", id="nfc-touches-no-escape"),
        pytest.param("/a//%7e", "/a//%7e", id="two-slashes"),
        pytest.param("/.//%7e", "/.//%7e", id="no-authority"),
        pytest.param("/:80//", "/:80//", id="colon"),
        pytest.param("/?%7e=e%CC%81&r=%2f", "/?%7e=e%CC%81&r=%2f", id="query"),
    ],
)
def test_canonical(target, expected):
    """One spelling of a path is canonical; what would make it another path is not touched."""
    assert expected == canonical(target)


@given(
    st.lists(st.sampled_from([*"aA%/.;:=?e~", "%7E", "%cc%81", "%CD%BE", "%e9", "%ae", "%2f", "é"]))
)
@example(["=", "%CC%B8"])
@example(["%ae", "%cc%81"])
def test_canonical_is_idempotent(parts):
    """A canonical path stays: a client is redirected once."""
    target = sent_iri(f"/{''.join(parts)}").target
    once = canonical(target)
    assert once == canonical(once)
    assert is_uri_reference(once)


@given(st.text())
def test_canonical_is_the_same_to_the_resolver(text):
    """The decoded path is what it was, except for NFC."""
    target = f"/{quote(text, errors='replace')}"
    assert in_nfc(target) == in_nfc(canonical(target))


def in_nfc(path):
    """Return *path* decoded, in NFC."""
    return version14.normalize("NFC", unquote(path))


@pytest.mark.parametrize(
    ("target", "encoding", "expected"),
    [
        ("/r%E4k/?q=%E4", "latin-1", "/r%C3%A4k/?q=%E4"),
        ("/%C3%A9/r%E4k", "latin-1", "/%C3%A9/r%C3%A4k"),
        ("/%C6%FC%CB%DC", "euc-jp", "/%E6%97%A5%E6%9C%AC"),
        ("/%83%5C", "shift_jis", "/%E3%82%BD"),
        ("/a%2F%E4", "latin-1", "/a%2F%C3%A4"),
        pytest.param("/e%CC", "windows-1258", "/%C3%A8", id="3.1-step-1b-nfc"),
        pytest.param("/%80", "ascii", None, id="not-in-it"),
        pytest.param("/%85", "latin-1", None, id="control"),
        pytest.param("/%A0", "latin-1", None, id="space"),
        pytest.param("/.//evil.example/%E9", "latin-1", None, id="two-slashes"),
        pytest.param("/a/..//evil.example/%E9", "latin-1", None, id="two-slashes-left"),
        pytest.param("/%E9?//", "latin-1", "/%C3%A9?//", id="two-slashes-in-the-query"),
    ],
)
def test_transcoded(target, encoding, expected):
    """Segments that are in the legacy encoding are written in UTF-8; nothing is guessed (7.7)."""
    assert expected == transcode(target, encoding)


def test_resolves():
    """An address that some view answers is known before it is asked for."""
    assert resolves("/r%C3%A4k/?q", "test_django_iri.web_urls")
    assert not resolves("/r%C3%A4k", "test_django_iri.web_urls")
