"""The path convertors: the path as it was sent, for our routes and for no others."""

import asyncio
import json
import tracemalloc
import unicodedata
from urllib.parse import quote, unquote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import Route

from iri3987 import ANY, IRIError, segment
from starlette_iri import convertors
from starlette_iri.convertors import IRIConvertor
from starlette_iri.middleware import SentPath
from test_iri3987 import strategies as iris
from test_starlette_iri import served
from test_starlette_iri.served import app, bare, path_to
from test_starlette_iri.wire import ask, scope_of
from vector_rows import rows

#: Where the same routes are: directly, under a mount with a parameter, in a sub-application.
PLACES = [("any", {}), ("mount:any", {"site": "é?"}), ("sub:any", {})]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("http://example.org/a%2Fb", "http://example.org/a%2Fb"),
        ("http://example.org/a%3Fb%23c", "http://example.org/a%3Fb%23c"),
        ("http://example.org//a", "http://example.org//a"),
        ("http://example.org/%C3%A9%E9%20", "http://example.org/é%E9%20"),
        ("http://fa%C3%9F.de/stra%C3%9Fe", "http://faß.de/straße"),
        ("http://[::1]/a%2Fb", "http://[::1]/a%2Fb"),
        ("http:%2F%2Fa.example", "http:%2F%2Fa.example"),
        ("http://a.example/%E2%80%AEgpj.exe", "http://a.example/%E2%80%AEgpj.exe"),
        ("http%3A%2F%2Fexample.org%2Fa%252Fb", "http://example.org/a%2Fb"),
        ("http%3a//example.org/a%252Fb%3Fc%23d", "http://example.org/a%2Fb?c#d"),
        ("http%3A%2F%2Fexample.org%2F%25C3%25A9%C3%A9", "http://example.org/%C3%A9é"),
    ],
)
def test_as_sent(sent, expected):
    """An IRI that stands as it is keeps its escapes; one that is encoded is decoded once."""
    for place in ("/any/", "/mount/x/any/", "/sub/any/"):
        assert (200, expected) == ask(app, place + sent)[::2]
    assert (200, expected) == ask(app, f"/sub/any/{sent}", root_path="/sub")[::2]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "http://example.org/a%2Fb"),
        ({"raw_path": None}, "http://example.org/a/b"),
        ({"raw_path": b"/any/http://example.org/c"}, "http://example.org/a/b"),
        ({"raw_path": b"http://localhost/x"}, "http://example.org/a/b"),
    ],
    ids=["known", "unknown", "other", "absolute"],
)
def test_decoded_path(changes, expected):
    """Where the path as it was sent is not known, it is the one that is routed."""
    assert (200, expected) == ask(app, "/any/http://example.org/a%2Fb", **changes)[::2]
    assert (200, "http://example.org/a/b") == ask(bare, "/any/http://example.org/a%2Fb")[::2]


@given(target=iris.iri | iris.web_iri)
@example(target="http://example.org/a%2Fb?c%25#d%252F")
@example(target="http://example.org/%0A%E9")
def test_test_client(target):
    """The test client of Starlette decodes a path twice: an IRI comes back nevertheless."""
    path = path_to(target)
    assert (200, target) == ask(app, path, path=unquote(unquote(path)))[::2]


@pytest.mark.parametrize(
    ("kind", "target"), [("iri", "http://example.org/a/b"), ("iri", "urn:x"), ("isegment", "made")]
)
def test_path_that_is_rewritten_inside(kind, target):
    """A path that something inside of the middleware has rewritten is the one that is routed."""
    inner = Starlette(routes=[Route(f"/{{target:{kind}}}", served.show)])

    async def rewriting(scope, receive, send):
        await inner({**scope, "path": f"/{target}"}, receive, send)

    assert (200, target) == ask(served.IRIMiddleware(rewriting), "/a%2Fb")[::2]


def test_path_that_is_decoded_again_inside():
    """The endpoint gets what routes see: an escape that was decoded does not come back."""
    inner = Starlette(routes=[Route("/any/{target:iri}", served.show)])

    async def decoding(scope, receive, send):
        await inner({**scope, "path": unquote(scope["path"])}, receive, send)

    for sent in ("http%3A%2F%2Fa.example%252F.b.example", "http://a.example/%252F.b.example"):
        answer = ask(served.IRIMiddleware(decoding), f"/any/{sent}")
        assert (200, unquote(unquote(sent))) == answer[::2]


@pytest.mark.parametrize(
    "sent",
    [
        *("", "nope", "../up", "//example.org/", "http//example.org/", "%3Ahttp", "1http://a/"),
        *("http://a.example/%zz", "http://a b/", "http://[/", "http%3A%2F%2F%FF/"),
        *("http%3A%2F%2Fa%2F%0A", "http%3A%2F%2Fa%2F%00", "http%3A%2F%2Fa%2F%E2%80%AE"),
    ],
)
def test_refused(sent):
    """A path that is not an absolute IRI is not found; never an error."""
    for place in ("/any/", "/sub/any/", "/at-"):
        assert 404 == ask(app, place + sent).status
    assert 404 == ask(bare, f"/any/{sent}").status
    # An encoded slash is not the "/" of a route that has an IRI after it, either.
    assert [404] * 2 == [ask(app, f"/any{each}urn:x").status for each in ("%2F", "%2f")]


