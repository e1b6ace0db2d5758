"""The parts for httpx, httpx2, requests and aiohttp, against servers on loopback."""

import socket
import sys
import threading
from dataclasses import replace
from time import monotonic
from urllib.parse import quote, unquote

import pytest

from iri3987 import PUBLIC, IRIError
from test_connect.clients import Answer
from test_connect.world import INSIDE, OUTSIDE, RULE

#: A port at which nobody listens.
CLOSED = "127.0.0.3"


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
        """`Host` has the name and the port; the address in the end is that of the name."""
        [found] = client.fetch([world.url("faß.example.com", "/é?q")], rule=world.rule)
        assert (200, "/%C3%A9?q") == found[:2]
        [seen] = world.outside.seen
        assert f"xn--fa-hia.example.com:{world.port}" == seen.host
        assert ["xn--fa-hia.example.com"] == world.asked

    @pytest.mark.parametrize("answers", [[INSIDE], [OUTSIDE, "10.0.0.1"], ["::ffff:127.0.0.2"]])
    def test_inside(self, world, client, answers):
        """A name that leads inside with one answer is refused; the client's error tells ours."""
        world.names["mixed.example.com"] = answers
        [error] = client.fetch([world.url("mixed.example.com")], rule=world.rule)
        assert isinstance(error, client.refused)
        assert "mixed.example.com" in str(cause(error, "host-not-public"))
        assert (["mixed.example.com"], []) == (world.asked, world.outside.seen + world.inside.seen)

    def test_rebinding(self, world, client):
        """The answer that was judged is the one connected to, and the next one is judged anew."""
        answers = iter([[OUTSIDE], [INSIDE], [INSIDE]])
        world.names["changing.example.com"] = lambda: next(answers)
        url = world.url("changing.example.com", "/close?")
        options = {"transport": {"use_dns_cache": False}} if client.name == "aiohttp" else {}
        found, error = client.fetch([url] * 2, rule=world.rule, **options)
        assert 200 == found.status
        cause(error, "host-not-public")
        assert (1, []) == (len(world.outside.seen), world.inside.seen)
        assert 2 == len(world.asked)

    def test_a_kept_connection(self, world, client):
        """A connection stays at the address that was judged, whatever the name leads to now."""
        answers = iter([[OUTSIDE], [INSIDE]])
        world.names["changing.example.com"] = lambda: next(answers)
        found = client.fetch([world.url("changing.example.com")] * 3, rule=world.rule)
        assert [200] * 3 == [each.status for each in found]
        assert (3, ["changing.example.com"]) == (len(world.outside.seen), world.asked)

    def test_a_kept_connection_is_judged(self, world, client):
        """So is each text, also where a connection is open."""
        rule = replace(RULE, max_octets=80)
        urls = [world.url(), world.url(path=f"/{'a' * 80}")]
        found, error = client.fetch(urls, rule=world.rule | {"profile": rule})
        assert 200 == found.status
        cause(error, "too-long")
        assert 1 == len(world.outside.seen)

    def test_a_name_that_is_denied(self, world, client):
        """`deny_hosts` counts for names, and at redirects."""
        rule = replace(RULE, deny_hosts=[".example.net"])
        world.names["vault.example.net"] = [OUTSIDE]
        url = world.url("vault.example.net")
        for error in client.fetch(
            [url, world.url(path=to(url))], rule=world.rule | {"profile": rule}
        ):
            cause(error, "host-not-allowed")
        assert 1 == len(world.outside.seen)

    def test_a_private_name_that_is_allowed(self, world, client):
        """A name in `allow_hosts` is reached if its address is allowed, too."""
        rule = replace(RULE, allow_hosts=[*RULE.allow_hosts, "db.internal", "wiki"])
        world.names["db.internal"] = [OUTSIDE]
        urls = [world.url("db.internal"), world.url("wiki")]
        found, error = client.fetch(urls, rule=world.rule | {"profile": rule})
        assert 200 == found.status
        assert "wiki" in str(cause(error, "host-not-public"))

    def test_no_answer(self, world, client):
        """A name without an address is the client's error, without one of ours."""
        world.names["gone.example.com"] = []
        [error] = client.fetch([world.url("gone.example.com")], rule=world.rule)
        assert isinstance(error, client.failed)
        assert not isinstance(error.__cause__, IRIError)

    def test_a_look_up_that_fails(self, world, client):
        """So is a look-up that fails."""

        def fail():
            raise socket.gaierror(socket.EAI_AGAIN, "try again")

        world.names["failing.example.com"] = fail
        [error] = client.fetch([world.url("failing.example.com")], rule=world.rule)
        assert isinstance(error, client.failed)

    def test_what_is_refused_is_not_tried_again(self, world, client):
        """Retries are for networks."""
        option = {"requests": {"max_retries": 3}}.get(client.name, {"retries": 3})
        options = {} if client.name == "aiohttp" else {"transport": option}
        client.fetch([world.url("inside.example.com")], rule=world.rule, **options)
        assert ["inside.example.com"] == world.asked

    def test_a_profile_by_its_name(self, world, client):
        """A profile may have a name; what is not a profile is an error at once."""
        [error] = client.fetch([world.url()], rule=world.rule | {"profile": "public"})
        cause(error, "host-not-public")
        with pytest.raises(ValueError, match="profile must be"):
            client.ours(profile="private")
        with pytest.raises(TypeError, match="profile must be"):
            client.ours(profile=None)


