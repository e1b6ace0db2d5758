"""The parts for httpx, httpx2, requests and aiohttp, against servers on loopback."""

import socket
import sys
import threading
from time import monotonic
from urllib.parse import quote, unquote

import pytest

from iri3987 import IRIError
from test_connect.clients import Answer
from test_connect.world import INSIDE, OUTSIDE

#: Addresses without a server.
CLOSED, CLOSED_TOO = "127.0.0.3", "127.0.0.4"


def to(url, how="to"):
    """Return the path of a redirect to *url*."""
    return f"/{how}?{quote(url, safe='/')}"


def cause(error, code=None):
    """Return the `IRIError` that *error* comes from."""
    assert isinstance(error.__cause__, IRIError), repr(error)
    assert code is None or code == error.__cause__.code
    return error.__cause__


class TestNames:
    """One look-up for each connection, whose answers are all judged."""

    def test_the_name_is_kept(self, world, client):
        """`Host` has the name and the port, at a redirect, too; the address is that of the name."""
        url = world.url("faß.example.com", "/é?q")
        found = client.fetch([url, world.url(path=to(url))], rule=world.rule())
        assert [(200, "/%C3%A9?q")] * 2 == [each[:2] for each in found]
        first, _, last = world.outside.seen
        assert [f"xn--fa-hia.example.com:{world.port}"] * 2 == [first.host, last.host]
        assert ["xn--fa-hia.example.com", "outside.example.com"] == world.asked[:2]

    def test_inside(self, world, client):
        """A name that leads inside with one answer is refused; the client's error tells ours."""
        world.names |= {"mixed.example.com": [OUTSIDE, "10.0.0.1"], "in.example.com": [INSIDE]}
        world.names |= {"six.example.com": ["::ffff:127.0.0.2"]}
        names = ["mixed.example.com", "in.example.com", "six.example.com"]
        for name, error in zip(
            names, client.fetch(urls_of(world, names), rule=world.rule()), strict=True
        ):
            assert isinstance(error, client.refused)
            assert name in str(cause(error, "host-not-public"))
        assert (names, []) == (world.asked, world.outside.seen + world.inside.seen)

    def test_rebinding(self, world, client):
        """The answer that was judged is the one connected to, and the next one is judged anew."""
        answers = iter([[OUTSIDE], [INSIDE], [INSIDE]])
        world.names["changing.example.com"] = lambda: next(answers)
        url = world.url("changing.example.com", "/close?")
        options = {"transport": {"use_dns_cache": False}} if client.name == "aiohttp" else {}
        found, error = client.fetch([url] * 2, rule=world.rule(), **options)
        assert 200 == found.status
        cause(error, "host-not-public")
        assert (1, []) == (len(world.outside.seen), world.inside.seen)
        assert 2 == len(world.asked)

    def test_a_kept_connection(self, world, client):
        """It stays at the address that was judged, and the text of each request is judged."""
        answers = iter([[OUTSIDE], [INSIDE]])
        world.names["changing.example.com"] = lambda: next(answers)
        urls = [world.url("changing.example.com", path) for path in ("/", "/x", f"/{'a' * 80}")]
        *found, error = client.fetch(urls, rule=world.rule(max_octets=80))
        assert [200] * 2 == [each.status for each in found]
        cause(error, "too-long")
        assert (2, ["changing.example.com"]) == (len(world.outside.seen), world.asked)

    def test_lists(self, world, client):
        """`deny_hosts` counts for names and redirects; an allowed name needs an allowed address."""
        world.names |= {"vault.example.net": [OUTSIDE], "db.internal": [OUTSIDE]}
        denied = world.url("vault.example.net")
        urls = [denied, world.url(path=to(denied)), *urls_of(world, ["wiki", "db.internal"])]
        rule = world.rule(["db.internal", "wiki"], deny_hosts=[".example.net"])
        *refused, inside, found = client.fetch(urls, rule=rule)
        for error in refused:
            cause(error, "host-not-allowed")
        assert "wiki" in str(cause(inside, "host-not-public"))
        assert (200, 2) == (found.status, len(world.outside.seen))

    def test_no_answer(self, world, client):
        """A look-up that fails or finds nothing is the client's error, without one of ours."""

        def fail():
            raise socket.gaierror(socket.EAI_AGAIN, "try again")

        world.names |= {"gone.example.com": [], "failing.example.com": fail}
        world.names["none.example.com"] = [CLOSED, CLOSED_TOO]  # without a server
        names = ["gone.example.com", "failing.example.com", "none.example.com"]
        for error in client.fetch(urls_of(world, names), rule=world.rule()):
            assert isinstance(error, client.failed)
            assert not isinstance(error.__cause__, IRIError)

    def test_retries(self, world, client):
        """A connection that fails is tried again with another look-up; what is refused is not."""
        if client.name == "aiohttp":
            pytest.skip("aiohttp has no retries")
        answers = iter([[CLOSED], [CLOSED], [OUTSIDE]])
        world.names["two.example.com"] = lambda: next(answers)
        option = {"max_retries" if client.name == "requests" else "retries": 2}
        urls = urls_of(world, ["two.example.com", "inside.example.com"])
        found, _ = client.fetch(urls, rule=world.rule(), transport=option)
        assert 200 == found.status
        assert [*["two.example.com"] * 3, "inside.example.com"] == world.asked

    def test_a_profile_by_its_name(self, client):
        """A profile may have a name; the default is `PUBLIC`; others are an error at once."""
        for rule in ({"profile": "public"}, {}):
            for error in client.fetch(["http://127.0.0.1/", "http://[::1]/"], rule=rule):
                cause(error, "host-not-public")
        with pytest.raises(ValueError, match="profile must be"):
            client.ours(profile="private")
        with pytest.raises(TypeError, match="profile must be"):
            client.ours(profile=None)


