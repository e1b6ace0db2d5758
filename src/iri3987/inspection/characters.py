"""RFC 3987 sections 6.1 and 7.5: findings about non-ASCII characters."""

from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from typing import Literal

from iri3987._unicode import version14
from iri3987._unicode._assigned import UNASSIGNED
from iri3987._unicode.delimiters import DELIMITER, DOTS, LIKE_DELIMITER
from iri3987._unicode.invisible import NEVER_SEEN, SPACE_LIKE
from iri3987._unicode.joiners import CONTEXTUAL, is_in_place
from iri3987._unicode.patterns import late
from iri3987._unicode.text import spell
from iri3987.appearance.bidi import COMPONENTS
from iri3987.codes import Severity
from iri3987.host.shown_label import DOMAIN, LONE_DOMAIN, has_names_in_path, inner_address
from iri3987.inspection.findings import Hit, ParsedText
from iri3987.inspection.labels import in_domain_name, may_be_name
from iri3987.inspection.structure import host, userinfo
from iri3987.schemes import DOMAIN_NAME
from iri3987.syntax import grammar
from iri3987.syntax.browser import password
from iri3987.syntax.patterns import pattern

_RUN = late(r"[\x00-\x7f]?[^\x00-\x7f]+")


def not_nfc(parsed: ParsedText) -> Iterator[Hit]:
    """Yield text that is not in Normalization Form C (5.3.2.2, 7.5)."""
    for span in _not_normalized(parsed.text, "NFC"):
        yield parsed.hit("not-nfc", span, "expected Normalization Form C")


def not_nfkc(parsed: ParsedText) -> Iterator[Hit]:
    """Yield text that is in Normalization Form C, but not in Form KC (7.5)."""
    for start, end in _not_normalized(parsed.text, "NFKC"):
        if version14.is_normalized("NFC", parsed.text[start:end]):
            reason = "expected a character that is not a variant for compatibility"
            yield parsed.hit("not-nfkc", (start, end), reason)


def _not_normalized(text: str, form: Literal["NFC", "NFKC"]) -> Iterator[tuple[int, int]]:
    """Yield where *text* is not in a normalization form, with the marks; in linear time."""
    if version14.is_normalized(form, text):
        return
    for match in _RUN.finditer(text):
        run, at = match[0], match.start()
        if version14.is_normalized(form, run):
            continue
        bases = (i for i, character in enumerate(run) if not version14.combining(character))
        spans = [
            (at + start, at + end)
            for start, end in pairwise([*bases, len(run)])
            if not version14.is_normalized(form, run[start:end])
        ]
        # Letters can compose too, as in Hangul, and a run can begin with marks.
        yield from _join(spans or [match.span()])


