"""Every profile, through every boundary: the same text has the same verdict, and the same code."""

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import pytest

from django_iri.templatetags import iri as django_filters
from iri3987 import ANY, IRI, WEB, IRIReference, Profile, is_iri_reference, repair
from iri3987.__main__ import main
from iri3987.adapters import jinja
from iri3987.profile import INTRANET, LINK, PUBLIC
from test_contract import boundaries
from test_contract.boundaries import ABSOLUTE, ANY_IRI, EXACT, TYPED, VALIDATORS, Ask, Verdict
from test_contract.contract_inputs import CASES, FOLDED, Case

Boundary = Callable[[Profile], Ask]

#: Profiles that have no name; the command line finds them by their paths.
REFERENCES = replace(WEB, allow_relative=True)
LISTED = replace(
    PUBLIC, allow_hosts=["wiki", ".local", "10.1.2.0/24"], deny_hosts=["8.8.8.8", "例え.テスト"]
)
NAMED = {"any": ANY, "web": WEB, "intranet": INTRANET, "public": PUBLIC}
PROFILES = {
    **NAMED,
    "test_contract.test_verdicts:LISTED": LISTED,
    "test_contract.test_verdicts:REFERENCES": REFERENCES,
}

each_name = pytest.mark.parametrize("name", NAMED)
each_profile = pytest.mark.parametrize("name", PROFILES, ids=lambda name: name.rpartition(":")[2])
#: Forms call the empty text "required"; a column stores it.
TEXTS = [case for case in CASES if case.text]


def exact(case: Case, code: str | None, boundary: Boundary = boundaries.check) -> Verdict:
    """Return the verdict on a text as it is: the code on the list, or the very text."""
    kind = str if boundary in VALIDATORS else IRI
    return Verdict(code) if code else Verdict("", case.text, kind)


def different(
    cases: list[Case], expected: Callable[[Case], Verdict], ask: Ask
) -> dict[str, tuple[Verdict, Verdict]]:
    """Return the cases, by id, on which two verdicts differ."""
    pairs = ((case.id, expected(case), ask(case.text)) for case in cases)
    return {name: (wanted, found) for name, wanted, found in pairs if wanted != found}


def test_list_is_usable() -> None:
    """There are 220 inputs or more, each with a short ASCII id of its own."""
    ids = [case.id for case in CASES]
    assert len(ids) >= 220
    assert len(ids) == len(set(ids))
    assert all(name.isascii() and len(name) <= 40 for name in ids)


@each_name
@pytest.mark.parametrize("boundary", [*EXACT, *ABSOLUTE])
def test_exact(boundary: Boundary, name) -> None:
    """A text is accepted as it is, as the same `IRI`, or refused with the code that says why."""
    assert {} == different(
        CASES if boundary is boundaries.check else TEXTS,
        lambda case: exact(case, case.code(name), boundary),
        boundary(NAMED[name]),
    )


@pytest.mark.parametrize("boundary", ANY_IRI)
def test_any_iri(boundary: Boundary) -> None:
    """The verdict is the same where a profile cannot be chosen."""
    assert {} == different(CASES, lambda case: exact(case, case.any, boundary), boundary(ANY))


@each_name
def test_clean(name) -> None:
    """Text that is typed has the same verdict, unless it lacks percent-encoding or half width."""
    ask = boundaries.clean(NAMED[name])
    folded = dict(FOLDED)
    if name == "public":  # 127.0.0.1 and [::1] are of the machine itself
        here = [name for name in FOLDED if name.startswith(("host-ipv4", "bad-ip-literal"))]
        folded |= dict.fromkeys(here, "host-not-public")
    for case in CASES:
        code, found = case.code(name), ask(case.text)
        if case.trimmed or found == exact(case, code):
            continue
        assert name != "any"
        if case.id in folded:
            assert folded[case.id] == (found.value or found.codes), case.id
        else:
            assert code in {"bad-character", "bad-percent"}, case.id
            assert not is_iri_reference(case.text)
            assert is_iri_reference(repair(case.text))


# "intranet" differs from "web" in one code: see DIFFERENT.
@pytest.mark.parametrize("name", ["any", "web", "public"])
@pytest.mark.parametrize("boundary", TYPED[1:])
def test_typed(boundary: Boundary, name) -> None:
    """A boundary for text that people type has the verdicts of `Profile.clean`."""
    clean = boundaries.clean(NAMED[name])
    cases = [case for case in CASES if not case.trimmed]
    assert {} == different(cases, lambda case: clean(case.text), boundary(NAMED[name]))


@pytest.mark.parametrize("boundary", [boundaries.django_form, boundaries.django_model])
def test_empty_text_is_missing(boundary: Boundary) -> None:
    """The empty text is refused as well; by these two with Django's codes for "missing"."""
    assert boundary(WEB)("").codes in {"required", "blank"}


# Profiles with options