def urls_of(world, names):
    """Return an address for each of *names*."""
    return [world.url(name) for name in names]


class TestAddresses:
    """The next address is tried, within the client's limit."""

    def test_the_next_one(self, world, client):
        """The first one refuses, or never answers: that does not use up the limit."""
        world.silence(CLOSED)
        world.names |= {"slow.example.com": [CLOSED, OUTSIDE]}
        world.names |= {"two.example.com": [CLOSED_TOO, OUTSIDE]}
        urls = urls_of(world, ["two.example.com", "slow.example.com"])
        options = {} if client.name == "aiohttp" else {"request": client.limit(1)}
        start = monotonic()
        found = client.fetch(urls, rule=world.rule(), **options)
        assert [200, 200] == [each.status for each in found]
        assert monotonic() - start < 5

    def test_none_answers(self, world, client):
        """The limit for a connection holds for all addresses together."""
        world.silence(CLOSED)
        world.silence(CLOSED_TOO)
        world.names["slow.example.com"] = [CLOSED, CLOSED_TOO]
        start = monotonic()
        url = world.url("slow.example.com")
        [error] = client.fetch([url], rule=world.rule(), request=client.limit(0.3))
        assert isinstance(error, client.failed)
        assert monotonic() - start < 3

    @pytest.mark.usefixtures("with_ipv6")
    def test_ipv6(self, world, client):
        """A name with an IPv6 address is reached, and so is that address in the text."""
        server = world.serve("::1")
        world.names["six.example.com"] = ["::1", OUTSIDE]
        urls = urls_of(world, ["six.example.com", "[::1]", "[0::1]"])
        found = client.fetch(urls, rule=world.rule(["::1"]))
        assert [200] * 3 == [each.status for each in found]
        assert 3 == len(server.seen)
        assert f"six.example.com:{world.port}" == server.seen[0].host
        [error] = client.fetch([urls[0]], rule=world.rule())
        cause(error, "host-not-public")

    def test_many_at_a_time(self, world, client):
        """A hundred names at a time are all reached, each with its own name, and others refused."""
        names = {f"n{number}.example.com": [OUTSIDE] for number in range(100)}
        world.names |= names
        urls = [world.url(name, f"/{name}") for name in names]
        inside = [world.url(f"i{number}.example.com") for number in range(100)]
        found = client.fetch(urls + inside, rule=world.rule(), together=True)
        assert [(200, f"/{name}") for name in names] == [each[:2] for each in found[:100]]
        for error in found[100:]:
            cause(error, "host-not-public")
        seen = {seen.path[1:]: seen.host.partition(":")[0] for seen in world.outside.seen}
        assert {name: name for name in names} == seen

    def test_what_is_refused_gives_its_place_back(self, world, client):
        """A pool of one connection serves on after requests that were refused, or failed."""
        option = {
            "requests": {"pool_block": True, "pool_maxsize": 1, "pool_connections": 1},
            "aiohttp": {"limit": 1},
        }.get(client.name)
        if option is None:
            limits = sys.modules[client.refused.__module__.partition(".")[0]].Limits
            option = {"limits": limits(max_connections=1)}
        world.names |= {"none.example.com": [CLOSED], "gone.example.com": []}
        names = ["inside.example.com", INSIDE, "none.example.com", "gone.example.com"]
        urls = [*urls_of(world, names) * 3, world.url()]
        *_, found = client.fetch(urls, rule=world.rule(), transport=option)
        assert 200 == found.status