def _join(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    start, end = spans[0]
    for span in spans[1:]:
        if span[0] > end:
            yield start, end
            start = span[0]
        end = span[1]
    yield start, end


_SPACE_LIKE = late(f"[{SPACE_LIKE}]")
_INVISIBLE = late(f"[{NEVER_SEEN}{CONTEXTUAL}]")


def space_like(parsed: ParsedText) -> Iterator[Hit]:
    """Yield characters that look like a space (6.1)."""
    return parsed.each("space-like", _SPACE_LIKE, "a visible character")


def invisible_characters(parsed: ParsedText) -> Iterator[Hit]:
    """Yield invisible characters, except joiners and selectors where they have a meaning."""
    for hit in parsed.each("invisible-character", _INVISIBLE, "a visible character"):
        if not is_in_place(parsed.text, hit.start):
            yield hit


_DELIMITER_LIKE = late(f"[{LIKE_DELIMITER}]")
_BESIDE_ASCII = late("(?<=[0-9A-Za-z]).|.(?=[0-9A-Za-z])")


def delimiter_look_alikes(parsed: ParsedText) -> Iterator[Hit]:
    """Yield all in an authority, elsewhere those beside ASCII: titles often end with "？".

    UTS #46 has three signs that are dots of a domain name, so no other place can be meant there.
    """
    dots = DOTS if (parsed.scheme or "http") in DOMAIN_NAME else ""
    for match in _DELIMITER_LIKE.finditer(parsed.text):
        like = f'"{DELIMITER[match[0]]}", found {spell(match[0])}'
        reason = f"expected another character than a look-alike of {like}"
        hit = parsed.hit("delimiter-look-alike", match.span(), reason)
        if hit.component == "ireg-name" and match[0] in dots:
            continue
        in_authority = hit.component in {"iuserinfo", "ireg-name"}
        if in_authority or _BESIDE_ASCII.match(parsed.text, hit.start):
            yield hit


_UCSCHAR = f"[{grammar.UCSCHAR}]"
_IPRIVATE = late(f"[{grammar.IPRIVATE}]")


def unassigned(parsed: ParsedText) -> Iterator[Hit]:
    """Yield code points that are not assigned in Unicode 14.0."""
    for hit in parsed.each("unassigned", UNASSIGNED, "a character that Unicode has"):
        if pattern(_UCSCHAR).match(parsed.text, hit.start):
            yield hit


def private_use(parsed: ParsedText) -> Iterator[Hit]:
    """Yield the characters of iprivate, which only a query can hold (2.2)."""
    for hit in parsed.each("private-use", _IPRIVATE, "a character with a public meaning"):
        if hit.component == "iquery":
            yield hit


#: The codes of `words`, which hosts have too.
_OF_WORDS = frozenset({"combining-marks", "mixed-digits", "mixed-scripts"})


def words(parsed: ParsedText) -> Iterator[Hit]:
    """Yield the findings about words, except in a domain name (7.5)."""
    from iri3987.inspection.words import in_words

    for name in COMPONENTS:
        start, end = parsed.spans.get(name, (0, 0))
        if name == "iuserinfo":
            end = min(end, password(parsed.text)[0] or end)
        text = parsed.text[start:end]
        # The labels of a domain name have rules of their own.
        is_label = name == "ireg-name" and (parsed.scheme in DOMAIN_NAME or may_be_name(text))
        if not is_label and not text.isascii():
            yield from in_words(name, parsed.text, start, end)


def names_in_path(parsed: ParsedText) -> Iterator[Hit]:
    """Yield the findings about the domains in a path or a query that those about words are not.

    In a text in ASCII only a domain with percent-encoded characters can look like another.
    """
    text, spans = parsed.text, parsed.spans
    has_authority = "ireg-name" in spans or "IP-literal" in spans
    if not has_names_in_path(parsed.scheme, has_authority=has_authority):
        return
    path, query = spans["ipath"], spans.get("iquery", (0, 0))
    alone = LONE_DOMAIN.match(text, *path)
    found = chain(
        [alone] if alone else (), DOMAIN.finditer(text, *path), DOMAIN.finditer(text, *query)
    )
    for match in found:
        if not text.isascii() or "%" in match[0]:
            hits = in_domain_name(text, *match.span(), is_known=False)
            yield from _beside_words(parsed, hits, 0)


def inner_addresses(parsed: ParsedText) -> Iterator[Hit]:
    """Yield the findings about the site of an address behind another scheme, as "feed:"."""
    if start := inner_address(parsed.text):
        inner = ParsedText(parsed.text[start:])
        yield from _beside_words(parsed, chain(userinfo(inner), host(inner)), start)


def _beside_words(parsed: ParsedText, hits: Iterable[Hit], start: int) -> Iterator[Hit]:
    """Yield those of *hits*, which begin at *start*, that `words` does not yield in a path."""
    for hit in hits:
        moved = hit.moved(start)
        # `words` does not see the words that percent-encoded characters are in.
        is_new = hit.code not in _OF_WORDS or "%" in parsed.text[moved.start : moved.end]
        if is_new and hit.grade is not Severity.ERROR:
            yield moved._replace(component=parsed.component_at(moved.start))
