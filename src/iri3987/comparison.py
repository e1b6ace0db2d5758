"""RFC 3987 section 5: normalization and comparison.

https://www.rfc-editor.org/rfc/rfc3987#section-5.3

The comparison ladder of section 5.3, a function a rung, in the RFC's order. Each rung does its
own work alone; `normalize` climbs to a level:

- "string" (5.3.1): nothing is changed;
- "syntax" (5.3.2): case, percent-encoding and path segments, as the generic syntax has them;
- "scheme" (5.3.3): and what `iri3987.scheme` knows of the scheme.

Character normalization (5.3.2.2) is on no level: equivalence "MUST rely on the assumption that
IRIs are appropriately pre-character-normalized". Protocol-based normalization (5.3.4) would need
the network.

All this is for local comparison. What is stored or sent on is the original (5.3.2.3).
"""

import re
import unicodedata
from itertools import groupby
from typing import Literal

from iri3987 import grammar, unicode14
from iri3987._components import Components, require, shield, split, unsplit, unsplit_authority
from iri3987._domain_name import unicode_in
from iri3987._errors import iri_error
from iri3987._text import exact
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii
from iri3987.mapping import align, percent_encode
from iri3987.resolution import remove_dot_segments
from iri3987.scheme import DEFAULT_PORT, DOMAIN_NAME, EMPTY_PATH_IS_ROOT
from iri3987.syntax import is_iri_reference

__all__ = [
    "Level",
    "comparison_key",
    "equivalent",
    "key_digest",
    "normalize",
    "normalize_case",
    "normalize_characters",
    "normalize_path_segments",
    "normalize_percent_encoding",
    "normalize_scheme",
]

#: How much `normalize` and `comparison_key` take for the same.
Level = Literal["syntax", "scheme"]

_TRIPLET = re.compile(grammar.PCT_ENCODED)
# What has a meaning where it stands, and ".", of which dot-segments are made.
_DELIMITERS = re.compile(f"[{grammar.RESERVED}%.]")

# 5.3.2. Syntax-Based Normalization


def normalize_case(iri: str, /) -> str:
    """Return *iri* with scheme and ASCII host in lower case, hexadecimal digits in upper (5.3.2.1).

    Raises `IRIError` where *iri* is not an IRI reference; so does every function here.

    >>> normalize_case("HTTP://www.EXAMPLE.com/%7e")
    'http://www.example.com/%7E'
    """
    require(iri, grammar.IRI_REFERENCE)
    return _upper_triplets(_text(_normalize_case(split(iri))))


def _normalize_case(parts: Components) -> Components:
    """Return *parts* with scheme and ASCII host in lower case; the triplets are for the end."""
    scheme, host = parts.scheme, parts.host
    if scheme is not None:
        scheme = scheme.lower()
    if host is not None and host.isascii():
        host = host.lower()
    return parts._replace(scheme=scheme, host=host)


def _upper_triplets(iri: str) -> str:
    if "%" not in iri:
        return iri
    return _TRIPLET.sub(lambda match: match[0].upper(), iri)


def _text(parts: Components) -> str:
    """Return the reference that has *parts*, of which the authority is read from its own parts."""
    scheme, _, userinfo, host, port, path, query, fragment = parts
    authority = None if host is None else unsplit_authority(userinfo, host, port)
    return unsplit(scheme, authority, path, query, fragment)


def normalize_characters(iri: str, /, *, form: unicode14.Form = "NFC") -> str:
    r"""Return *iri* in a Unicode normalization form (5.3.2.2).

    Not part of any other rung: only who creates an IRI may do this. Raises `IRIError`
    ("not-normalizable") where it would make or take away a delimiter.

    >>> normalize_characters("/re\u0301sume\u0301") == "/résumé"
    True
    """
    iri = require(iri, grammar.IRI_REFERENCE)
    if form not in {"NFC", "NFD", "NFKC", "NFKD"}:
        raise ValueError(f"there is no normalization form {form!r}")
    if iri.isascii():
        return iri
    # Between the delimiters, each text for itself: none may merge with one, or hold one then.
    texts = [_normalize_unicode(text, form) for text in _DELIMITERS.split(iri)]
    delimiters = [*_DELIMITERS.findall(iri), ""]
    result = "".join(text + end for text, end in zip(texts, delimiters, strict=True))
    merges = result != _normalize_unicode(iri, form)
    if merges or any(map(_DELIMITERS.search, texts)) or not is_iri_reference(result):
        reason = f"{form} would make or take away a delimiter"
        raise iri_error(iri, "not-normalizable", reason)
    return result


def _normalize_unicode(text: str, form: unicode14.Form) -> str:
    """Return what `unicode14.normalize` does, in linear time.

    It sorts a run of combining marks by insertion, which takes minutes for a megabyte of them.
    So each character is decomposed, and each run sorted, before it gets them.
    """
    return "".join(_normalize_known(piece, form) + newer for piece, newer in unicode14.pieces(text))


def _normalize_known(text: str, form: unicode14.Form) -> str:
    """Do so for *text* of Unicode 14.0, whose normalization forms are the same in every version."""
    decomposition: unicode14.Form = "NFKD" if form in {"NFKC", "NFKD"} else "NFD"
    decomposed = "".join(unicodedata.normalize(decomposition, character) for character in text)
    runs = groupby(decomposed, key=lambda character: unicodedata.combining(character) > 0)
    ordered = "".join(
        "".join(sorted(run, key=unicodedata.combining) if is_marks else run)
        for is_marks, run in runs
    )
    return unicodedata.normalize(form, ordered)


