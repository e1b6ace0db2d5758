"""The page of codes: what it says of each code is true of the example."""

import re
from contextlib import suppress
from dataclasses import replace

import iri3987
from iri3987 import ANY, WEB, IRIError, IRIReference
from iri3987.codes import CODES
from site_parts import tables

#: What the calls of the page use.
NAMES = {**{name: getattr(iri3987, name) for name in iri3987.__all__}, "replace": replace}


def accepts(call, text):
    """Return whether *call* takes *text*."""
    with suppress(IRIError):
        call(text)
        return True
    return False


def remedy(code):
    """Return the call that the page names after "To accept it anyway", or None, and the words."""
    words = tables.accepting(code, CODES[code])
    named = re.match("`(.+?)`", words)
    return (eval(named[1], NAMES) if named else None), words  # noqa: S307 - our own page


def test_each_remedy_accepts_the_example():
    """The profile that the page names accepts the text that the code is about."""
    found = {code: remedy(code)[0] for code in CODES}
    refused = [code for code, call in found.items() if call and not accepts(call, CODES[code].text)]
    assert [] == refused
    assert 20 < sum(call is not None for call in found.values())


def test_nothing_accepts_the_others():
    """Where the page says so, neither a value nor a form takes the example."""
    codes = [code for code in CODES if remedy(code)[1].startswith("nothing accepts")]
    assert {"bad-scheme", "bad-port", "bidi-formatting"} <= {*codes}
    for code in codes:
        assert not accepts(IRIReference, CODES[code].text), code
        assert not accepts(WEB.for_forms().clean, CODES[code].text), code


def test_findings_are_accepted_until_a_profile_rejects_them():
    """Where the page says so, a reference with the finding is accepted, and refused by `reject`."""
    any_reference = replace(ANY, allow_relative=True)
    codes = [code for code in CODES if "in `reject`" in remedy(code)[1]]
    assert {"userinfo", "mixed-scripts", "dot-segment"} <= {*codes}
    for code in codes:
        assert accepts(any_reference.check, CODES[code].text), code
        assert not accepts(replace(any_reference, reject=[code]).check, CODES[code].text), code


def test_each_code_has_the_line():
    """The page says it under each heading."""
    page = "\n".join([tables.errors(), *map(tables.findings, ("error", "warning", "info"))])
    assert len(CODES) == page.count("- To accept it anyway: ")