class TestAddresses:
    """The next address is tried, within the client's limit."""

    def test_one_that_refuses(self, world, client):
        """Where nobody listens at the first address, the second one is asked."""
        world.names["two.example.com"] = [CLOSED, OUTSIDE]
        [found] = client.fetch([world.url("two.example.com")], rule=world.rule)
        assert 200 == found.status

    def test_all_refuse(self, world, client):
        """Where nobody listens at all, that is the client's error."""
        world.names["none.example.com"] = [CLOSED, "127.0.0.4"]
        [error] = client.fetch([world.url("none.example.com")], rule=world.rule)
        assert isinstance(error, client.failed)

    def test_one_that_never_answers(self, world, client):
        """It does not use up the limit for a connection."""
        world.silence(CLOSED)
        world.names["slow.example.com"] = [CLOSED, OUTSIDE]
        options = {} if client.name == "aiohttp" else {"request": client.limit(1)}
        start = monotonic()
        [found] = client.fetch([world.url("slow.example.com")], rule=world.rule, **options)
        assert 200 == found.status
        assert monotonic() - start < 5

    def test_none_answers(self, world, client):
        """The limit for a connection holds for all addresses together."""
        world.silence(CLOSED)
        world.silence("127.0.0.4")
        world.names["slow.example.com"] = [CLOSED, "127.0.0.4"]
        start = monotonic()
        url = world.url("slow.example.com")
        [error] = client.fetch([url], rule=world.rule, request=client.limit(0.3))
        assert isinstance(error, client.failed)
        assert monotonic() - start < 3

    @pytest.mark.usefixtures("with_ipv6")
    def test_ipv6(self, world, client):
        """A name with an IPv6 address is reached, and so is that address in the text."""
        server = world.serve("::1")
        rule = replace(RULE, allow_hosts=[*RULE.allow_hosts, "::1"])
        world.names["six.example.com"] = ["::1", OUTSIDE]
        urls = [world.url("six.example.com"), world.url("[::1]"), world.url("[0::1]")]
        found = client.fetch(urls, rule=world.rule | {"profile": rule})
        assert [200] * 3 == [each.status for each in found]
        assert 3 == len(server.seen)
        assert f"six.example.com:{world.port}" == server.seen[0].host
        [error] = client.fetch([urls[0]], rule=world.rule)
        cause(error, "host-not-public")

    def test_many_at_a_time(self, world, client):
        """A hundred names at a time are all reached, each with its own name."""
        for number in range(100):
            world.names[f"n{number}.example.com"] = [OUTSIDE]
        urls = [world.url(f"n{number}.example.com", f"/{number}") for number in range(100)]
        found = client.fetch(urls, rule=world.rule, together=True)
        assert [Answer(200, f"/{number}") for number in range(100)] == [
            each._replace(version="") for each in found
        ]
        hosts = {seen.path: seen.host.partition(":")[0] for seen in world.outside.seen}
        assert {f"/{number}": f"n{number}.example.com" for number in range(100)} == hosts

    def test_a_hundred_inside(self, world, client):
        """A hundred names that lead inside are all refused."""
        urls = [world.url(f"i{number}.example.com") for number in range(100)]
        for error in client.fetch(urls, rule=world.rule, together=True):
            cause(error, "host-not-public")


