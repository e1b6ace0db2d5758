"""Tests of `IRIMiddleware`."""

import asyncio
import gc
import logging
import threading
import weakref
from email.header import Header

import httpx
import pytest
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.test import Client, RequestFactory, override_settings
from django.urls import clear_url_caches, re_path
from hypothesis import given
from hypothesis import strategies as st

from django_iri.http import IRIHttpResponseRedirect
from django_iri.middleware import IRIMiddleware, map_headers
from iri3987.http.headers import HEADERS
from iri3987.http.request_target import decoded_path
from test_django_iri import web_urls

OURS = "django_iri.middleware.IRIMiddleware"
COMMON = "django.middleware.common.CommonMiddleware"
IDN = "xn--r8jz45g.xn--zckzah"


@pytest.fixture(autouse=True)
def project(settings):
    """A project with the middleware, in front of Django's own."""
    settings.ROOT_URLCONF = "test_django_iri.web_urls"
    settings.MIDDLEWARE = [OURS, COMMON]
    clear_url_caches()
    return settings


@pytest.fixture
def client():
    """A client that gets a response for an exception, as people do."""
    return Client(raise_request_exception=False)


@pytest.fixture
def sent(client, monkeypatch):
    """A function that returns what becomes of the header of a view."""

    def send(name, value, status=200):
        monkeypatch.setattr(web_urls, "HEADERS", {name: value})
        return client.get("/headers/", {"status": status}).headers[name]

    return send


# The two ways to run


def test_wsgi(client):
    """A view of a WSGI application knows the IRI that was asked for."""
    expected = {
        "path": "/räk/",
        "full": "/räk/?q=é",
        "absolute": "http://testserver/räk/?q=é",
        "host": "testserver",
        "request.path": "/räk/",
        "q": "é",
    }
    assert expected == client.get("/räk/?q=%C3%A9").json()


def asgi(*requests):
    """Return the responses of the ASGI application to *requests*, which are (method, target)."""

    async def responses():
        transport = httpx.ASGITransport(get_asgi_application())
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
            return [await client.request(*request) for request in requests]

    return asyncio.run(responses())


def test_asgi():
    """So does one of an ASGI application, sync or async, and the headers are mapped."""
    responses = asgi(("GET", "/async/r%C3%A4k/"), ("GET", "/any/a%2Fb/%E9"), ("GET", "/async/räk"))
    assert "http://testserver/async/räk/" == responses[0].json()["absolute"]
    assert "/any/a%2Fb/%E9" == responses[1].json()["full"]
    assert "/async/r%C3%A4k/" == responses[2].headers["Location"]


def test_async_without_a_thread():
    """An async view is answered in the thread of the event loop."""
    threads = []

    async def view(request):
        threads.append(threading.get_ident())
        return HttpResponse(headers={"Link": "</é>"})

    async def main():
        response = await IRIMiddleware(view)(RequestFactory().get("/"))
        return response.headers["Link"], threading.get_ident()

    link, loop = asyncio.run(main())
    assert ("</%C3%A9>", [loop]) == (link, threads)


def test_a_request_ends_with_its_response():
    """No cycle keeps a request, and what was uploaded with it, until garbage is collected."""
    gc.disable()
    try:
        request = RequestFactory().get("/r%C3%A4k/")
        IRIMiddleware(lambda _: HttpResponse())(request)
        iri, reference = request.iri, weakref.ref(request)
        del request
        assert reference() is None
        assert "http://testserver/räk/" == str(iri)
    finally:
        gc.enable()


