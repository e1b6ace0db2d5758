"""RFC 3987 section 5: normalization and comparison.

The comparison ladder of section 5.3: one function for each rung, in the RFC's order. `normalize`
applies the steps up to a level, and `equivalent` tells the levels.

Character normalization (5.3.2.2) does not belong to a level: equivalence "MUST rely on the
assumption that IRIs are appropriately pre-character-normalized". Protocol-based normalization
(5.3.4) would need the network.

All this is for local comparison. Store and send the original (5.3.2.3).
"""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Literal, get_args

from iri3987._unicode import version14
from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact, not_one_of
from iri3987.comparison.scheme_based import normalize_parts, without_components
from iri3987.exceptions import IRIError
from iri3987.host.domain_name import plain_to_ascii, plain_web
from iri3987.mapping.repair import repair
from iri3987.schemes import MAILBOXES, NAMESPACE
from iri3987.syntax import grammar, is_iri_reference, percent
from iri3987.syntax.components import Components, is_valid, shield, split, unsplit, validate
from iri3987.syntax.errors import iri_error
from iri3987.syntax.percent import TRIPLET, encode
from iri3987.syntax.resolution import remove_dot_segments

if TYPE_CHECKING:
    import hashlib

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
    "preferred",
]

#: How many of the ladder's steps `normalize` and `comparison_key` apply.
Level = Literal["syntax", "scheme"]

# The delimiters, and "." because dot-segments consist of it.
_DELIMITERS = late(f"[{grammar.RESERVED}%.]")


def normalize_case(iri: str, /) -> str:
    """Return *iri* with scheme and ASCII host in lower case, hexadecimal digits in upper (5.3.2.1).

    Raises `IRIError` if *iri* is not an IRI reference; so does every function here.

    >>> normalize_case("HTTP://www.EXAMPLE.com/%7e")
    'http://www.example.com/%7E'
    """
    validate(iri, grammar.IRI_REFERENCE)
    return _upper_triplets(unsplit(_normalize_case(split(iri))))


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
    return TRIPLET.sub(lambda match: match[0].upper(), iri)


def normalize_characters(iri: str, /, *, form: version14.Form = "NFC") -> str:
    r"""Return *iri* in a Unicode normalization form (5.3.2.2).

    The other functions never do this: only the creator of an IRI may normalize its characters.
    Raises `IRIError` ("not-normalizable") if that would add or remove a delimiter.

    >>> normalize_characters("/re\u0301sume\u0301") == "/résumé"
    True
    """
    iri = validate(iri, grammar.IRI_REFERENCE)
    if form not in (known := get_args(version14.Form)):
        raise not_one_of("form", form, known)
    if iri.isascii():
        return iri
    # None of the texts between the delimiters may merge with a delimiter, or hold one afterwards.
    texts = [version14.normalize_long(form, text) for text in _DELIMITERS.split(iri)]
    delimiters = [*_DELIMITERS.findall(iri), ""]
    result = "".join(text + end for text, end in zip(texts, delimiters, strict=True))
    merges = result != version14.normalize_long(form, iri)
    if merges or any(map(_DELIMITERS.search, texts)) or not is_iri_reference(result):
        reason = f"expected text whose delimiters {form} does not change"
        raise iri_error(iri, "not-normalizable", reason)
    return result


def normalize_percent_encoding(iri: str, /) -> str:
    """Return *iri* with only those characters percent-encoded that must be (5.3.2.3).

    The result is that of a conversion to a URI, and back to an IRI.

    >>> normalize_percent_encoding("http://example.org/%7euser/ros%C3%A9")
    'http://example.org/~user/rosé'
    """
    iri = validate(iri, grammar.IRI_REFERENCE)
    return percent.normalize_percent_encoding(iri)


def normalize_path_segments(iri: str, /) -> str:
    """Return *iri* without dot-segments, if it has a scheme (5.3.2.4).

    They stay in a relative reference, where they are significant, in a URN and in "mailto:".

    >>> normalize_path_segments("example://a/./b/../b/c")
    'example://a/b/c'
    """
    validate(iri, grammar.IRI_REFERENCE)
    return unsplit(_normalize_path_segments(split(iri)))


def _normalize_path_segments(parts: Components) -> Components:
    # Where no segment begins with a dot, none is a dot-segment.
    if parts.scheme is None or ("/." not in parts.path and not parts.path.startswith(".")):
        return parts
    # Choice: text of these schemes that differs in "a/../" names different resources.
    if not parts.path.startswith("/") and parts.scheme.lower() in NAMESPACE | MAILBOXES:
        return parts
    return shield(parts._replace(path=remove_dot_segments(parts.path)))


