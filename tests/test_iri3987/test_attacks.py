"""Hostile inputs: tests/vectors/attacks.jsonl, through the functions that a boundary calls.

A row says what is to become of an input: "reject", "map-to:" a text, "keep-encoded" (as it is,
except for the case of hexadecimal digits), or "flag:" a reason (accepted; worth a remark).
"""

import re
import time
from dataclasses import replace

from iri3987 import (
    IRI,
    WEB,
    IRIError,
    IRIReference,
    Profile,
    display,
    equivalent,
    host_to_ascii,
    inspect,
    normalize,
    resolve,
    to_iri,
    to_uri,
)
from iri3987.profile import LINK
from linear import without_collector
from vector_rows import made, rows

ROWS = rows("attacks")

#: Other answers of each function, and why.
DIFFERENCES = {
    "auth-019": "RFC 3987 section 3.1: the mapping is an identity transformation for URIs",
    "auth-059": "RFC 3987 section 3.1: the mapping is an identity transformation for URIs",
    "auth-066": "RFC 3987 section 3.1: the mapping is an identity transformation for URIs",
    "auth-069": "RFC 3987 section 3.1: the mapping is an identity transformation for URIs",
    "auth-022": "RFC 3986 section 3.2.1: a password is masked, a user name can be shown",
}

#: A boundary has a cap, and it comes first.
CAPPED = Profile(allow_relative=True, max_octets=8192)
STRICT = replace(WEB, allow_userinfo=False)
PAGE = "https://example.org/page"


def validate(text, *, flagged):
    """Accept an address of the web; what is only flagged need not be one that WEB takes."""
    return (Profile(host=None) if flagged else STRICT).check(text)


def same_origin(text):
    """Accept a reference that leads to the origin of the page that it is on."""
    if IRI(PAGE).resolve(text).origin != IRI(PAGE).origin:
        raise IRIError("it leads elsewhere", "host-character")
    return text


def request(text):
    """Return the URI that a client asks for."""
    iri = IRI(normalize(STRICT.check(text), level="scheme"))
    return iri.replace(fragment=None).uri


OPERATIONS = {
    "parse": IRIReference,
    "to_uri": to_uri,
    "location_header": to_uri,
    "to_iri": to_iri,
    "display": display,
    "host_to_ascii": host_to_ascii,
    "href": LINK.check,
    "form_input": STRICT.check,
    "safe_redirect": same_origin,
    "http_request": request,
    # In URI form, with the domain name as it stands in the DNS.
    "normalize": lambda text: to_uri(normalize(text, level="scheme")),
}


def outcome(row):
    """Return what becomes of the input of *row*; None if it is refused."""
    text = row["input"] if row["op"] in {"equal", "resolve"} else made(row["input"])
    try:
        if row["op"] == "equal":
            return "flag:equal" if equivalent(*text, level="scheme") else "flag:distinct"
        if row["op"] == "resolve":
            return resolve(*text)
        if row["op"] != "host_to_ascii":
            CAPPED.check(text)
        if row["op"] == "validate":
            return validate(text, flagged=row["expected"].startswith("flag:"))
        return OPERATIONS[row["op"]](text)
    except IRIError:
        return None


def agrees(row, found):
    """Return whether what became of an input is what the row says."""
    kind, _, target = row["expected"].partition(":")
    if kind == "reject":
        return found is None
    if kind == "flag":
        return found == row["expected"] if row["op"] == "equal" else found is not None
    if kind == "map-to":
        return found == target
    return found is not None and upper_hex(found) == upper_hex(row["input"])


def upper_hex(text):
    """Return *text* with the digits of percent-encodings in upper case."""
    return re.sub("%[0-9A-Fa-f]{2}", lambda match: match[0].upper(), text)


#: There is no function that finds links in text, nor one that writes a Refresh header.
RUN = [row for row in ROWS if row["op"] not in {"linkify", "refresh_header"}]


def test_attacks():
    """A hostile input is refused, mapped or left alone as its row says, within two seconds."""
    for row in RUN:
        with without_collector():
            start = time.process_time()
            found = outcome(row)
            assert time.process_time() - start < 2, row["id"]
        assert agrees(row, found) is (row["id"] not in DIFFERENCES), (row, found)


#: The codes of `inspect` for the reason of a flag. Other reasons need more than the text: a list of
#: names to compare with, the addresses of a network, the page that the text is put on.
FINDINGS = {
    "invisible": "invisible-character",
    "space-like": "space-like",
    "unassigned": "unassigned",
    "combining-run": "combining-marks",
    "path-params-dot": "dot-segment",
    "trailing-dot-ip": "trailing-dot",
    "ignored-removed": "invisible-character",
    "std3": "not-idna2008",
    "whole-script-confusable": "whole-script-confusable",
    "confusable-restricted": "restricted-character",
    "confusable": "whole-script-confusable",
    "mixed-numbers": "mixed-digits",
    "slash-lookalike": "misleading-label",
}
OTHER_REASONS = {
    *("linear-time", "needs-attr-escape", "equal", "distinct", "target-embedding"),
    *("non-global-ip", "non-global-name", "confusable-target"),
}
FLAGGED = [row for row in ROWS if row["expected"].partition(":")[2] in FINDINGS]


def test_flag_is_a_finding():
    """The reason of a flagged row is among the findings."""
    for row in FLAGGED:
        expected = FINDINGS[row["expected"].removeprefix("flag:")]
        assert expected in {finding.code for finding in inspect(row["input"])}, row["id"]


def test_every_flag_is_known():
    """A flag has a finding, or a reason why it has none."""
    flags = {row["expected"][5:] for row in ROWS if row["expected"].startswith("flag:")}
    assert set(FINDINGS) | OTHER_REASONS == flags


#: Rows that depend on more than the text: the page, a list of schemes, and what a client can do.
NOT_IN_THE_TEXT = {"auth-007", "auth-046", "sch-018"}
REFUSED = [row for row in RUN if row["expected"] == "reject" and isinstance(row["input"], str)]


def test_refused_has_a_finding():
    """A text that is refused for what it holds has findings."""
    without = {row["id"] for row in REFUSED if not inspect(row["input"])}
    assert without == NOT_IN_THE_TEXT


def test_differences_are_few():
    """No more than 3 % of the rows come out otherwise."""
    assert len(DIFFERENCES) <= 0.03 * len(RUN)