@pytest.mark.slow
def test_a_look_up_that_hangs(world, client):
    """It keeps neither the limit of a connection nor other requests of asynchronous clients."""
    if client.name in {"httpx", "httpx2", "requests"}:
        pytest.skip("no limit bounds a look-up there")
    go_on = threading.Event()
    world.names["hanging.example.com"] = lambda: go_on.wait(20) and [OUTSIDE]
    urls = [*[world.url("hanging.example.com")] * 50, world.url()]
    start = monotonic()
    try:
        *hung, found = client.fetch(urls, rule=world.rule, request=client.limit(3), together=True)
        assert monotonic() - start < 10
    finally:
        go_on.set()
    assert 200 == found.status
    assert all(isinstance(each, client.failed) for each in hung)


class TestRedirects:
    """A redirect is an address that somebody else wrote."""

    def test_inside(self, world, client):
        """It is judged as the first address was: its text, and what its name leads to."""
        targets = [world.url("127.0.0.2"), world.url("localhost"), world.url("inside.example.com")]
        urls = [world.url(path=to(target)) for target in targets]
        for error in client.fetch(urls, rule=world.rule):
            assert isinstance(error, client.refused)
            cause(error, "host-not-public")
        assert (3, []) == (len(world.outside.seen), world.inside.seen)

    def test_to_another_host(self, world, client):
        """The name of the other host is sent, in `Host` too; no header of the first one stays."""
        target = world.url("xn--fa-hia.example.com", "/é?q")
        [found] = client.fetch([world.url(path=to(target))], rule=world.rule)
        assert (200, "/%C3%A9?q") == found[:2]
        assert f"xn--fa-hia.example.com:{world.port}" == world.outside.seen[-1].host

    @pytest.mark.parametrize("is_strict", [False, True], ids=["repair", "strict"])
    def test_of_browsers(self, world, client, is_strict):
        """A redirect that browsers follow is followed, whatever the rule says of repairs."""
        rows = {
            "/ok?filter[name]=x": "/ok?filter%5Bname%5D=x",
            "/100%25": "/100%25",
            "/a|b": "/a%7Cb",
            "/ok?q={x}|^`": "/ok?q=%7Bx%7D%7C%5E%60",
            "/a b": "/a%20b",
            "x?filter[name]=x": "/x?filter%5Bname%5D=x",
            "/é": "/%C3%A9",
            "/a\u202eb": "/a%E2%80%AEb",
            "/a\u200bb": "/a%E2%80%8Bb",
        }
        rule = replace(RULE, repair=not is_strict)
        urls = [world.url(path=to(target)) for target in rows]
        found = client.fetch(urls, rule=world.rule | {"profile": rule})
        came = [unquote(each.text) for each in found]
        assert [unquote(each) for each in rows.values()] == came

    def test_octets(self, world, client):
        """Octets that are not UTF-8 are passed on, except by aiohttp."""
        if client.name == "aiohttp":
            pytest.skip("aiohttp reads its redirects itself")
        [found] = client.fetch([world.url(path="/to?/%E9")], rule=world.rule)
        assert "/%E9" == found.text

    @pytest.mark.parametrize(
        "target",
        ["http:127.0.0.2/", "///127.0.0.2/", "/\\127.0.0.2/", "http:\\\\127.0.0.2/", "http://[x/"],
    )
    def test_in_doubt(self, world, client, target):
        """What is read in different ways is the client's error."""
        [found] = client.fetch([world.url(path=to(target))], rule=world.rule)
        if client.name == "aiohttp" and isinstance(found, Answer):
            assert "%5C" in found.text or "127.0.0.2" in found.text
        elif client.name != "aiohttp":
            assert isinstance(found, client.unreadable)
            cause(found)
        assert [] == world.inside.seen

    def test_in_doubt_and_not_followed(self, world, client):
        """It is also where redirects are not followed; others are absolute there."""
        follow = {"httpx": "follow_redirects"}.get(client.name[:5], "allow_redirects")
        urls = [world.url(path=to("http:x")), world.url(path=to("/a b"))]
        error, found = client.fetch(urls, rule=world.rule, request={follow: False})
        assert 302 == found.status
        if client.name != "aiohttp":
            assert isinstance(error, client.unreadable)

    def test_the_body_is_sent_again(self, world, client):
        """A redirect that keeps the method keeps the body, and judges the next host."""
        content = "content" if client.name.startswith("httpx") else "data"
        urls = [
            world.url(path=to(world.url(host, "/x"), "keep"))
            for host in ("other.example.com", "inside.example.com")
        ]
        found, error = client.fetch(
            urls, rule=world.rule, request={"method": "POST", content: b"abc"}
        )
        assert 200 == found.status
        cause(error, "host-not-public")
        assert [("POST", b"abc")] * 3 == [(seen.method, seen.body) for seen in world.outside.seen]

    def test_cookies(self, world, client):
        """A cookie belongs to a name, not to the address that two names have."""
        urls = [world.url(path="/cookie"), world.url(path="/x"), world.url("other.example.com")]
        client.fetch(urls, rule=world.rule)
        sent = [seen.headers.get("Cookie") for seen in world.outside.seen]
        assert [None, "a=b", None] == sent

    def test_emoji(self, world, client):
        """A host that IDNA 2008 does not know is fetched; httpx asks for the header, at first."""
        url, host = world.url("xn--yp8h.example.com"), f"xn--yp8h.example.com:{world.port}"
        is_httpx = client.name in {"httpx", "httpx-async", "httpx-trio"}
        options = {"request": {"headers": {"Host": host}}} if is_httpx else {}
        [found] = client.fetch([url], rule=world.rule, **options)
        assert 200 == found.status
        [found] = client.fetch([world.url(path=to(url))], rule=world.rule)
        assert isinstance(found, client.unreadable if is_httpx else Answer)