# Headers


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        # A field that Django made Latin-1 or an encoded word is a URI again.
        ("Location", f"http://{'例え.テスト'}/räk", f"http://{IDN}/r%C3%A4k"),
        ("Content-Location", "http://例え.テスト/例", f"http://{IDN}/%E4%BE%8B"),
        (
            "Link",
            "<http://例え.テスト/>; rel=next, </é>; title=x",
            f"<http://{IDN}/>; rel=next, </%C3%A9>; title=x",
        ),
        ("HX-Redirect", "/例", "/%E4%BE%8B"),
        # A valid value stays to the octet; so does ASCII that works, and another header.
        *(
            (name, value, value)
            for name, value in [
                ("Location", "HTTP://Example.org:80/%7e%c3%a9?"),
                ("Link", '<//example.org>;rel="a  b",\t<>'),
                ("X-Name", "é"),
                ("Content-Disposition", "attachment; filename*=UTF-8''%C3%A9"),
                # Django has not encoded ASCII, nor text that is not a word.
                ("Location", "=?utf-8?q?abc?="),
                ("Location", "=?utf-8?b?____?="),
                ("Location", "=?utf-8?b?//8=?="),
            ]
        ),
    ],
)
def test_headers_are_mapped(name, value, expected, sent):
    """What holds URIs, and nothing else, holds them when it leaves."""
    assert expected == sent(name, value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        # Django keeps text of Latin-1 as it is: two characters are two, and not an octet each.
        ("/\xc3\xa9", "/%C3%83%C2%A9"),
        ("/\xe4", "/%C3%A4"),
        # It makes an encoded word of other text: that is read as it was written.
        ("/\xc3\xa9例", "/%C3%83%C2%A9%E4%BE%8B"),
        # It reads bytes as Latin-1, and so they are the same as that text.
        ("/\xe4".encode("latin-1"), "/%C3%A4"),
        ("/ä".encode(), "/%C3%83%C2%A4"),
    ],
    ids=["looks-like-utf-8", "latin-1", "beyond-latin-1", "octets-latin-1", "octets-utf-8"],
)
def test_headers_are_text(value, expected, sent):
    """A header names the resource that was written: text is never read again as octets."""
    for name in ("Location", "Content-Location", "HX-Redirect", "HX-Push-Url"):
        assert [expected] * 2 == [sent(name, value, status) for status in (200, 302)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("/100%", "/100%25"),
        ("/é%zz", "/%C3%A9%25zz"),
        ("http://é\\evil.example/", ""),
        ("http://evil..é/", ""),
        ("/\t/evil.example", "/%09/evil.example"),
    ],
)
def test_header_that_cannot_be_mapped(value, expected, sent, caplog):
    """A target that cannot be mapped, or leads elsewhere, is not sent; the log has the code."""
    assert expected == sent("Location", value)
    assert [(logging.WARNING, "iri3987.http.headers")] == [
        (record.levelno, record.name) for record in caplog.records
    ]
    assert "evil" not in caplog.text


def test_what_stays_if_so_set(sent, client, settings):
    """Two settings leave headers and the query to Django."""
    settings.IRI_MAP_HEADERS = settings.IRI_ENCODE_QUERY = False
    assert "/é" == sent("Location", "/é")
    location = client.get("/räk", QUERY_STRING="q=\xc3\xa9").headers["Location"]
    assert "/r%C3%A4k/?q=%C3%83%C2%A9" == location


@given(st.sampled_from(sorted(HEADERS)), st.text())
def test_headers_never_raise(name, value):
    """Whatever Django lets a view set, what leaves is ASCII."""
    response = HttpResponse()
    try:
        response[name] = value
    except ValueError:  # line breaks and surrogates are for Django to refuse
        return
    map_headers(RequestFactory().get("/"), response)
    assert response[name].isascii()


def test_a_redirect_that_is_mapped_already():
    """Our redirect stays as it is, unless a view sets its field anew."""
    response = IRIHttpResponseRedirect("http://例え.テスト/räk")
    for expected in (f"http://{IDN}/r%C3%A4k", "/%C3%A9"):
        IRIMiddleware(lambda _: response)(RequestFactory().get("/"))
        assert expected == response.headers["Location"]
        response.headers["Location"] = "/é"


def test_host_of_a_redirect(client):
    """The host that `HttpResponseRedirect` percent-encodes is written in A-labels."""
    response = client.get("/redirect/", {"to": "//例え.テスト:80/räk?q=é"})
    assert f"//{IDN}:80/r%C3%A4k?q=%C3%A9" == response.headers["Location"]