@pytest.mark.slow
def test_a_look_up_that_hangs(world, client):
    """It keeps no other request waiting; asynchronous clients have a limit for it."""
    go_on = threading.Event()
    world.names["hanging.example.com"] = lambda: go_on.wait(20) and [OUTSIDE]
    if not client.backend:  # it goes on when the other request is there

        def answer():
            go_on.set()
            return [OUTSIDE]

        world.names["outside.example.com"] = answer
    urls = [*[world.url("hanging.example.com")] * 50, world.url()]
    start = monotonic()
    try:
        *hung, found = client.fetch(urls, rule=world.rule(), request=client.limit(3), together=True)
        assert monotonic() - start < 10
    finally:
        go_on.set()
    assert 200 == found.status
    assert all(isinstance(each, client.failed if client.backend else Answer) for each in hung)


class TestRedirects:
    """A redirect is an address that somebody else wrote."""

    def test_inside(self, world, client):
        """It is judged as the first address was: its text, and what its name leads to."""
        targets = urls_of(world, [INSIDE, "localhost", "inside.example.com"])
        urls = [world.url(path=to(target)) for target in targets]
        for error in client.fetch(urls, rule=world.rule()):
            assert isinstance(error, client.refused)
            cause(error, "host-not-public")
        assert (3, []) == (len(world.outside.seen), world.inside.seen)

    def test_of_browsers(self, world, client):
        """A redirect that browsers follow is followed, whatever the rule says of repairs."""
        targets = [
            "/ok?filter[name]=x",
            "/100%25",
            "/a|b",
            "/ok?q={x}|^`",
            "/a b",
            "x?filter[name]=x",
        ]
        targets += ["/é", "/a\u202eb", "/a\u200bb"]
        urls = [world.url(path=to(target)) for target in targets]
        found = client.fetch(urls, rule=world.rule(repair=False))
        expected = [f"/{unquote(target).removeprefix('/')}" for target in targets]
        assert expected == [unquote(each.text) for each in found]
        [found] = client.fetch([world.url(path="/to?/%E9")], rule=world.rule())
        # aiohttp reads its redirects itself: an octet that is not UTF-8 is lost.
        assert client.name == "aiohttp" or "/%E9" == found.text

    def test_in_doubt(self, world, client):
        """What is read in different ways is the client's error, whether it is followed or not."""
        targets = ["http:127.0.0.2/", "///127.0.0.2/", "/\\127.0.0.2/", "http:\\\\127.0.0.2/"]
        urls = [world.url(path=to(target)) for target in [*targets, "http://[x/", " ", "/a b"]]
        follow = "follow_redirects" if client.name.startswith("httpx") else "allow_redirects"
        for is_followed in (True, False):
            options = {"request": {follow: is_followed}}
            *found, empty, last = client.fetch(urls, rule=world.rule(), **options)
            assert last.status == (200 if is_followed else 302)
            assert client.name.startswith("httpx") or 302 == empty.status
            for each in found:
                if client.name != "aiohttp":
                    assert isinstance(each, client.unreadable)
                    cause(each)
                elif is_followed and isinstance(each, Answer):
                    assert "%5C" in each.text or "127.0.0.2" in each.text
        assert [] == world.inside.seen

    def test_the_body_is_sent_again(self, world, client):
        """A redirect that keeps the method keeps the body, and judges the next host."""
        content = "content" if client.name.startswith("httpx") else "data"
        names = ["other.example.com", "inside.example.com"]
        urls = [world.url(path=to(url, "keep")) for url in urls_of(world, names)]
        options = {"request": {"method": "POST", content: b"abc"}}
        found, error = client.fetch(urls, rule=world.rule(), **options)
        assert 200 == found.status
        cause(error, "host-not-public")
        assert [("POST", b"abc")] * 3 == [(seen.method, seen.body) for seen in world.outside.seen]

    def test_cookies(self, world, client):
        """A cookie belongs to a name, not to the address that two names have."""
        urls = [world.url(path="/cookie"), world.url(path="/x"), world.url("other.example.com")]
        client.fetch(urls, rule=world.rule())
        sent = [seen.headers.get("Cookie") for seen in world.outside.seen]
        assert [None, "a=b", None] == sent

    def test_emoji(self, world, client):
        """A host that IDNA 2008 does not know is fetched; httpx asks for the header, at first."""
        url, host = world.url("xn--yp8h.example.com"), f"xn--yp8h.example.com:{world.port}"
        is_httpx = client.name in {"httpx", "httpx-async", "httpx-trio"}
        options = {"request": {"headers": {"Host": host}}} if is_httpx else {}
        [found] = client.fetch([url], rule=world.rule(), **options)
        assert 200 == found.status
        [found] = client.fetch([world.url(path=to(url))], rule=world.rule())
        assert isinstance(found, client.unreadable if is_httpx else Answer)


