"""The boundaries of marshmallow, attrs, cattrs and msgspec give the verdict of the profile."""

from operator import attrgetter
from typing import Annotated

import attrs
import cattrs
import marshmallow
import msgspec
import pytest

import iri3987.cattrs
import iri3987.marshmallow
import iri3987.msgspec
from iri3987 import ANY, IRI, WEB, IRIError, IRIReference
from iri3987.messages import describe
from iri3987.values import InvalidIRI, load
from test_contract.annotations_as_text import Named, NamedGeneric, NamedMore
from test_contract.contract_inputs import Case, share
from test_contract.test_core import cleaned

PROFILES = {"web": WEB, "any": ANY}
OLD = load("http://a b/", IRI)


class Any(msgspec.Struct):
    """Has an IRI by the rule of a hook."""

    link: IRI


@attrs.define
class WithWeb:
    """Has an address of the web."""

    link: Annotated[IRI, WEB] = attrs.field(converter=lambda text: WEB.clean(text))  # noqa: PLW0108 - for mypy


@attrs.define
class WithAny:
    """Has an IRI."""

    link: Annotated[IRI, ANY] = attrs.field(converter=lambda text: ANY.clean(text))  # noqa: PLW0108


@attrs.define
class Optional:
    """Has IRIs that may be missing, by two rules and by none."""

    web: Annotated[IRI | None, "words", WEB] = None
    plain: IRIReference | None = None


CLASSES = {"web": WithWeb, "any": WithAny}


def by_marshmallow(profile, text):
    """Load a field of marshmallow."""
    field = iri3987.marshmallow.IRIField(profile=profile)
    schema = marshmallow.Schema.from_dict({"link": field})()
    try:
        return schema.load({"link": text})["link"]
    except marshmallow.ValidationError as error:
        return error.messages["link"][0]


def by_attrs(profile, text):
    """Make an instance of a class of attrs."""
    try:
        return CLASSES[profile](text).link
    except IRIError as error:
        return error


def converter(**options):
    """Return a converter of cattrs that knows IRIs."""
    made = cattrs.Converter(**options)
    iri3987.cattrs.register(made)
    return made


def by_cattrs(profile, text):
    """Structure a class of attrs without converters."""
    try:
        return converter().structure(text, Annotated[IRI, PROFILES[profile]])
    except IRIError as error:
        return error


def by_msgspec(profile, text):
    """Convert plain data to a struct."""
    try:
        return msgspec.convert({"link": text}, Any, dec_hook=iri3987.msgspec.dec_hook(profile)).link
    except msgspec.ValidationError as error:
        return error.__cause__


@pytest.mark.parametrize("boundary", [by_marshmallow, by_attrs, by_cattrs, by_msgspec])
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("case", [c for c in share(2) if not c.trimmed], ids=attrgetter("id"))
def test_verdict(case: Case, profile, boundary):
    """The value is the same `IRI`, or the error has the same code."""
    found = boundary(profile, case.text)
    actual = [found.code] if hasattr(found, "code") else (found, type(found))
    assert cleaned(case, profile) == actual


TEXT = "http://me@faß.de/100%zz\u202e"


@pytest.mark.parametrize("boundary", [by_attrs, by_cattrs, by_msgspec])
def test_error(boundary):
    """The error that is raised, or its cause, is the core's."""
    with pytest.raises(IRIError) as caught:
        WEB.clean(TEXT)
    assert caught.value.args == boundary("web", TEXT).args


def test_words_of_marshmallow():
    """A message of marshmallow is the sentence for people; it has the code and the position."""
    with pytest.raises(IRIError) as caught:
        WEB.clean(TEXT)
    found = by_marshmallow("web", TEXT)
    assert describe(caught.value, TEXT, WEB) == found
    assert (caught.value.code, caught.value.position) == (found.code, found.position)


def test_marshmallow_options():
    """The options of a profile, and those of a field of marshmallow, work together."""
    field = iri3987.marshmallow.IRIField(
        reference=True, schemes=["https"], allow_none=True, metadata={"title": "Link"}
    )
    schema = marshmallow.Schema.from_dict({"link": field})()
    assert {"format": "iri-reference", "title": "Link"} == field.metadata
    assert "iri" == iri3987.marshmallow.IRIField().metadata["format"]
    assert {"link": IRIReference("../é")} == schema.load({"link": " ../é "})
    assert {"link": None} == schema.load({"link": None})
    assert {"link": ["Not a valid string."]} == schema.validate({"link": 1})
    dumped = [schema.dump({"link": link})["link"] for link in (IRI("https://faß.de/"), OLD, None)]
    assert ["https://faß.de/", "http://a b/", None] == dumped
    assert [str, str, type(None)] == list(map(type, dumped))