_EVERYWHERE = dict.fromkeys(PROFILES)
_LISTED = list(PROFILES)[-2]
_ALLOWED: dict[str, str | None] = {**_EVERYWHERE, "public": "host-not-public"}
_BUT_PUBLIC = {**_ALLOWED, _LISTED: "host-not-public"}
_DENIED = {**_EVERYWHERE, _LISTED: "host-not-allowed"}
_ABSOLUTE = {**dict.fromkeys(PROFILES, "not-absolute"), list(PROFILES)[-1]: None}
#: The options in which profiles differ, and the code of each that refuses: see `iri3987.Profile`.
DIFFERENT: dict[str, dict[str, str | None]] = {
    "https://例え.テスト/": _DENIED,
    "https://例え.テスト.jp/": _EVERYWHERE,
    "http://8.8.8.8/": _DENIED,
    "http://127.0.0.1/": _BUT_PUBLIC,
    "http://10.1.2.3:8080/": _ALLOWED,
    "http://[::1]/": _BUT_PUBLIC,
    "http://[::ffff:192.168.0.1]/": _BUT_PUBLIC,
    "http://localhost/": _BUT_PUBLIC,
    "http://printer.local./": _ALLOWED,
    "http://router.home.arpa/": _BUT_PUBLIC,
    "http://wiki/": {
        **dict.fromkeys(PROFILES, "host-single-label"),
        "any": None,
        "intranet": None,
        _LISTED: None,
    },
    "urn:é": {**dict.fromkeys(PROFILES, "scheme-not-allowed"), "any": None},
    "/straße?q#f": _ABSOLUTE,
    "//faß.de/": _ABSOLUTE,
    "///faß.de/": {**_ABSOLUTE, list(PROFILES)[-1]: "host-missing"},
}


@each_profile
@pytest.mark.parametrize("boundary", EXACT + TYPED)
def test_options(boundary: Boundary, name) -> None:
    """Where profiles differ, each boundary refuses what its profile refuses, with its code."""
    expected = {text: codes[name] or "" for text, codes in DIFFERENT.items()}
    ask = boundary(PROFILES[name])
    assert expected == {text: ask(text).codes for text in DIFFERENT}


@each_profile
def test_command_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command takes a profile by its name or its path, and names the code of each error."""
    codes = {text: codes[name] for text, codes in DIFFERENT.items()}
    assert main(["check", "--profile", name, "--", *codes]) == int(any(codes.values()))
    lines = capsys.readouterr().err.splitlines()
    found = [line.partition(":")[0] for line in lines if not line.startswith(" ")]
    assert [code for code in codes.values() if code] == found


class Switched(Profile):
    """`WEB`, or any IRI while the switch is off: the rule of docs/reference/profiles.md."""

    is_on = True

    def check(self, text: object, /) -> IRIReference:
        """Ask the rule that counts now."""
        return super().check(text) if Switched.is_on else ANY.check(text)


@pytest.mark.parametrize("boundary", EXACT + TYPED)
def test_switch(boundary: Boundary, monkeypatch: pytest.MonkeyPatch) -> None:
    """A subclass of `Profile` that reads a switch in `check` decides at every boundary."""
    ask = boundary(Switched(**asdict(WEB)))
    texts = ["http://wiki/", "urn:é", "http://\0"]
    found = [ask(text).codes for text in texts]
    assert ["host-single-label", "scheme-not-allowed", "bad-character"] == found
    monkeypatch.setattr(Switched, "is_on", False)
    assert ["", "", "bad-character"] == [ask(text).codes for text in texts]


# References

#: References, with the code with which "web" refuses them, and whether they are fit for a link.
REFERENCE_CODES = [
    ("/straße", "", True),
    ("../é?q#f", "", True),
    ("//例え.テスト/", "", True),
    ("/.//evil.example/", "", True),
    ("///evil.example/", "host-missing", False),
    ("////evil.example/", "host-missing", False),
    ("///127.1/", "host-missing", False),
    ("//", "host-missing", False),
    ("//:80/evil.example", "host-missing", False),
    ("//@/evil.example", "host-missing", False),
    ("http:///evil.example/", "host-missing", False),
    ("http:/evil.example/", "host-missing", False),
    ("http:evil.example", "host-missing", False),
    ("HTTPS:////me:secret@evil.example/", "host-missing", False),
    ("//%6cocalhost/", "host-percent-encoded", True),
    ("/\\evil.example", "bad-character", False),
    ("javascript:alert(1)", "scheme-not-allowed", False),
]


@pytest.mark.parametrize("boundary", EXACT)
def test_reference(boundary: Boundary) -> None:
    """A boundary that takes references refuses the same ones as the core does."""
    ask = boundary(REFERENCES)
    assert [code for _, code, _ in REFERENCE_CODES] == [
        ask(text).codes for text, _, _ in REFERENCE_CODES
    ]


@pytest.mark.parametrize("filters", [django_filters, jinja], ids=["django", "jinja"])
def test_link(filters: Any) -> None:
    """A text that `LINK` refuses has no URI and no link in a template, and shows no password."""
    ask = boundaries.check(LINK)
    for text, _, fits in REFERENCE_CODES:
        html = filters.iri_link(text)
        assert [fits] * 3 == [not ask(text).codes, bool(filters.uri(text)), "href" in html], text
        assert "secret" not in html