def test_attacks():
    """No text from outside is an error: it is found exactly if it is an IRI, or a segment."""
    for text in {row["input"] for row in rows("attacks") if isinstance(row["input"], str)}:
        sent = quote(text, safe="", errors="surrogatepass")
        expected = 404 if iris.fault(ANY.check, text) else 200
        assert expected == ask(app, f"/any/{sent}").status, ascii(text)
        expected = 404 if iris.fault(segment.clean, text) else 200
        assert expected == ask(app, f"/segment/{sent}").status, ascii(text)
        raw_path = b"/any/" + text.encode("utf-8", "surrogatepass")
        for path in (f"/any/{text}", raw_path.decode("utf-8", "replace")):
            assert ask(app, "/", path=path, raw_path=raw_path).status in {200, 404}, ascii(text)


def test_next_route():
    """Text without a scheme is left to the next route."""
    assert "application/json" == ask(app, "/either/a/b").headers["content-type"]
    assert (200, "urn:x") == ask(app, "/either/urn:x")[::2]
    # No text has a line break, except as an escape.
    assert (200, "urn:x%0D%0A%00") == ask(app, "/any/urn:x%0D%0A%00")[::2]


def test_many_slashes_take_little_memory(monkeypatch):
    """A path of slashes takes a few times its own length, and nothing that is kept for each."""
    value = f"http://a.example/{'/' * 100_000}"
    monkeypatch.setattr(convertors, "sent_path", lambda: SentPath(f"/any/{value}"))
    tracemalloc.start()
    try:
        assert value == IRIConvertor().convert(value)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 50 * len(value)


def test_in_the_middle_of_a_segment():
    """After other text than "/", the IRI is that of the decoded path."""
    assert (200, "http://a.example/b/c") == ask(app, "/at-http://a.example/b%2Fc")[::2]


@pytest.mark.parametrize("path", ["a%2Fb/%3F", "http%3A%2F%2Fa/%252F", "%C3%A9%FF"])
def test_other_routes(path):
    """Other routes see what they see without the middleware."""
    decoded = unquote(path)
    expected = [decoded, f"/other/{decoded}", f"/other/{path}"]
    for application in (app, bare):
        assert expected == json.loads(ask(application, f"/other/{path}").text)


@given(
    target=iris.iri | iris.web_iri,
    place=st.sampled_from([(bare, "any", {}), *((app, *each) for each in PLACES)]),
)
def test_law_round_trip(target, place):
    """For every IRI: `url_path_for`, a request, and the endpoint has the same IRI."""
    application, name, params = place
    path = str(application.url_path_for(name, target=target, **params))
    assert path.isascii()
    assert (200, target) == ask(application, path)[::2]
    assert (200, target) == ask(application, f"/é{path}", root_path="/é")[::2]


@given(name=st.text(min_size=1, max_size=20) | iris.messy, application=st.sampled_from([app, bare]))
def test_law_segment(name, application):
    """Every segment that is accepted arrives, in NFC."""
    fault = iris.fault(segment.clean, name)
    if fault is None:
        path = str(application.url_path_for("segment", target=name))
        assert (200, unicodedata.normalize("NFC", name)) == ask(application, path)[::2]
    else:
        with pytest.raises(IRIError, match=fault.code):
            application.url_path_for("segment", target=name)


@pytest.mark.parametrize(
    "sent",
    ["a%0A", "a%2Fb", "a%2fb", "%2F", "a%2Fb/a", "..", ".", "%2E%2E", "%00", "%FF", "%E2%80%AE"],
)
def test_segment_refused(sent):
    """A path that is not one name is not found: "%2F" does not separate two segments."""
    assert 404 == ask(app, f"/segment/{sent}").status
    assert 404 == ask(app, f"/mount/{sent}/any/http://a.example/").status


@pytest.mark.parametrize("sent", ["a/b", "a%3Fb/c", "a%252Fb/x", "%25/x"])
def test_two_segments(sent):
    """A "/" does separate two segments, and other escapes are decoded once."""
    assert (200, unquote(sent.partition("/")[0])) == ask(app, f"/segment/{sent}")[::2]


def test_same_name_elsewhere():
    """A name is found, with text of the route beside it, too, if a part of the IRI is the same."""
    routes = [
        Route("/tags/{target:isegment}/{iri:iri}", served.show),
        Route("/@{target:isegment}/{iri:iri}", served.show),
        Route("/{target:isegment}.json/{iri:iri}", served.show),
    ]
    application = Starlette(routes=routes, middleware=app.user_middleware)
    for start in ("tags/a.example", "@a.example", "a.example.json", "@a.example.json"):
        for iri in ("http%3A%2F%2Fa.example%2F", "http://b.example/x%2Fa.example"):
            assert 200 == ask(application, f"/{start}/{iri}").status
    for refused in ("/tags%2Fa.example/urn:x", "/tags/a%2Furn:x", "/@a%2Furn:x"):
        assert 404 == ask(application, refused).status


def test_parts_that_are_segments_elsewhere():
    """Starlette does not tell where a value stands: parts that are segments, too, are taken."""
    assert (200, "x") == ask(app, "/mount/x/segment/x%2Fmount")[::2]
    assert 404 == ask(app, "/mount/x/segment/x%2Fy").status


def test_concurrent_requests():
    """Requests at the same time do not see each other's paths."""

    async def one(number):
        sent = []

        async def send(message):
            await asyncio.sleep(0)
            sent.append(message)

        scope = scope_of(f"/any/http://a.example/{number}%2Fb")
        await app(scope, None, send)
        return sent[1]["body"].decode()

    async def all_of_them():
        return await asyncio.gather(*map(one, range(20)))

    expected = [f"http://a.example/{number}%2Fb" for number in range(20)]
    assert expected == asyncio.run(all_of_them())