@pytest.mark.parametrize(
    "to", ["http://%E9/", "http://%C3%A9%2F.example/", "/%C3%A9", "?q=http://%C3%A9/"]
)
def test_host_that_stays(to):
    """A text that is not a domain name, or not a host, stays."""
    response = HttpResponseRedirect("/")
    response["Location"] = to
    map_headers(RequestFactory().get("/"), response)
    assert to == response["Location"]


# An encoded word, as an attacker can write it, too


def word(text):
    """Return the encoded word that Django makes of *text*."""
    return Header(text, "utf-8", maxlinelen=10_000).encode()


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Location", "/例", "/%E4%BE%8B"),
        ("Location", "http://testserver/例", "http://testserver/%E4%BE%8B"),
        ("Location", "https://evil.example/例", None),
        ("Location", "//evil.example/例", None),
        ("HX-Redirect", "https://evil.example/例", None),
        ("HX-Location", "https://evil.example/例", None),
        # The JSON that htmx takes can do more than lead elsewhere.
        ("HX-Location", '{"path": "/例", "handler": "evil"}', None),
    ],
)
def test_encoded_word(name, text, expected, sent, caplog):
    """A check that takes an encoded word for relative does not let it lead to another host."""
    assert (expected or word(text)) == sent(name, word(text), 302)
    assert (f"{name.lower()} header left" in caplog.text) is (expected is None)


def test_encoded_word_for_a_host_that_is_not_allowed():
    """An encoded word stays as it is if the host of the request is not allowed."""
    response = HttpResponse(headers={"Location": "http://evil.example/例"}, status=302)
    map_headers(RequestFactory().get("/", headers={"host": "evil.example"}), response)
    assert response["Location"].startswith("=?utf-8?")


# The query


@pytest.mark.parametrize(
    ("query", "expected", "read"),
    [
        pytest.param("q=é".encode(), "?q=%C3%A9", "é", id="utf-8"),
        pytest.param(b"q=\xe9", "?q=%E9", "é", id="latin-1"),
        pytest.param(b"q=%2F%c3%a9+ %25", "?q=%2F%c3%a9+%20%25", "/é  %", id="ascii"),
    ],
)
def test_query(client, query, expected, read):
    """A redirect of APPEND_SLASH keeps the octets of the query, and the view reads the text.

    In ``request.GET`` there is what Django reads: UTF-8, or else Latin-1.
    """
    query_string = query.decode("latin-1")
    response = client.get("/räk", QUERY_STRING=query_string)
    assert f"/r%C3%A4k/{expected}" == response.headers["Location"]
    assert read == client.get("/räk/", QUERY_STRING=query_string).json()["q"]


# Octets that are not UTF-8


def test_bad_octets_are_kept(client):
    """By default nothing happens: the address is what it is."""
    assert 404 == client.get("/r%E4k/").status_code
    assert "/any/%E4" == client.get("/any/%E4").json()["path"]


@pytest.mark.parametrize("policy", [400, 404])
def test_bad_octets_are_refused(policy, client, settings):
    """``IRI_BAD_OCTETS = 400`` answers so, by the project's own page; UTF-8 passes."""
    settings.IRI_BAD_OCTETS = policy
    assert policy == client.get("/any/%E4").status_code
    assert [policy] == [each.status_code for each in asgi(("GET", "/any/%E4"))]
    for target in ("/any/%C3%A4", "/any/100%25", "/any/%EF%BF%BD", "/any/a?q=%E4"):
        assert 200 == client.get(target).status_code


def test_bad_octets_are_redirected(client, settings):
    """A character encoding names what legacy addresses are in: they lead to the new ones."""
    settings.IRI_BAD_OCTETS = "latin-1"
    for method in (client.get, client.head):
        response = method("/r%E4k/?q=%E4")
        assert (302, "/r%C3%A4k/?q=%E4") == (response.status_code, response.headers["Location"])
    # The same where Django has lost the octets, and the server has not.
    responses = asgi(("GET", "/r%E4k/"), ("GET", "/none/%E4/"))
    assert [302, 404] == [response.status_code for response in responses]


