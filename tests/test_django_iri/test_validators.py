"""Tests of `IRIValidator`, and of the validator of the fields."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db.migrations.writer import MigrationWriter

from django_iri.validators import IRIFieldValidator, IRIValidator
from iri3987 import INTRANET

RLO = "\N{RIGHT-TO-LEFT OVERRIDE}"

#: The contract has more; these are for what a database or a page could not hold, too.
HOSTILE = [
    *("http://example.org/\ud800", "http://example.org/\0", f"http://example.org/{RLO}gpj.exe"),
    *("http://[::1", "http://℀.com/", "http://example.org/" + 1_000_000 * "é", "//example.org/"),
]


def refusal(validator: IRIValidator, value: object) -> ValidationError:
    """Return what *validator* raises for *value*."""
    with pytest.raises(ValidationError) as caught:
        validator(value)
    return caught.value


@pytest.mark.parametrize(
    "text",
    ["ftp://example.org/", "ftps://example.org/", "http://xn---c.example/", "HTTP://e.example:80"],
)
def test_accepts_what_url_validator_does(text):
    """The schemes are those of `URLValidator`, and an A-label need not encode anything."""
    assert URLValidator()(text) is None
    assert IRIValidator()(text) is None


@pytest.mark.parametrize(
    "text",
    # U+2100 folds into "a/c", which would end the host.
    ["http://xn---", "http://xn--a.-b.example", "urn:isbn:1", "http://xn---c.℀.example/"],
)
def test_refuses_what_url_validator_refuses(text):
    """Another scheme, and a hyphen at the end of a label; an A-label excuses nothing else."""
    assert "invalid" == refusal(URLValidator(), text).code
    assert "invalid" == refusal(IRIValidator(), text).code


def test_regex_narrows():
    """A *regex* must match as well, with its flags, or must not with *inverse_match*."""
    flags = re.IGNORECASE
    assert IRIValidator(regex="^HTTPS", flags=flags)("https://例え.テスト/") is None
    assert "x" == refusal(IRIValidator(regex="/$", code="x"), "https://example.org/a").code
    without = IRIValidator(regex="secret", inverse_match=True)
    assert "invalid" == refusal(without, "http://e.org/secret").code
    # One that is set later counts, too; *inverse_match* alone refuses all.
    validator = IRIValidator()
    validator.regex = re.compile("b")
    assert "invalid" == refusal(validator, "https://example.org/").code
    assert validator("https://b.example.org/") is None
    assert "invalid" == refusal(IRIValidator(inverse_match=True), "https://example.org/").code


def test_what_a_subclass_sets():
    """A subclass may set `message`, `code`, `schemes` and `max_length`, also when it is made."""

    class Late(IRIValidator):
        max_length = 4096
        message = "No: %(value)s"
        code = "no"

        def __init__(self) -> None:
            super().__init__()
            self.schemes = ["https"]

    assert Late()("https://example.org/é".ljust(4096, "x")) is None
    for text in ("https://example.org/".ljust(4097, "x"), "http://example.org/"):
        error = refusal(Late(), text)
        assert ("no", [f"No: {text}"]) == (error.code, error.messages)
    error = refusal(IRIValidator(message="No: %(value)s", code="no"), "x")
    assert ("no", ["No: x"]) == (error.code, error.messages)


def test_refuses_as_url_validator_does():
    """The error has the code "invalid", and the value as a parameter, not in its message."""
    assert isinstance(IRIValidator(), URLValidator)
    for text in HOSTILE:
        error = refusal(IRIValidator(), text)
        assert ("invalid", {"value": text}) == (error.code, error.params)
        assert [URLValidator.message] == error.messages


@pytest.mark.parametrize("value", [None, 5, b"http://example.org/", ["http://example.org/"]])
def test_refuses_what_is_no_text(value):
    """A value that is not a `str` is refused, never converted."""
    assert "invalid" == refusal(IRIValidator(), value).code
    assert "not-text" == refusal(IRIFieldValidator(), value).code


@pytest.mark.parametrize(
    ("validator", "text"),
    [
        (IRIValidator(["https"]), "https://example.org/"),
        (IRIValidator(("HTTPS",)), "https://example.org/"),
        (IRIValidator(["urn"], profile="any"), "urn:isbn:1"),
        (IRIValidator(profile="any"), "tag:例え.テスト,2026:x"),
        (IRIValidator(allow_relative=True), "../räk"),
    ],
)
def test_options_widen_the_profile(validator, text):
    """Schemes, profile and reference say what is accepted."""
    assert validator(text) is None


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (IRIValidator(), IRIValidator(), True),
        (IRIValidator(["https"]), IRIValidator(("https",)), True),
        (IRIValidator(), IRIValidator(["https"]), False),
        (IRIValidator(), IRIValidator(code="x"), False),
        (IRIValidator(), IRIValidator(regex="x"), False),
        (IRIValidator(), URLValidator(), False),
        (IRIValidator(), IRIFieldValidator(), False),
        (IRIFieldValidator(), IRIFieldValidator(), True),
        (IRIFieldValidator(), IRIFieldValidator(INTRANET), False),
        (IRIFieldValidator(), IRIFieldValidator(error_messages={"bad-port": "x"}), False),
    ],
)
def test_equality(one, other, equal):
    """Validators are equal if they give the same answers: migrations compare them."""
    assert equal is (one == other)
    assert not equal or hash(one) == hash(other)


def test_a_migration_can_write_it():
    """A migration writes the arguments given, under a path that can be imported."""
    written, imports = MigrationWriter.serialize(IRIValidator(["https"], profile="web", code="x"))
    assert (
        "django_iri.validators.IRIValidator(['https'], code='x', profile='web')",
        {"import django_iri.validators"},
    ) == (written, imports)
