"""`Annotated[IRI, WEB]` and the types of `iri3987.types`: pydantic applies the profile."""

import json
import pickle
from dataclasses import replace
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar

import pytest

from iri3987 import ANY, IRI, PUBLIC, WEB, IRIReference, Profile, types
from iri3987.values import load

pytest.importorskip("pydantic", minversion="2", reason="pydantic 2 is not installed")

import pydantic
from typing_extensions import TypeAliasType  # pydantic needs it

from test_iri3987.test_pydantic import TEXT, errors

#: The same address, as people paste it: with white space, and less percent-encoding.
PASTED = " http://例え.テスト/é b?100%\n"
MEANT = "http://例え.テスト/é%20b?100%25"
HTTPS = replace(WEB, schemes=["https"])
REFERENCE = replace(WEB, allow_relative=True)


def codes(call, *args, **options):
    """Return the codes of the errors of a call that must fail."""
    return [error["ctx"]["code"] for error in errors(call, *args, **options)]


def validate(kind, value, **options):
    """Validate a value as of a type."""
    return pydantic.TypeAdapter(kind).validate_python(value, **options)


# Values


def test_what_people_paste_is_mended():
    """White space at the ends is trimmed, and missing percent-encoding added, as in a form."""
    adapter = pydantic.TypeAdapter(types.WebIRI)
    for found in (
        adapter.validate_python(PASTED),
        adapter.validate_json(json.dumps(PASTED)),
        adapter.validate_strings(PASTED),
    ):
        assert (IRI, MEANT) == (type(found), str(found))
    assert "https://例え.テスト" == validate(
        Annotated[IRI, replace(WEB, assume_scheme="https")], "例え.テスト"
    )


def test_strict_mode_mends_nothing():
    """In strict mode the text is taken as it is, or refused: by call, field and model."""
    assert ["bad-scheme"] == codes(validate, types.WebIRI, PASTED, strict=True)
    assert ["bad-character"] == codes(validate, types.WebIRI, "http://a.bc/ ", strict=True)
    exact = pydantic.Field(strict=True)
    for field in (
        Annotated[types.WebIRI, exact],
        Annotated[IRI, exact, WEB],
        Annotated[str, exact, WEB],
        Annotated[IRI | None, exact, WEB],
    ):
        assert ["bad-scheme"] == codes(validate, field, PASTED)

    class Exact(pydantic.BaseModel, strict=True):
        """A model in strict mode, except one field."""

        iri: types.WebIRI
        lax: types.WebIRI = pydantic.Field(IRI(TEXT), strict=False)

    assert (TEXT, MEANT) == (Exact(iri=TEXT).iri, Exact(iri=TEXT, lax=PASTED).lax)
    assert ["bad-scheme"] == codes(Exact, iri=PASTED)
    assert ["bad-scheme"] == codes(Exact.model_validate_json, json.dumps({"iri": PASTED}))

    class ExactField(pydantic.BaseModel):
        """A model with a strict field."""

        iri: types.WebIRI = pydantic.Field(strict=True)

    assert ["bad-scheme"] == codes(ExactField, iri=PASTED)


# Errors


def test_a_reference_is_called_one():
    """A profile of references names them in the error, and the type has the last word."""
    assert IRIReference is type(validate(Annotated[IRIReference, REFERENCE], "/é"))
    (error,) = errors(validate, Annotated[IRIReference, REFERENCE], "//127.1/")
    assert error["msg"].startswith("Input should be a valid IRI reference: host-ipv4: ")
    assert ["not-absolute"] == codes(validate, Annotated[IRI, REFERENCE], "/é")


# The types


