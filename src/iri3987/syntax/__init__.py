"""RFC 3987 sections 2.2 and 4.1: whether a text is an IRI, an IRI reference, or a URI.

How a text becomes an IRI, a verdict, a key and a link
------------------------------------------------------

Every journey begins here. `patterns.ordinary` matches a text once with one small regular
expression. Most addresses match: they have no userinfo, no IP-literal and no private character.
Other texts are matched with a rule of `grammar`, which has the RFC's ABNF in the RFC's order.
`components` knows two verbs: `validate` returns the text or raises what `errors` finds wrong with
it, and `parse` makes a value or returns None.

- *An IRI* (`iri3987.values`) is the text itself, as a `str` whose class is the proof that it was
  validated. It is split into its components when one of them is first asked for.
- *A URI* (`iri3987.mapping`) is the IRI with its host as A-labels (`iri3987.host`) and every other
  non-ASCII character percent-encoded. Text that lacks only that is repaired (`mapping.repair`).
- *A verdict* (`iri3987.profile`) asks the length, the grammar, the scheme, the host, and the length
  of the URI, in this order. An ordinary address of the web whose host is plain needs no more than
  the match and a look into a cache. `iri3987.inspection` says what can mislead in a text that is
  accepted; `iri3987.messages` says both to people.
- *A key* (`iri3987.comparison`) is the normal form at the top of the ladder of section 5.3, as a
  digest with a version. It compares what a link leads to, so text is repaired before.
- *A link* (`iri3987.html`) has the URI in its ``href`` and `iri3987.display` as its label. It is
  written only if `profile.LINK` accepts the address.

Rooms import rooms below them: `_unicode`, `codes`, `syntax`, `host`, `mapping`, `appearance` and
`inspection`, `comparison`, `values`, `profile`, and then the rooms for one use each. Two look up:
the hooks of our values and of `Profile` import `adapters.pydantic` when pydantic calls them, and
`mapping.mailto` imports `values`, because it makes IRIs.

Doubts. The shortcut restates the grammar: a test holds it against the rules, and `matches` would be
right alone, in twice the time. RFC 3987 allows what no browser opens (``http://-/``), and forbids
what every browser opens (``/a b``): profiles and repair live from that gap, and a stricter reader
may want neither. Which host a name *means* follows the URL Standard, which is newer and changes.
"""

from iri3987._unicode.text import exact
from iri3987.syntax import grammar
from iri3987.syntax.components import is_valid
from iri3987.syntax.patterns import matches, ordinary


def is_iri(text: str, /) -> bool:
    """Return whether *text* is an IRI: with a scheme, and possibly a fragment (RFC 3987 2.2, 4.1).

    >>> is_iri("http://例え.テスト/"), is_iri("//例え.テスト/"), is_iri("http://a b/")
    (True, False, False)
    """
    if type(text) is str:
        return ordinary(text) is not None or matches(text, grammar.IRI)
    return is_valid(text, grammar.IRI)


def is_iri_reference(text: str, /) -> bool:
    """Return whether *text* is an IRI or a relative reference (RFC 3987 2.2, 4.1).

    >>> is_iri_reference("../résumé#œuvre"), is_iri_reference("%zz")
    (True, False)
    """
    return is_valid(text, grammar.IRI_REFERENCE)


def is_absolute_iri(text: str, /) -> bool:
    """Return whether *text* is an absolute-IRI: with a scheme, without a fragment (RFC 3987 2.2).

    >>> is_absolute_iri("urn:例:1"), is_absolute_iri("urn:例:1#2")
    (True, False)
    """
    return is_iri(text) and "#" not in exact(text)


def is_uri(text: str, /) -> bool:
    """Return whether *text* is a URI (RFC 3986): an IRI in US-ASCII.

    >>> is_uri("http://example.org/%C3%A9"), is_uri("http://example.org/é")
    (True, False)
    """
    return is_iri(text) and exact(text).isascii()


def is_uri_reference(text: str, /) -> bool:
    """Return whether *text* is a URI-reference (RFC 3986): an ASCII IRI-reference.

    >>> is_uri_reference("?q=%C3%A9"), is_uri_reference("?q=é")
    (True, False)
    """
    return is_iri_reference(text) and exact(text).isascii()
