"""UTS #58 section 4: how an address is written so that it is found whole in running text.

`minimally_escaped` is the converse of `iri3987.text.find`: what would end an address is encoded.

Choice: the result is an IRI (RFC 3987 section 2.2), so ``"`` and "%" stay percent-encoded, which
UTS #58 leaves as they are. Likewise what always ends an address for `find`, as "、".

Choice: a delimiter of components is not percent-encoded. Behind an empty query at the end, there is
an empty fragment; behind an authority that ends with "." or ":", there is "/", as in http.

Choice: a host stays in Unicode if it is found so, else it becomes A-labels.
"""

from iri3987._unicode._link_terms import CLOSING_QUOTES
from iri3987._unicode.patterns import late
from iri3987.exceptions import IRIError
from iri3987.mapping import to_uri
from iri3987.profile import ANY
from iri3987.syntax import grammar
from iri3987.syntax.components import Components, split, unsplit, validate
from iri3987.syntax.percent import encode, encode_all, encode_run, normalize_percent_encoding
from iri3987.text.boundaries import IN_CONTEXT, go_through
from iri3987.text.search import Search

_CLOSING_QUOTE = late(rf"[{CLOSING_QUOTES}]\Z")
#: Punctuation that could end an address inside a userinfo.
_PUNCTUATION = late("[!'(),;]")


def minimally_escaped(iri: str, /) -> str:
    """Return *iri* readable, but so that it is found whole in running text (UTS #58 section 4).

    Put it into plain text, such as that of a mail: `find` and the programs of readers do not leave
    out its end. It maps to the same URI as *iri*, but that punctuation may be percent-encoded that
    was not. Raises `IRIError` for text that is not an IRI or a reference.

    >>> minimally_escaped("https://example.org/stra%C3%9Fe.")
    'https://example.org/straße%2E'
    >>> minimally_escaped("https://example.org/a(b))?c=%E3%80%82d")
    'https://example.org/a(b)%29?c=%E3%80%82d'
    """
    iri = validate(iri, grammar.IRI_REFERENCE)
    parts = split(iri)
    shown = split(normalize_percent_encoding(iri))
    rest = _escaped(unsplit(shown._replace(scheme=None, host=None)))
    written = _with_authority(parts, parts.host, rest)
    if parts.host is None or parts.host.isascii() or _is_found(written):
        return written
    return _with_authority(parts, _host_in_ascii(parts.scheme, parts.host), rest)


def _escaped(rest: str) -> str:
    """Return *rest*, what follows the authority, with what would end the address encoded."""
    pieces: list[str] = []
    opened: list[str] = []
    start = 0
    while True:
        end, cut = go_through(rest, start, len(rest), opened)
        if cut == len(rest):
            break
        pieces.append(rest[start:cut])
        start = cut + 1
        # A variation selector belongs to what is encoded.
        while IN_CONTEXT.match(rest, start):
            start += 1
        pieces.append(encode_all(rest[cut:start]))
    tail = rest[start:]
    if end < len(rest) or _CLOSING_QUOTE.search(tail):
        # "?" alone is not in the query: it begins it. Elsewhere the last mark keeps the others.
        begins_query = tail[-1] == "?" and rest.find("?") == len(rest) - 1 and "#" not in rest
        tail = f"{tail}#" if begins_query else tail[:-1] + encode_all(tail[-1])
    return "".join([*pieces, tail])


def _with_authority(parts: Components, host: str | None, rest: str) -> str:
    userinfo = parts.userinfo
    if userinfo is not None:
        userinfo = _PUNCTUATION.sub(encode_run, encode(userinfo))
    start = unsplit(Components(parts.scheme, userinfo, host, parts.port, "", None, None))
    needs_end = host is not None and start.endswith((".", ":"))
    return f"{start}{rest or '/' * needs_end}"


def _is_found(written: str) -> bool:
    found = next(iter(Search(written, ANY, bare=False, emails=False)), None)
    return found is not None and (found.start, found.end) == (0, len(written))


def _host_in_ascii(scheme: str | None, host: str) -> str:
    before = f"{scheme or 'http'}://"
    try:
        return to_uri(f"{before}{host}").removeprefix(before)
    except IRIError:
        return encode(host)