@pytest.mark.parametrize(
    ("kind", "value", "profile", "refused"),
    [
        (types.WebIRI, IRI, WEB, "urn:x"),
        (types.HttpsIRI, IRI, HTTPS, "http://a.bc/"),
        (types.PublicIRI, IRI, PUBLIC, "http://localhost/"),
        (types.AnyIRI, IRI, ANY, "/a"),
        (types.AnyIRIReference, IRIReference, replace(ANY, allow_relative=True), "%zz"),
    ],
    ids=["web", "https", "public", "any", "reference"],
)
def test_types(kind, value, profile, refused):
    """Each type is a value and the profile that its name says."""
    assert (value, (profile,)) == (kind.__origin__, kind.__metadata__)
    assert codes(validate, kind, refused)
    assert isinstance(validate(kind, "https://例え.テスト/"), value)


# Beside other annotations


def test_other_annotations():
    """Limits before and after the profile hold."""
    short = pydantic.Field(max_length=15)
    for kind in (Annotated[IRI, short, WEB], Annotated[IRI, WEB, short]):
        assert "http://a.bc/" == validate(kind, " http://a.bc/ ")
        assert errors(validate, kind, "http://a.bc/0123")
    # The settings of a model are for other text.
    config = pydantic.ConfigDict(str_to_lower=True)
    adapter = pydantic.TypeAdapter(dict[str, types.WebIRI], config=config)
    assert ["http://A.bc/"] == [*adapter.validate_python({"a": "http://A.bc/"}).values()]


def test_options_and_unions():
    """A value may be missing where it may be, and a union takes the first that fits."""
    for kind in (Annotated[IRI | None, WEB], types.WebIRI | None):
        assert [None, TEXT] == [validate(kind, None), validate(kind, TEXT)]
        assert ["scheme-not-allowed"] == codes(validate, kind, "urn:x")
    either = types.WebIRI | Annotated[IRI, Profile(schemes=["urn"])] | int
    assert [MEANT, "urn:x", 5] == [validate(either, each) for each in (PASTED, " urn:x ", 5)]
    # The names of the types that were tried, and not those of our functions.
    names = [error["loc"][-1] for error in errors(validate, IRIReference | types.WebIRI | int, "%")]
    assert ["IRI reference", "IRI", "int"] == names


def test_two_profiles():
    """Where there are two profiles, both must accept the text."""
    both = Annotated[types.WebIRI, HTTPS]
    assert "https://a.bc/" == validate(both, " https://a.bc/")
    for text in ("http://a.bc/", "urn:x"):
        assert ["scheme-not-allowed"] == codes(validate, both, text)
    assert None is validate(Annotated[types.WebIRI | None, HTTPS], None)


def test_a_subclass_stays_one():
    """A type of one's own is what the text becomes."""

    class Own(IRI):
        """An IRI of one's own."""

    for value in (" http://a.bc/ ", IRI("http://a.bc/"), Own("http://a.bc/")):
        assert Own is type(validate(Annotated[Own, WEB], value))


def test_text_that_stays_plain():
    """The profile judges a `str`, too, which stays one."""
    plain = Annotated[str, Profile(schemes=["urn"])]
    assert (str, "urn:é") == (type(validate(plain, " urn:é ")), validate(plain, " urn:é "))
    assert ["scheme-not-allowed"] == codes(validate, plain, TEXT)
    assert ["scheme-not-allowed"] == codes(validate, Annotated[NewType("Own", IRI), WEB], "urn:x")


T = TypeVar("T")