def test_cattrs_optional():
    """The profile of an optional type judges text; None and a missing value stay None."""
    assert Optional(IRI("http://faß.de/")) == converter().structure(
        {"web": " http://faß.de/ ", "plain": None}, Optional
    )
    assert Optional() == converter().structure({"web": None}, Optional)
    found = converter().structure({"plain": IRI("urn:x")}, Optional).plain
    assert (IRI("urn:x"), IRI) == (found, type(found))


@pytest.mark.parametrize("kind", [list[IRI], IRI | int, bytes])
def test_cattrs_profile_for_what_is_not_text(kind):
    """A profile that would judge nothing is a mistake, which shows at the first value."""
    with pytest.raises(TypeError, match=r"a profile judges text, not .*: write it inside the type"):
        converter().structure(["javascript:alert(1)"], Annotated[kind, WEB])


@pytest.mark.parametrize("value", [1, None, ["javascript:alert(1)"], b"javascript:alert(1)"])
@pytest.mark.parametrize("kind", [str, IRI])
def test_cattrs_makes_no_text(value, kind):
    """A profile judges text: cattrs would make some of any value, or raise an error of its own."""
    with pytest.raises(IRIError) as caught:
        converter().structure(value, Annotated[kind, WEB])
    assert "not-text" == caught.value.code


@pytest.mark.parametrize("kind", [Named, NamedMore, NamedGeneric[str]])
@pytest.mark.parametrize("options", [{}, {"detailed_validation": False}])
def test_cattrs_reads_annotations_that_are_text(kind, options):
    """A dataclass of a module with ``from __future__ import annotations`` keeps its profiles."""
    own = converter(**options)
    right = own.structure({"web": "https://a.bc/", "plain": "urn:x"}, kind)
    assert (IRI("https://a.bc/"), "urn:x") == (right.web, right.plain)
    with pytest.raises((IRIError, cattrs.ClassValidationError)) as caught:
        own.structure({"web": "javascript:alert(1)"}, kind)
    [error] = getattr(caught.value, "exceptions", [caught.value])
    assert "scheme-not-allowed" == error.code


def test_cattrs_error_has_a_path():
    """An error is reported with the others, and `transform_error` says where it is."""
    with pytest.raises(cattrs.ClassValidationError) as caught:
        converter().structure({"web": "urn:x", "plain": "a b"}, Optional)
    found = cattrs.transform_error(caught.value, format_exception=lambda each, _: each.code)
    assert ["scheme-not-allowed @ $.web", "bad-character @ $.plain"] == found


def test_cattrs_unstructures_plain_text():
    """Values become plain text, and so do old rows: any encoder takes it."""
    found = converter().unstructure([IRI("urn:é"), IRIReference("é"), OLD])
    assert ["urn:é", "é", "http://a b/"] == found
    assert {str} == set(map(type, found))
    assert [IRI("urn:é"), OLD] == [IRI(found[0]), InvalidIRI(found[2], OLD.error)]


def test_msgspec_leaves_other_types_alone():
    """The hooks refuse what is not theirs, as msgspec asks of a hook."""
    hook = iri3987.msgspec.dec_hook("any")
    for call in (
        lambda: msgspec.convert(1, complex, dec_hook=hook),
        lambda: msgspec.json.encode(1j, enc_hook=iri3987.msgspec.enc_hook),
        lambda: iri3987.msgspec.schema_hook(complex),
    ):
        with pytest.raises(NotImplementedError, match="complex is not a type of iri3987"):
            call()


def test_msgspec_types():
    """A value has the type that is asked for, and encoding gives the text back."""
    hook = iri3987.msgspec.dec_hook("any")
    found = msgspec.json.decode('["urn:é"]', type=list[IRIReference], dec_hook=hook)
    assert (IRI, "urn:é") == (type(found[0]), found[0])
    assert '["urn:é"]' == msgspec.json.encode(found, enc_hook=iri3987.msgspec.enc_hook).decode()
    encoded = msgspec.json.encode(OLD, enc_hook=iri3987.msgspec.enc_hook)
    assert '"http://a b/"' == encoded.decode()


def test_msgspec_asks_for_an_iri():
    """A reference that is relative is not an IRI, whatever the profile accepts."""
    hook = iri3987.msgspec.dec_hook(iri3987.Profile(reference=True))
    assert IRIReference("../é") == msgspec.convert("../é", IRIReference, dec_hook=hook)
    with pytest.raises(msgspec.ValidationError, match=r"not-absolute.* - at `\$.link`"):
        msgspec.convert({"link": "../é"}, Any, dec_hook=hook)


def test_msgspec_schema():
    """The schema of a struct has the format."""
    schemas, _ = msgspec.json.schema_components(
        [list[IRI], list[IRIReference]], schema_hook=iri3987.msgspec.schema_hook
    )
    expected = [{"type": "string", "format": name} for name in ("iri", "iri-reference")]
    assert expected == [schema["items"] for schema in schemas]
