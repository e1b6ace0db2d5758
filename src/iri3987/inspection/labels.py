"""RFC 3987 sections 3.1 and 7.5: findings about a domain name and its labels."""

from collections.abc import Iterator
from functools import lru_cache

from iri3987._unicode import version14
from iri3987._unicode.patterns import late
from iri3987._unicode.text import spell
from iri3987.appearance.bidi import COMPONENTS
from iri3987.codes import Severity
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii
from iri3987.host.domain_name import IPV4_EXPECTED, host_in, is_plain_host, is_unclear_address
from iri3987.host.label import HostError, decode_label
from iri3987.host.shown_label import is_safe_name
from iri3987.inspection.findings import KEPT, Hit

#: A label of a domain name, as it stands in an IRI.
_LABEL = late(COMPONENTS["ireg-name"])
#: Characters that IDNA 2003 maps to "ss", "σ" and nothing.
_DEVIATION = late("[ßς\u200c\u200d]")
#: A name that is safe to show can have findings about these, and about a number at its end.
_AT_STAKE = late(rf"{_DEVIATION.pattern}|(?<![^.])0x|[0-9]\Z")


def in_domain_name(text: str, start: int, end: int, /, *, is_known: bool) -> Iterator[Hit]:
    """Yield the hits in the host ``text[start:end]``.

    A host that cannot be mapped is a finding only if the scheme *is known* to use domain names. If
    browsers look it up anyway (an ASCII name, unchanged), it is a warning.
    """
    host = text[start:end]
    find = _in_short_name if len(host) <= KEPT else _in_name
    return (hit.moved(start) for hit in find(host, is_known))


@lru_cache(maxsize=1024)
def _in_short_name(host: str, is_known: bool, /) -> tuple[Hit, ...]:  # noqa: FBT001
    # Most names have labels that every profile takes, and that `display` shows.
    is_safe = is_plain_host(host) and (
        host.isascii() or (is_safe_name(host) and _AT_STAKE.search(host) is None)
    )
    return () if is_safe else _in_name(host, is_known)


def _in_name(host: str, is_known: bool, /) -> tuple[Hit, ...]:  # noqa: FBT001
    first: tuple[Hit, ...] = ()
    try:
        name = host_in(host, 0, len(host), "uts46")
    except IRIError as error:
        first = (_error_in(host, error),) if is_known else ()
        try:
            name = host_in(host, 0, len(host), "whatwg")
        except IRIError:
            return first
        first = tuple(hit._replace(severity=Severity.WARNING) for hit in first)
    return (*first, *_about_name(host, name), *_about_labels(host, name))


def may_be_name(host: str, /) -> bool:
    """Return whether *host*, of an IRI, can be a domain name."""
    try:
        host_in(host, 0, len(host), "whatwg")
    except IRIError:
        return False
    return True


def _error_in(host: str, error: IRIError) -> Hit:
    start = error.position or 0
    is_one_character = error.reason.startswith("expected a character")
    if error.code == "host-too-long":
        end = len(host)
    elif error.code == "host-character" or is_one_character:
        end = start + (3 if host.startswith("%", start) else 1)
    else:
        label = _LABEL.match(host, start)
        end = label.end() if label else min(start + 1, len(host))
    return Hit(error.code, "ireg-name", start, end, _reason(error, host[start:end]))


def _reason(error: IRIError, label: str) -> str:
    """Return the reason of *error*; for an error of IDNA, with the code that ``idna`` has."""
    # `idna` would look up newer characters in the tables of this Python.
    is_settled = version14.has_settled_direction(label)
    if is_settled and error.code in {"host-idna", "host-joiner", "host-bidi"}:
        from idna import encode

        try:
            encode(label, uts46=True)
        except ValueError as detail:  # also those of unicodedata.name(), which it does not catch
            code = getattr(detail, "code", None) or type(detail).__name__
            return f"{error.reason} (idna: {code})"
    return error.reason


def _about_name(host: str, name: str) -> Iterator[Hit]:
    end = len(host)
    if is_unclear_address(host, name):
        yield Hit("host-ipv4", "ireg-name", 0, end, IPV4_EXPECTED)
    if name.endswith("."):
        start = end - 3 if host[-3:].lower() == "%2e" else end - 1
        yield Hit("trailing-dot", "ireg-name", start, end, "expected a name without the root")


def _about_labels(host: str, name: str) -> Iterator[Hit]:
    names = name.removesuffix(".").split(".")
    spans = [label.span() for label in _LABEL.finditer(host)]
    if len(spans) != len(names):  # a dot is percent-encoded, as "%EF%BC%8E" say
        spans = [(0, len(host)) for _ in names]
    top = _decoded(names[-1]) if len(names) > 1 else ""
    for (start, end), in_ascii in zip(spans, names, strict=True):
        label = _decoded(in_ascii)
        for hit in _about_label(label, in_ascii, top):
            # A hit in a label that is mapped or encoded is about the whole label.
            is_whole = host[start:end] != label
            yield hit._replace(start=start, end=end) if is_whole else hit.moved(start)


def _decoded(in_ascii: str) -> str:
    """Return the label that *in_ascii* stands for: itself, if it is an "xn--" but no A-label."""
    try:
        return decode_label(in_ascii)
    except HostError:
        return in_ascii


def _about_label(label: str, in_ascii: str, top: str) -> Iterator[Hit]:
    try:
        host_to_ascii(in_ascii, profile="idna2008")
    except IRIError as error:
        reason = f"IDNA 2008: {_reason(error, label)}"
        yield Hit("not-idna2008", "ireg-name", 0, len(label), reason)
    if label.isascii():
        return
    from iri3987.inspection.words import in_label

    yield from in_label(label, top)
    for match in _DEVIATION.finditer(label):
        reason = f"expected a character that IDNA 2003 does not map, found {spell(match[0])}"
        yield Hit("deviation-character", "ireg-name", *match.span(), reason)
