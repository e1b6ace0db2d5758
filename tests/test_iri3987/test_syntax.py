"""`iri3987.syntax`: the predicates, the components, and what is said of text that fails."""

import pytest

from iri3987 import (
    IRI,
    IRIError,
    IRIReference,
)

NAMES = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
COMPONENTS = {
    "": (None, None, None, None, None, "", None, None),
    "?#": (None, None, None, None, None, "", "", ""),
    "a:": ("a", None, None, None, None, "", None, None),
    "//": (None, "", None, "", None, "", None, None),
    "//@:": (None, "@:", "", "", "", "", None, None),
    "http://h": ("http", "h", None, "h", None, "", None, None),
    "HTTP://u:p@Hé:080/p/é?q=é/?#f/?": (
        *("HTTP", "u:p@Hé:080", "u:p", "Hé", "080"),
        *("/p/é", "q=é/?", "f/?"),
    ),
    "http://a:b:c@h": ("http", "a:b:c@h", "a:b:c", "h", None, "", None, None),
    "ldap://[2001:db8::7]/c=GB": (
        *("ldap", "[2001:db8::7]", None, "[2001:db8::7]", None),
        *("/c=GB", None, None),
    ),
    "//u@[v1.a:b]:1": (None, "u@[v1.a:b]:1", "u", "[v1.a:b]", "1", "", None, None),
    "urn:a:b": ("urn", None, None, None, None, "a:b", None, None),
    "a:b//c": ("a", None, None, None, None, "b//c", None, None),
    "mailto:u@h": ("mailto", None, None, None, None, "u@h", None, None),
    "./a:b@c": (None, None, None, None, None, "./a:b@c", None, None),
    "///a": (None, "", None, "", None, "/a", None, None),
    "?a?b": (None, None, None, None, None, "", "a?b", None),
    "#a?b": (None, None, None, None, None, "", None, "a?b"),
}


@pytest.mark.parametrize(("text", "expected"), COMPONENTS.items(), ids=COMPONENTS)
def test_2_2_components(text, expected):
    """The components are the grammar's: absent is None, empty is "", nothing is changed."""
    reference = IRIReference(text)
    assert expected == tuple(getattr(reference, name) for name in NAMES)


# What fails: text -> code, component, position

FAULTS = {
    ":a": ("bad-scheme", "scheme", 0),
    "1a:b": ("bad-scheme", "scheme", 0),
    "aé:b": ("bad-scheme", "scheme", 1),
    "%41:b": ("bad-scheme", "scheme", 0),
    " http://a/": ("bad-scheme", "scheme", 0),
    "\ufeffhttp://a/": ("bad-scheme", "scheme", 0),
    "http://u\x00@h/": ("bad-character", "iuserinfo", 8),
    "http://u%@h/": ("bad-percent", "iuserinfo", 8),
    "http://a b/": ("bad-character", "ireg-name", 8),
    "http://a%2/": ("bad-percent", "ireg-name", 8),
    "http://a@b@c/": ("bad-character", "ireg-name", 10),
    "http://a[::1]/": ("bad-character", "ireg-name", 8),
    "http://[::1": ("bad-ip-literal", "IP-literal", 7),
    "http://[]/": ("bad-ip-literal", "IP-literal", 7),
    "http://[127.0.0.1]/": ("bad-ip-literal", "IP-literal", 7),
    "http://[fe80::1%25eth0]/": ("bad-ip-literal", "IP-literal", 15),
    "http://[::1]a/": ("bad-port", "port", 12),
    "http://a:b/": ("bad-port", "port", 9),
    "http://a:8_0/": ("bad-port", "port", 10),
    "http://a:٣/": ("bad-port", "port", 9),
    "http://a:80:80/": ("bad-port", "port", 11),
    "http:\\\\a": ("bad-character", "ipath", 5),
    "/a\n": ("bad-character", "ipath", 2),
    "/%": ("bad-percent", "ipath", 1),
    "/%4": ("bad-percent", "ipath", 1),
    "/%%34%31": ("bad-percent", "ipath", 1),
    "/%+1": ("bad-percent", "ipath", 1),
    "/\ue000": ("bad-character", "ipath", 1),
    "/a?\ud800": ("bad-character", "iquery", 3),
    "?%g0": ("bad-percent", "iquery", 1),
    "#\ue000": ("bad-character", "ifragment", 1),
    "#a#b": ("bad-character", "ifragment", 2),
    "#%": ("bad-percent", "ifragment", 1),
}


@pytest.mark.parametrize(("text", "expected"), FAULTS.items(), ids=map(ascii, FAULTS))
def test_2_2_faults(text, expected):
    """An error names the component and the first character at fault, and rests on 2.2."""
    with pytest.raises(IRIError) as caught:
        IRIReference(text)
    error = caught.value
    assert (*expected, "2.2") == (error.code, error.component, error.position, error.section)


FORMATTED = {
    "\u202ehttp://a/": ("scheme", 0),
    "http://\u200e@a/": ("iuserinfo", 7),
    "http://a\u202e/": ("ireg-name", 8),
    "http://a:\u202e/": ("port", 9),
    "/\u061c": ("ipath", 1),
    "?\u2066": ("iquery", 1),
    "#\u2069": ("ifragment", 1),
}


@pytest.mark.parametrize(("text", "expected"), FORMATTED.items(), ids=map(ascii, FORMATTED))
def test_4_1_faults(text, expected):
    """A bidirectional formatting character is told from others: the error rests on 4.1."""
    with pytest.raises(IRIError) as caught:
        IRIReference(text)
    error = caught.value
    assert ("bidi-formatting", "4.1") == (error.code, error.section)
    assert expected == (error.component, error.position)


@pytest.mark.parametrize("text", ["", "a", "//é/", "./a:b", "?a:b", "#a:b"])
def test_2_2_relative_reference_is_no_iri(text):
    """Where an IRI is wanted, a relative reference is refused for the scheme it lacks."""
    with pytest.raises(IRIError) as caught:
        IRI(text)
    error = caught.value
    assert ("not-absolute", "scheme", 0) == (error.code, error.component, error.position)


def test_2_2_first_fault_wins():
    """The first of several faults is reported, even where the scheme is missing too."""
    with pytest.raises(IRIError) as caught:
        IRI("/a b%zz")
    assert ("bad-character", 2) == (caught.value.code, caught.value.position)