class TestProxies:
    """A proxy would look names up by itself: it is not asked, and its password is not told."""

    def test_of_the_environment(self, world, client, monkeypatch):
        """It is ignored, at redirects too, where a client trusts the environment."""
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy"):
            monkeypatch.setenv(name, f"http://me:secret@{INSIDE}:{world.port}")
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        urls = [world.url(), world.url(path=to(world.url("other.example.com")))]
        found = client.fetch(urls, rule=world.rule(), client={"trust_env": True})
        assert [200, 200] == [each.status for each in found]
        assert [] == world.inside.seen
        assert all("Proxy-Authorization" not in seen.headers for seen in world.outside.seen)

    def test_of_a_request(self, world, client):
        """So is one that is given for a request."""
        address = f"http://me:secret@{INSIDE}:{world.port}"
        given = {"requests": {"proxies": {"http": address}}, "aiohttp": {"proxy": address}}
        if client.name not in given:
            pytest.skip("a request of httpx has no proxy")
        [found] = client.fetch([world.url()], rule=world.rule(), request=given[client.name])
        assert (200, []) == (found.status, world.inside.seen)
        assert "Proxy-Authorization" not in world.outside.seen[0].headers

    def test_of_the_client_s_part(self, client):
        """Options that go round the checks are refused."""
        options = {"aiohttp": ["resolver"], "requests": ["proxy"]}.get(
            client.name, ["proxy", "uds"]
        )
        for option in options:
            with pytest.raises(TypeError, match=option):
                client.ours(**{option: None})