def normalize_scheme(iri: str, /) -> str:
    """Return *iri* in the normal form that its scheme defines (5.3.3).

    A default port is removed, an empty path becomes "/", and a domain name, of a mailbox too, is
    written in Unicode: "for legibility purposes, they SHOULD NOT be converted into ASCII Compatible
    Encoding". "localhost" in a file IRI is removed, and the namespace of a URN is in lower case.

    >>> normalize_scheme("http://xn--rsum-bpad.example.org:80")
    'http://résumé.example.org/'
    >>> normalize_scheme("file://localhost/a"), normalize_scheme("urn:ISBN:0451450523#page1")
    ('file:///a', 'urn:isbn:0451450523#page1')
    >>> normalize_scheme("mailto:Me@EXAMPLE.org,You@xn--fa-hia.de")
    'mailto:Me@example.org,You@faß.de'
    """
    validate(iri, grammar.IRI_REFERENCE)
    return unsplit(normalize_parts(split(iri), in_unicode=True))


def normalize(iri: str, /, *, level: Level = "scheme") -> str:
    """Return the normal form of *iri* at *level*, as an IRI (5.3).

    Raises `IRIError` if *iri* is not an IRI reference.

    >>> normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9")
    'example://a/b/c/%7Bfoo%7D/rosé'
    >>> normalize("http://example.com:80"), normalize("http://example.com:80", level="syntax")
    ('http://example.com/', 'http://example.com:80')
    """
    return _normalized(iri, level, in_unicode=True)


def equivalent(a: str, b: str, /, *, level: Literal["string"] | Level = "scheme") -> bool:
    """Return whether *a* and *b* are equivalent at *level*: whether they lead to the same place.

    "string" compares characters, as ``==`` does (5.3.1). "syntax" ignores differences of case,
    percent-encoding and dot-segments (5.3.2), "scheme" also default ports, the spelling of the
    host, and what else a scheme defines to be the same (5.3.3).

    All but "string" compare what `iri3987.repair` makes of text that lacks only percent-encoding.
    Raises `IRIError` if one of the two is neither an IRI reference nor such text.

    >>> equivalent("http://example.com", "http://example.com:80/")
    True
    >>> equivalent("http://example.com", "http://example.com:80/", level="syntax")
    False
    >>> equivalent("http://example.com/?a|b", "http://example.com/?a%7Cb")
    True
    >>> equivalent("urn:example:a#b", "URN:EXAMPLE:a"), equivalent("http://a/#b", "http://a/")
    (True, False)
    """
    if level not in {"string", "syntax", "scheme"}:
        raise not_one_of("level", level, ("string", "syntax", "scheme"))
    if level == "string":
        # 5.3.1. Simple String Comparison
        for text in (a, b):
            if not is_valid(text, grammar.IRI_REFERENCE):
                repair(text)
        return exact(a) == exact(b)
    return compared(a, level) == compared(b, level)


def comparison_key(iri: str, /, *, level: Level = "scheme") -> str:
    """Return an ASCII text that is equal for two texts exactly when they are `equivalent`.

    It begins with a version, which changes when keys change: do not compare keys of two versions.
    Raises `IRIError` as `equivalent` does.

    >>> comparison_key("HTTP://Faß.de") == comparison_key("http://xn--fa-hia.de/")
    True
    >>> comparison_key("http://example.org/a b")
    '1:http://example.org/a%20b'
    """
    return f"{_KEY_VERSION}:{encode(compared(iri, level))}"


#: A stored key is a promise: tests/vectors/keys.jsonl fails if one changes without this.
_KEY_VERSION = 1


def key_digest(
    text: str, /, *, level: Level = "scheme", policy: Callable[[str], str] | None = None
) -> str:
    """Return `comparison_key` of *text* in 66 ASCII characters, for a unique column or an index.

    It is the key's version and the SHA-256 of the key. For text without a key, which
    `iri3987.repair` refuses, it is version "0" and the SHA-256 of the text: a column can hold both.

    *policy* is a rule of a project, such as those of `iri3987.comparison.policy`: the digest is
    that of what it makes of the normal form at *level*, so equivalent texts have equal digests. It
    gets text without a normal form as it is. If it raises `IRIError`, the digest is version "0" and
    the SHA-256 of what it got. Raises `TypeError` if it returns anything but text.

    Later versions of ``idna`` know more characters, so a host that was not a domain name can become
    one, and get another digest, unless the profile `WEB` accepted it. If you store other hosts,
    compute the digests anew after an upgrade of ``idna``.

    >>> key_digest("HTTP://Faß.de") == key_digest("http://xn--fa-hia.de/")
    True
    >>> from iri3987.comparison.policy import without_fragment
    >>> key_digest("HTTP://a.example/#b", policy=without_fragment) == key_digest("http://a.example")
    True
    """
    if policy is not None:
        try:
            form = compared(text, level, in_unicode=True)
        except IRIError:
            form = exact(text)
        try:
            text = policy(form)
        except IRIError:
            return digest(0, form)
        if not isinstance(text, str):
            raise TypeError(f"the policy of a key returns str, not {type(text).__name__}")
    try:
        return digest(_KEY_VERSION, comparison_key(text, level=level))
    except IRIError:
        return digest(0, exact(text))