class TestProxies:
    """A proxy would look names up by itself: it is not asked, and its password is not told."""

    @pytest.fixture
    def proxy(self, world, monkeypatch):
        """A proxy of the environment, at the address inside."""
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            address = f"http://me:secret@{INSIDE}:{world.port}"
            monkeypatch.setenv(name, address)
            monkeypatch.setenv(name.lower(), address)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)

    @pytest.mark.usefixtures("proxy")
    def test_of_the_environment(self, world, client):
        """It is ignored, at redirects too, where a client trusts the environment."""
        urls = [world.url(), world.url(path=to(world.url("other.example.com")))]
        found = client.fetch(urls, rule=world.rule, client={"trust_env": True})
        assert [200, 200] == [each.status for each in found]
        assert [] == world.inside.seen
        assert all("Proxy-Authorization" not in seen.headers for seen in world.outside.seen)

    def test_of_a_request(self, world, client):
        """So is one that is given for a request."""
        address = f"http://me:secret@{INSIDE}:{world.port}"
        options = {
            "requests": {"proxies": {"http": address}},
            "aiohttp": {"proxy": address},
        }.get(client.name)
        if options is None:
            pytest.skip("a request of httpx has no proxy")
        [found] = client.fetch([world.url()], rule=world.rule, request=options)
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


def test_public_by_default(client):
    """Without options, the rule is `PUBLIC`: a private address is refused at once."""
    for error in client.fetch(["http://127.0.0.1/", "http://[::1]/"], rule={}):
        cause(error, "host-not-public")
    assert PUBLIC.public


def test_what_is_refused_gives_its_place_back(world, client):
    """A pool of one connection serves on after requests that were refused, or failed."""
    option = {
        "requests": {"pool_block": True, "pool_maxsize": 1, "pool_connections": 1},
        "aiohttp": {"limit": 1},
    }.get(client.name)
    if option is None:
        limits = sys.modules[client.refused.__module__.partition(".")[0]].Limits
        option = {"limits": limits(max_connections=1)}
    world.names |= {"none.example.com": ["127.0.0.3"], "gone.example.com": []}
    refused = [
        world.url(host)
        for host in ("inside.example.com", "127.0.0.2", "none.example.com", "gone.example.com")
    ]
    *_, found = client.fetch([*refused * 3, world.url()], rule=world.rule, transport=option)
    assert 200 == found.status


def test_an_empty_redirect(world, client):
    """A redirect to nowhere ends, as the client has it."""
    [found] = client.fetch([world.url(path=to(" "))], rule=world.rule)
    assert client.name.startswith("httpx") or 302 == found.status
    assert [] == world.inside.seen
