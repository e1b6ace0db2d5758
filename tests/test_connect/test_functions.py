"""`iri3987.http.connect`: what is judged, whatever the client."""

import socket
from dataclasses import replace

import pytest

from iri3987 import ANY, PUBLIC, IRIError
from iri3987.http.connect import addresses, check_request, one_of


def answering(*found):
    """Return a look-up that answers with the places *found*, and keeps what it is asked."""

    def look_up(host, port, **options):
        look_up.asked.append((host, port, options))
        return [(0, 0, 0, "", place) for place in found]

    look_up.asked = []
    return look_up


class TestAddresses:
    """One look-up, and every answer counts."""

    def test_one_look_up(self):
        """A name is looked up once, as `getaddrinfo` would be; its port is passed on."""
        look_up = answering(("9.9.9.9", 80), ("2620:fe::fe", 80, 0, 0), ("9.9.9.9", 80))
        assert ("9.9.9.9", "2620:fe::fe") == addresses("example.com", 80, look_up=look_up)
        assert [("example.com", 80, {"type": socket.SOCK_STREAM})] == look_up.asked

    @pytest.mark.parametrize("host", ["9.9.9.9", "9.9.9.9.", "2620:FE::0:fe", "[2620:fe::fe]"])
    def test_an_address_is_not_looked_up(self, host):
        """An address is returned in its one spelling."""
        look_up = answering()
        assert addresses(host, look_up=look_up)[0] in {"9.9.9.9", "2620:fe::fe"}
        assert [] == look_up.asked

    def test_only_some_are_tried(self):
        """The owner of a name does not choose how long a client tries, but all are judged."""
        found = [(f"9.9.9.{number}", 80) for number in range(20)]
        first = tuple(place[0] for place in found[:8])
        assert first == addresses("example.com", look_up=answering(*found))
        with pytest.raises(IRIError, match="host-not-public"):
            addresses("example.com", look_up=answering(*found, ("10.0.0.1", 80)))

    def test_inside(self):
        """An answer that is not public is refused, with its reason, behind a public one, too."""
        rows = {
            ("10.0.0.1", 80): "private",
            ("127.0.0.1", 80): "loopback",
            ("169.254.169.254", 80): "link-local",
            ("0.1.2.3", 80): "unspecified",
            ("::ffff:10.0.0.1", 80, 0, 0): "private",
            ("64:ff9b::7f00:1", 80, 0, 0): "loopback",
            ("2002:7f00:1::", 80, 0, 0): "tunnel",
            ("fe80::1%lo", 80, 0, 1): "link-local",
            ("2620:fe::fe%1", 80, 0, 1): "scoped",
            ("2620:fe::fe", 80, 0, 1): "scoped",
        }
        found = {}
        for place in rows:
            with pytest.raises(IRIError) as caught:
                addresses("example.com", look_up=answering(("9.9.9.9", 80), place))
            assert ("host-not-public", 0) == (caught.value.code, caught.value.position)
            found[place] = caught.value.params["why"]
        assert rows == found

    def test_lists(self):
        """The lists of the profile count: a name in them does not open its addresses."""
        rule = replace(PUBLIC, allow_hosts=["10.0.0.0/8", "db.internal"], deny_hosts=["10.0.0.9"])
        look_up = answering(("10.0.0.1",))
        assert ("10.0.0.1",) == addresses("a.example.com", 80, rule, look_up=look_up)
        for address, code in (("10.0.0.9", "host-not-allowed"), ("192.168.0.1", "host-not-public")):
            with pytest.raises(IRIError, match=code):
                addresses("db.internal", 80, rule, look_up=answering((address,)))

    def test_a_rule_that_is_not_public(self):
        """Then only what is denied is refused; an address keeps its scope."""
        rule = replace(ANY, deny_hosts=["10.0.0.9"])
        look_up = answering(("10.0.0.1", 80), ("fe80::1", 80, 0, 2))
        assert ("10.0.0.1", "fe80::1%2") == addresses("wiki", 80, rule, look_up=look_up)
        with pytest.raises(IRIError, match="host-not-allowed"):
            addresses("wiki", 80, rule, look_up=answering(("10.0.0.9", 80)))

    def test_names_are_mapped(self):
        """A name in Unicode is looked up as browsers map it, not by IDNA 2003."""
        look_up = answering(("9.9.9.9", 80))
        addresses("FAß.de", look_up=look_up)
        assert "xn--fa-hia.de" == look_up.asked[0][0]

    @pytest.mark.parametrize("host", ["a b", "a\0b", "fe80::1%lo", "", "a\ud800"])
    def test_not_a_name(self, host):
        """What cannot be a name is an `IRIError`, and is not looked up."""
        look_up = answering()
        with pytest.raises(IRIError, match="host-"):
            addresses(host, look_up=look_up)
        assert [] == look_up.asked

    @pytest.mark.parametrize("answer", [[], ["example.com"], [""], ["1.2.3"], [None]], ids=str)
    def test_nothing_is_found(self, answer):
        """No address is an `OSError`, as for `getaddrinfo`: all of none are not public."""
        with pytest.raises(socket.gaierror, match=r"has no address|cannot be looked up"):
            addresses("example.com", look_up=answering(*zip(answer, [80], strict=False)))

    def test_a_look_up_that_fails(self):
        """So is a label that is too long, for which `getaddrinfo` itself raises `UnicodeError`."""
        with pytest.raises(socket.gaierror, match="cannot be looked up"):
            addresses(f"{'a' * 64}.example.com")

    def test_not_text(self):
        """Another type is a mistake of the program."""
        with pytest.raises(TypeError):
            addresses(b"example.com")


def test_no_password_is_told():
    """A request to the host that a password hides is refused without a word of it."""
    with pytest.raises(IRIError) as caught:
        check_request("http://me:secret@example.com/", "me")
    assert "secret" not in str(caught.value)


class TestOneOf:
    """No address uses up the whole time."""

    @staticmethod
    def shares(timeout):
        """Return what two addresses get of the limit, where neither answers."""
        shares = []

        def connect(address, share):
            shares.append(share)
            raise TimeoutError(address)

        with pytest.raises(TimeoutError, match="second"):
            one_of(["first", "second"], timeout, connect, (TimeoutError,))
        return shares

    def test_the_rest_is_shared(self):
        """Each address has its part of what is left, which is never nothing."""
        half, rest = self.shares(10)
        assert half <= 5
        assert 9 < rest <= 10
        assert [0.0005, 0.001] == self.shares(0)
        assert [None, None] == self.shares(None)

    def test_another_error(self):
        """Only a failure of the network leads to the next address."""
        with pytest.raises(ZeroDivisionError):
            one_of(["first", "second"], None, lambda *_: 1 / 0, (OSError,))