def compared(text: str, level: Level, /, *, in_unicode: bool = False) -> str:
    """Return what is compared: the normal form of *text*, which is repaired if it has none."""
    try:
        form = _normalized(text, level, in_unicode=in_unicode)
    except IRIError:
        form = _normalized(repair(text), level, in_unicode=in_unicode)
    return without_components(form) if form.startswith("urn:") and level == "scheme" else form


def _normalized(iri: str, level: Level, *, in_unicode: bool) -> str:
    """Return *iri* after each rung up to *level*. Only the first rung checks it."""
    if level not in {"syntax", "scheme"}:
        raise not_one_of("level", level, ("syntax", "scheme"))
    plain = exact(iri)
    match = plain_web(plain)
    if match is None:
        validate(iri, grammar.IRI_REFERENCE)
    aligned = percent.normalize_percent_encoding(plain)
    if aligned != plain:
        match = plain_web(aligned)
    if match and _is_normal(match):
        host = match[2]
        if not (in_unicode or level == "syntax" or host.isascii()):
            aligned = f"{match[1]}://{plain_to_ascii(host)}{aligned[match.end(2) :]}"
        return _upper_triplets(aligned)
    # A value may have been taken apart before.
    parts = split(iri if aligned == plain else aligned)
    parts = _normalize_path_segments(_normalize_case(parts))
    if level == "scheme":
        parts = normalize_parts(parts, in_unicode=in_unicode)
    return _upper_triplets(unsplit(parts))


def _is_normal(match: re.Match[str]) -> bool:
    """Return whether port and path in *match*, of `plain_web`, are normal but for "%c3"."""
    text, end = match.string, match.end(3 if match[3] else 2)
    return match[3] not in {"80", "443"} and text.startswith("/", end) and text.find("/.", end) < 0


def digest(version: int, key: str, /) -> str:
    """Return *version* and the SHA-256 of *key*, which may be any text."""
    return f"{version}:{_sha256()(key.encode('utf-8', 'surrogatepass')).hexdigest()}"


@cache
def _sha256() -> Callable[[bytes], "hashlib._Hash"]:
    """Return the function. An import statement takes twice as long as the hash."""
    from hashlib import sha256

    return sha256


def preferred(iri: str, /, *, form: Literal["NFC", "NFKC"] = "NFKC") -> str:
    r"""Return the form in which to publish *iri*, for anyone who creates it (7.5).

    It is the normal form at the level "scheme", with its characters in the Unicode normalization
    *form*: "newly created resource names should generally be in NFKC". The list "Preferred Forms"
    in draft-duerst-iri-06 has the same steps, and "NFKC or NFC".

    Choice: the query is always in NFC, because 7.5 has a search for the "fi" ligature there. Where
    NFKC would add or remove a delimiter, NFC is used, and where NFC would, nothing is done.

    This is for new names: the result may name something else than an *iri* that is in use already.
    What a function cannot choose is reported by `iri3987.inspect`, such as scripts that are mixed.
    Raises `IRIError` if *iri* is not an IRI reference.

    >>> preferred("HTTP://Faß.de:80/./café/ﬁle?q=ﬁ#%7etop")
    'http://faß.de/café/file?q=ﬁ#~top'
    """
    if form not in {"NFC", "NFKC"}:
        raise not_one_of("form", form, ("NFC", "NFKC"))
    parts = split(normalize(iri))
    rest = _where_possible(unsplit(parts._replace(query=None)), form)
    query = None if parts.query is None else _where_possible(f"?{parts.query}", "NFC")[1:]
    return normalize(unsplit(split(rest)._replace(query=query)))


def _where_possible(iri: str, form: Literal["NFC", "NFKC"]) -> str:
    for each in (form, "NFC"):
        with suppress(IRIError):
            return normalize_characters(iri, form=each)
    return iri