@pytest.mark.parametrize(
    "kind",
    [
        *(list[IRI], dict[str, IRI], IRI | int, list[IRI] | None, int, Any),
        Annotated[int, 5] | str,
        NewType("Own", list),
        TypeAliasType("Own", list[IRI]),
        TypeAliasType("Own", list[T], type_params=(T,))[IRI],  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_a_profile_for_what_is_not_text(kind):
    """A profile that would judge nothing is a mistake, which shows when the type is made."""
    with pytest.raises(TypeError, match=r"a profile judges text, not .*: write it inside the type"):
        pydantic.TypeAdapter(Annotated[kind, WEB])


def test_an_alias_of_a_type():
    """A profile may stand in an alias, and beside one."""
    for kind in (
        TypeAliasType("Own", types.WebIRI),
        Annotated[TypeAliasType("Own", IRI | None), WEB],
    ):
        assert (IRI, TEXT) == (type(validate(kind, TEXT)), validate(kind, TEXT))
        assert ["scheme-not-allowed"] == codes(validate, kind, "javascript:alert(1)")


def decoded(value):
    """Return text of octets, as a validator of a project may."""
    return value.decode() if isinstance(value, bytes) else value


@pytest.mark.parametrize(
    "kind",
    [
        Annotated[IRI, pydantic.BeforeValidator(decoded), WEB],
        Annotated[IRI, WEB, pydantic.BeforeValidator(decoded)],
        Annotated[str, pydantic.BeforeValidator(decoded), WEB],
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_text_that_a_validator_makes(kind, strict):
    """The profile judges text that a validator makes of another value, before it or after it."""
    assert TEXT == validate(kind, TEXT.encode(), strict=strict)
    assert ["scheme-not-allowed"] == codes(validate, kind, b"javascript:alert(1)", strict=strict)


def test_other_text_that_a_validator_makes():
    """The profile judges what a validator beside the type makes of text that it had accepted."""
    kind = Annotated[IRI, pydantic.AfterValidator(lambda iri: IRI(iri.query)), WEB]
    assert "http://a.bc/" == validate(kind, "http://d.ef/?http://a.bc/")
    assert ["scheme-not-allowed"] == codes(validate, kind, "http://d.ef/?javascript:alert(1)")
    parts = Annotated[IRI, pydantic.AfterValidator(lambda iri: (iri.scheme, iri.host)), WEB]
    assert ("http", "例え.テスト") == validate(parts, TEXT)


def test_a_type_that_is_known_later():
    """A profile beside a type variable judges text, and no other value passes."""

    class Own(pydantic.BaseModel, Generic[T]):
        """A model that says later what it holds."""

        iri: Annotated[T, WEB]

    assert ["scheme-not-allowed"] == codes(Own, iri="javascript:alert(1)")
    assert ["string_type"] == [each["type"] for each in errors(Own, iri=b"javascript:alert(1)")]
    assert TEXT == Own[IRI](iri=TEXT).iri
    with pytest.raises(TypeError, match="a profile judges text, not list"):
        Own[list[IRI]]


# Models, and what is like them


class Web(pydantic.BaseModel):
    """A link to a page."""

    kind: Literal["web"]
    to: types.WebIRI


class Name(pydantic.BaseModel):
    """A link to a thing with a name."""

    kind: Literal["name"]
    to: types.AnyIRI


class Link(pydantic.BaseModel):
    """A link of either kind, and others by their address."""

    link: Web | Name = pydantic.Field(discriminator="kind")
    others: dict[types.WebIRI, int] = {}


def test_models():
    """The field of a discriminated union and the keys of a dictionary are judged where they are."""
    link = Link.model_validate({"link": {"kind": "web", "to": PASTED}, "others": {PASTED: 1}})
    assert (MEANT, [MEANT]) == (link.link.to, [*link.others])
    assert (IRI, [IRI]) == (type(link.link.to), [type(each) for each in link.others])
    assert "urn:x" == Link.model_validate_json('{"link": {"kind": "name", "to": "urn:x"}}').link.to
    sent = {"link": {"kind": "web", "to": "urn:x"}, "others": {"urn:y": 1}}
    assert [(("link", "web", "to"), "urn:x"), (("others", "urn:y", "[key]"), "urn:y")] == [
        (error["loc"], error["input"]) for error in errors(Link.model_validate, sent)
    ]


def test_models_go_out_and_come_back():
    """JSON, Python and pickle keep the text; a copy has values."""
    link = Link(link={"kind": "web", "to": TEXT}, others={TEXT: 1})
    assert link == Link.model_validate_json(link.model_dump_json())
    assert link == Link.model_validate(link.model_dump())
    assert {"kind": "web", "to": TEXT} == link.model_dump(mode="json")["link"]
    again = pickle.loads(pickle.dumps(link))
    assert (link, IRI) == (again, type(again.link.to))


def test_dataclasses():
    """A dataclass of pydantic has the same rule."""

    @pydantic.dataclasses.dataclass
    class Place:
        """A dataclass with an address."""

        iri: types.HttpsIRI

    assert Place(IRI("https://a.bc/")) == Place(" https://a.bc/ ")
    assert ["scheme-not-allowed"] == codes(Place, "http://a.bc/")


def test_settings(monkeypatch):
    """So have settings, whose values come from the environment."""
    settings = pytest.importorskip("pydantic_settings")

    class Settings(settings.BaseSettings):
        """Settings with an issuer, and other addresses."""

        issuer: types.HttpsIRI
        others: tuple[types.WebIRI, ...]

    monkeypatch.setenv("ISSUER", "https://auth.example.com")
    monkeypatch.setenv("OTHERS", json.dumps([TEXT]))
    assert ("https://auth.example.com", (TEXT,)) == (Settings().issuer, Settings().others)
    monkeypatch.setenv("ISSUER", "http://auth.example.com")
    assert ["scheme-not-allowed"] == codes(Settings)


# JSON Schema

FORMAT = {"type": "string", "format": "iri"}
FORMAT_OF_REFERENCES = {"type": "string", "format": "iri-reference"}


@pytest.mark.parametrize("mode", ["validation", "serialization"])
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (IRI, FORMAT),
        (IRIReference, FORMAT_OF_REFERENCES),
        (types.WebIRI, FORMAT),
        (types.AnyIRIReference, FORMAT_OF_REFERENCES),
        (Annotated[IRIReference, REFERENCE], FORMAT_OF_REFERENCES),
        (Annotated[IRIReference, WEB], FORMAT),
        (Annotated[IRI, REFERENCE], FORMAT),
        (Annotated[str, WEB], FORMAT),
        *(
            (Annotated[each | None, WEB], {"anyOf": [FORMAT, {"type": "null"}]})
            for each in (IRI, str)
        ),
        (Annotated[IRI, pydantic.WithJsonSchema({"format": "uri"}), WEB], {"format": "uri"}),
    ],
    ids=str,
)
def test_json_schema(kind, expected, mode):
    """The schema has the format of what the type and the profile accept."""
    assert expected == pydantic.TypeAdapter(kind).json_schema(mode=mode)


# Stored text in answers

OLD = (
    "n/a",
    "",
    "http://wiki/",
    "https://example.org/?A|B",
    " http://a b/\n",
    "javascript:x",
    "\0",
)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("text", [*OLD, TEXT], ids=ascii)
def test_stored_text_is_let_out_as_it_is(text, strict):
    """No row makes an answer fail, and none is repaired, trimmed or changed in case."""

    class Answer(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(
            strict=strict, from_attributes=True, str_strip_whitespace=True, str_to_upper=True
        )
        links: tuple[types.StoredIRI | None, ...]

    value = load(text, IRI)

    class Row:
        links = (text, value, None)

    answer = Answer.model_validate(Row())
    assert {"links": [text, text, None]} == json.loads(answer.model_dump_json())
    assert {"links": (text, text, None)} == answer.model_dump()
    kinds = [type(each) for each in answer.links[:2]]
    assert [type(load(text, IRI))] * 2 == kinds
    assert value is answer.links[1]


def test_a_stored_reference_stays_one():
    """A column of references has relative ones."""
    reference = IRIReference("/é")
    assert reference is validate(types.StoredIRI, reference)


def test_stored_text_is_text():
    """Another type is an error of the program."""
    for value in (b"http://a.bc/", 1, None):
        assert "string_type" == errors(validate, types.StoredIRI, value)[0]["type"]


def test_the_schema_of_stored_text_promises_no_format():
    """A client that checks formats would refuse an old row."""
    for mode in ("validation", "serialization"):
        assert {"type": "string"} == pydantic.TypeAdapter(types.StoredIRI).json_schema(mode=mode)