@pytest.mark.parametrize(
    ("method", "target", "status"),
    [
        pytest.param("post", "/r%E4k/", 404, id="post"),
        pytest.param("get", "/any/r%E4k/", 200, id="a-view-knows-it"),
        pytest.param("get", "/none/r%E4k/", 404, id="does-not-resolve"),
        pytest.param("get", "/r%85k/", 404, id="control"),
        pytest.param("get", "/none/%25C3", 404, id="utf-8"),
        pytest.param("get", f"/r%E4k/?{20_000 * 'a'}", 404, id="too-long"),
        pytest.param("get", f"/r{5_000 * '%E4'}/", 404, id="too-long-in-utf-8"),
    ],
)
def test_bad_octets_are_not_redirected(method, target, status, client, settings):
    """Only GET and HEAD, only what is not found, only to what is found."""
    settings.IRI_BAD_OCTETS = "latin-1"
    assert status == getattr(client, method)(target).status_code


@pytest.mark.parametrize("path", ["//evil.example/", "/.//evil.example/", "/a/..//evil.example/"])
def test_bad_octets_are_not_redirected_to_two_slashes(path, client, settings):
    """Not where a host could be left of the path, though a route for every path would answer."""

    def missing(_):
        raise Http404

    settings.ROOT_URLCONF = (re_path("", missing),)
    settings.IRI_BAD_OCTETS = "latin-1"
    assert 404 == client.get("/", PATH_INFO=f"{path}\xe9").status_code
    location = client.get("/", PATH_INFO="/evil.example/\xe9").headers["Location"]
    assert "/evil.example/%C3%A9" == location


# The canonical address


@pytest.mark.parametrize(
    ("target", "expected"),
    [("/any/e%CC%81?q=e%CC%81", "/any/%C3%A9?q=e%CC%81"), ("/any/%7e%c3%a9", "/any/~%C3%A9")],
)
def test_canonical_redirect(target, expected, client, settings):
    """Another spelling leads to the canonical one, for good, and that is answered."""
    settings.IRI_CANONICAL_REDIRECT = True
    (by_asgi,) = asgi(("GET", target))
    for response in (client.get(target, RAW_URI=target), by_asgi):
        assert (301, expected) == (response.status_code, response.headers["Location"])
    assert 200 == client.get(expected, RAW_URI=expected).status_code
    # Where the server keeps the decoded path alone, the redirect is about NFC alone.
    assert 200 == client.get("/any/%7e%c3%a9").status_code
    assert "/any/%C3%A9" == client.get("/any/e%CC%81").headers["Location"]


@given(st.text())
def test_canonical_redirect_ends(text):
    """Whatever is asked for: one redirect at most, and never to another host."""
    with override_settings(IRI_CANONICAL_REDIRECT=True, ROOT_URLCONF="test_django_iri.web_urls"):
        client = Client(headers={"user-agent": "test"})
        request = RequestFactory().get(f"/any/{text}", QUERY_STRING="")
        response = client.get(request.path)
        if response.status_code == 301:
            location = response.headers["Location"]
            assert not location.startswith("//")
            assert 301 != client.get(location).status_code


@pytest.mark.parametrize(
    ("method", "target"),
    [("post", "/any/e%CC%81"), ("get", "//any//%7e"), ("get", f"/any/%7e{20_000 * 'a'}")],
)
def test_no_canonical_redirect(method, target, client, settings):
    """Not for POST, not where there is "//", not for more than a redirect can hold."""
    settings.IRI_CANONICAL_REDIRECT = True
    path = decoded_path(target).decode("latin-1")
    response = getattr(client, method)("/", PATH_INFO=path, RAW_URI=target)
    assert 301 != response.status_code


# Settings


def test_wrong_setting(settings):
    """A wrong setting stops the server when it starts, not a request: test_checks has others."""
    settings.IRI_BAD_OCTETS = 500
    with pytest.raises(ImproperlyConfigured, match="IRI_BAD_OCTETS"):
        IRIMiddleware(lambda _: HttpResponse())