def normalize_percent_encoding(iri: str, /) -> str:
    """Return *iri* with everything percent-encoded that must be, and nothing else (5.3.2.3).

    That is RFC 3987's alignment of percent-encoding: to a URI, and from there to an IRI.

    >>> normalize_percent_encoding("http://example.org/%7euser/ros%C3%A9")
    'http://example.org/~user/rosé'
    """
    iri = require(iri, grammar.IRI_REFERENCE)
    return align(iri)


def normalize_path_segments(iri: str, /) -> str:
    """Return *iri*, if it has a scheme, without dot-segments (5.3.2.4).

    In a relative reference they are what it says, and stay.

    >>> normalize_path_segments("example://a/./b/../b/c")
    'example://a/b/c'
    """
    require(iri, grammar.IRI_REFERENCE)
    return _text(_normalize_path_segments(split(iri)))


def _normalize_path_segments(parts: Components) -> Components:
    # Where no segment begins with a dot, none is a dot-segment.
    if parts.scheme is None or ("/." not in parts.path and not parts.path.startswith(".")):
        return parts
    path = remove_dot_segments(parts.path)
    return parts._replace(path=shield(parts.scheme, parts.authority, path))


# 5.3.3. Scheme-Based Normalization


def normalize_scheme(iri: str, /) -> str:
    """Return *iri* with what its scheme takes for the same made the same (5.3.3).

    A default port goes, an empty path becomes "/", and a domain name is written in characters:
    "for legibility purposes, they SHOULD NOT be converted into ASCII Compatible Encoding".

    >>> normalize_scheme("http://xn--rsum-bpad.example.org:80")
    'http://résumé.example.org/'
    """
    require(iri, grammar.IRI_REFERENCE)
    return _text(_normalize_scheme(split(iri), in_unicode=True))


def _normalize_scheme(parts: Components, *, in_unicode: bool) -> Components:
    """Do as `normalize_scheme`, with a domain name in characters or as it stands in the DNS."""
    scheme = (parts.scheme or "").lower()
    host, port, path = parts.host, parts.port, parts.path
    if host and scheme in DOMAIN_NAME:
        host = _normalize_host(host, in_unicode=in_unicode)
    if port is not None and scheme in DEFAULT_PORT:
        port = port.lstrip("0") or port[:1]
        if port in {"", DEFAULT_PORT[scheme]}:
            port = None
    if path == "" and scheme in EMPTY_PATH_IS_ROOT and host is not None:
        path = "/"
    return parts._replace(host=host, port=port, path=path)


def _normalize_host(host: str, *, in_unicode: bool) -> str:
    if host.startswith("["):
        from iri3987.address import address_of, canonical

        address = address_of(host)
        return host if address is None else f"[{canonical(address)}]"
    try:
        name = host_to_ascii(host)
    except IRIError:
        # What cannot be a domain name is equivalent to itself alone.
        return host
    return unicode_in(name) if in_unicode else name


# 5.3. The ladder


def normalize(iri: str, /, *, level: Level = "syntax") -> str:
    """Return the normal form of *iri* at *level*, as an IRI.

    >>> normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9")
    'example://a/b/c/%7Bfoo%7D/rosé'
    """
    return _climb(iri, level, in_unicode=True)


def equivalent(a: str, b: str, /, *, level: Literal["string"] | Level = "string") -> bool:
    """Tell whether *a* and *b* are equivalent at *level*: "false negatives" shrink as it rises.

    >>> equivalent("http://example.com", "http://example.com:80/", level="scheme")
    True
    """
    if level == "string":
        # 5.3.1. Simple String Comparison
        a = require(a, grammar.IRI_REFERENCE)
        b = require(b, grammar.IRI_REFERENCE)
        return a == b
    return _climb(a, level) == _climb(b, level)


def comparison_key(iri: str, /, *, level: Level = "scheme") -> str:
    """Return an ASCII text that is equal for two IRIs exactly when they are `equivalent`.

    It begins with a version, which changes when keys do: keys of two versions tell nothing.

    >>> comparison_key("HTTP://Faß.de") == comparison_key("http://xn--fa-hia.de/")
    True
    """
    return f"{_KEY_VERSION}:{percent_encode(_climb(iri, level))}"


_KEY_VERSION = 1


def key_digest(text: str, /, *, level: Level = "scheme") -> str:
    """Return `comparison_key` of *text* in 66 ASCII characters, for a unique column or an index.

    It is SHA-256 of the key, after the key's version. Text that is not an IRI reference has a
    digest too, under "0", of the text itself: no other text has it, so it can be stored beside the
    others.

    A later version of ``idna`` knows more characters, so a host that was not a domain name can
    become one, and get another digest. No host that the profile `WEB` accepted does. Where other
    hosts are stored, compute the digests anew after an upgrade of ``idna``.

    >>> key_digest("HTTP://Faß.de") == key_digest("http://xn--fa-hia.de/")
    True
    """
    from hashlib import sha256

    try:
        version, key = _KEY_VERSION, comparison_key(text, level=level)
    except IRIError:
        version, key = 0, exact(text)
    return f"{version}:{sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _climb(iri: str, level: Level, *, in_unicode: bool = False) -> str:
    """Return *iri* after each rung up to *level*; what is checked once need not be again."""
    if level not in {"syntax", "scheme"}:
        raise ValueError(f"there is no level {level!r}")
    plain = require(iri, grammar.IRI_REFERENCE)
    aligned = align(plain)
    # A value may have been taken apart before.
    parts = split(iri if aligned == plain else aligned)
    parts = _normalize_path_segments(_normalize_case(parts))
    if level == "scheme":
        parts = _normalize_scheme(parts, in_unicode=in_unicode)
    return _upper_triplets(_text(parts))
