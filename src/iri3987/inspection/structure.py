"""RFC 3987 sections 2.2, 4.1, 5.3 and 8: findings about the structure of a text."""

from collections.abc import Iterator

from iri3987._unicode.patterns import late
from iri3987.codes import Severity
from iri3987.inspection.findings import MOST, Hit, ParsedText
from iri3987.inspection.labels import in_domain_name
from iri3987.schemes import DOMAIN_NAME, GREATEST_PORT, RUNS_CODE, has_leading_zeros, port_number
from iri3987.syntax import grammar, is_iri_reference
from iri3987.syntax.browser import browser_parts
from iri3987.syntax.errors import faults
from iri3987.syntax.patterns import end_of_match
from iri3987.syntax.percent import decode, octets_of, triplets


def syntax_errors(parsed: ParsedText) -> Iterator[Hit]:
    """Yield the characters that make the text invalid as an IRI reference (2.2, 4.1)."""
    if not is_iri_reference(parsed.text):
        # Errors are neither warnings nor in `reject`: more than the first are for a reader.
        for code, reason, part, start, end in faults(parsed.text, MOST):
            yield Hit(code, part.name, start, end, reason)


# 5.3.2.4, 5.3.3 and 8: scheme, authority and path


def program_scheme(parsed: ParsedText) -> Iterator[Hit]:
    """Yield a scheme whose addresses run as a program: RFC 3986 section 7 does not know them."""
    if parsed.scheme in RUNS_CODE:
        yield parsed.hit("program-scheme", parsed.spans["scheme"], "expected a scheme of pages")


def userinfo(parsed: ParsedText) -> Iterator[Hit]:
    """Yield the userinfo, which RFC 3986 sections 3.2.1 and 7.6 warn of."""
    if span := parsed.spans.get("iuserinfo"):
        yield Hit("userinfo", "iuserinfo", *span, "expected a host without a user name")


def host(parsed: ParsedText) -> Iterator[Hit]:
    """Yield the findings about a domain name; for an IP literal there are only syntax errors."""
    text, is_known = parsed.text, parsed.scheme in DOMAIN_NAME
    start, end = parsed.spans.get("ireg-name", (0, 0))
    if start == end:
        yield from _no_host(parsed)
    # `syntax_errors` yields what no host can hold.
    elif end_of_match(text, grammar.IREG_NAME, start, end) == end:
        # Other schemes may have other names, for which it is not an error.
        has_errors = is_known or not parsed.scheme
        hits = in_domain_name(text, start, end, is_known=is_known)
        yield from (hit for hit in hits if has_errors or hit.grade is not Severity.ERROR)


def _no_host(parsed: ParsedText) -> Iterator[Hit]:
    """Yield a missing host, which RFC 9110 section 4.2 and RFC 6455 section 3 require too."""
    found = browser_parts(parsed.text)
    if found.host is not None and "IP-literal" not in parsed.spans:
        # Without "//", the place for a host is where the path begins.
        at, _ = parsed.spans.get("ireg-name", parsed.spans["ipath"])
        which = f", as {found.scheme} needs one" if found.scheme else ' after "//"'
        yield Hit("host-missing", "ihost", at, at, f"expected a host{which}")


def port(parsed: ParsedText) -> Iterator[Hit]:
    """Yield an empty or impossible port, or one with leading zeros."""
    start, end = parsed.spans.get("port", (0, 0))
    digits = parsed.text[start + 1 : end]
    if start + 1 == end:
        yield Hit("empty-port", "port", start, end, 'expected a port after ":"')
    elif digits.isascii() and digits.isdigit():
        if port_number(digits) > GREATEST_PORT:
            reason = f"expected a port from 0 to {GREATEST_PORT}"
            yield Hit("port-out-of-range", "port", start + 1, end, reason)
        if has_leading_zeros(digits):
            reason = "expected a port without leading zeros"
            yield Hit("port-leading-zeros", "port", start + 1, end, reason)


#: A dot-segment, also percent-encoded or with parameters ("..;a"), which some servers remove.
_DOT_SEGMENT = late(r"(?<![^/])(?:\.|%2[Ee]){1,2}(;[^/]*+)?(?![^/])")


def dot_segments(parsed: ParsedText) -> Iterator[Hit]:
    """Yield dot-segments, except plain ones in a relative reference (5.3.2.4)."""
    path_start, path_end = parsed.spans["ipath"]
    for match in _DOT_SEGMENT.finditer(parsed.text[path_start:path_end]):
        if parsed.scheme or match[1] or "%" in match[0]:
            reason = 'expected a segment that is not read as "." or ".."'
            yield Hit("dot-segment", "ipath", *match.span(), reason).moved(path_start)


# 3.2, 5.3.2.3 and 8: percent-encoding

_ESCAPES = triplets(grammar.PCT_ENCODED)
_ESCAPED_ESCAPE = late("%25[0-9A-Fa-f]{2}")
#: C0, DEL, C1, section 4.1's characters and the separators of lines and paragraphs.
_ESCAPED_CONTROL = late(
    "%[01][0-9A-Fa-f]|%7[Ff]|%[Cc]2%[89][0-9A-Fa-f]|%[Dd]8%9[Cc]"
    "|%[Ee]2%(?:80%(?:8[EeFf]|[Aa][89A-Ea-e])|81%[Aa][6-9])"
)


def percent_encoded_characters(parsed: ParsedText) -> Iterator[Hit]:
    """Yield percent-encodings that `to_iri` decodes to a character (3.2, 5.3.2.3)."""
    for match in _ESCAPES.finditer(parsed.text):
        if len(decode(match[0])) < len(match[0]):
            reason = "expected a character, not its percent-encoding"
            yield parsed.hit("percent-encoded-character", match.span(), reason)


def double_encoding(parsed: ParsedText) -> Iterator[Hit]:
    """Yield percent-encoded percent-encodings."""
    expected = "a character that is percent-encoded once"
    return parsed.each("double-encoding", _ESCAPED_ESCAPE, expected)


def not_utf_8(parsed: ParsedText) -> Iterator[Hit]:
    """Yield percent-encoded octets that are not UTF-8."""
    for match in _ESCAPES.finditer(parsed.text):
        try:
            octets_of(match[0]).decode()
        except UnicodeDecodeError as error:
            start, end = match.start() + 3 * error.start, match.start() + 3 * error.end
            yield parsed.hit("not-utf-8", (start, end), "expected octets that are UTF-8")


def encoded_controls(parsed: ParsedText) -> Iterator[Hit]:
    """Yield percent-encoded control characters and characters that reorder text."""
    for match in _ESCAPED_CONTROL.finditer(parsed.text):
        reason = f"expected a visible character, found {match[0]}"
        hit = parsed.hit("encoded-control", match.span(), reason)
        # A form may send these in a query.
        if hit.component != "iquery" or match[0].upper() not in {"%09", "%0A", "%0D"}:
            yield hit
