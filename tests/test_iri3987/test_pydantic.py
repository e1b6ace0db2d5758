"""`iri3987.adapters.pydantic`: what pydantic makes of the types."""

import json

import pytest
from hypothesis import given

from iri3987 import IRI, IRIError, IRIReference, types
from iri3987.messages import describe
from iri3987.syntax.errors import too_long
from test_iri3987 import strategies as iris

pytest.importorskip("pydantic", minversion="2", reason="pydantic 2 is not installed")

import pydantic

TEXT = "http://例え.テスト/é?q#f"


class Link(pydantic.BaseModel):
    """A model with both types, and what they go together with."""

    iri: IRI
    reference: IRIReference = IRIReference("")
    others: dict[IRI, IRIReference | None] = pydantic.Field(default_factory=dict)


def errors(call, *args, **options):
    """Return the errors of a call that must fail."""
    with pytest.raises(pydantic.ValidationError) as caught:
        call(*args, **options)
    return caught.value.errors(include_url=False)


# Validation


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (IRI, IRI, TEXT),
        (IRIReference, IRIReference, TEXT),
        (IRIReference, IRIReference, "../é"),
        *((types.WebIRI, IRI, text) for text in (TEXT, "HTTPS://Example.ORG:443/a/../b?#")),
        (types.WebIRI, IRI, "https://tenant.auth.example"),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_values(kind, value, text, strict):
    """A valid text becomes a value, to the letter, lax or strict, from Python, JSON and strings."""
    adapter = pydantic.TypeAdapter(kind)
    for found in (
        adapter.validate_python(text, strict=strict),
        adapter.validate_python(value(text), strict=strict),
        adapter.validate_json(f'"{text}"', strict=strict),
        adapter.validate_json(f'"{text}"'.encode(), strict=strict),
        adapter.validate_strings(text, strict=strict),
    ):
        assert (value, text) == (type(found), str(found))
    assert f'"{text}"'.encode() == adapter.dump_json(found)


def test_one_clean_error():
    """There is one error, with the code, the position and the message of the IRIError."""
    text = "http://me:secret@a/%zz{name}"
    (error,) = errors(Link, iri=text)
    with pytest.raises(IRIError) as caught:
        IRI(text)
    known = {"name": "IRI", "reason": str(caught.value), "code": "bad-percent", "position": 19}
    assert {
        "type": "iri_parsing",
        "loc": ("iri",),
        "msg": f"Input should be a valid IRI: {caught.value}",
        "input": "http://me:***@a/%zz{name}",
        "ctx": {**known, "message": describe(caught.value, text)},
    } == error
    assert "%zz{name}" in error["msg"]
    assert "secret" not in f"{error['msg']}{error['ctx']}"


@pytest.mark.parametrize(
    "text", ["http://a/\ud800", "http://a/\udfff\ud83d\ude00?\ud800é", "\udcff"]
)
def test_an_error_can_be_sent_as_json(text):
    """A lone surrogate, which UTF-8 cannot carry, is an escape in all of the error."""
    adapter = pydantic.TypeAdapter(dict[str, IRI])
    with pytest.raises(pydantic.ValidationError) as caught:
        adapter.validate_python({"a": text})
    (error,) = json.loads(caught.value.json())
    assert ("iri_parsing", ["a"], "bad-character") == (
        error["type"],
        error["loc"],
        error["ctx"]["code"],
    )
    assert text.encode("ascii", "backslashreplace").decode() == error["input"].replace("é", r"\xe9")


@pytest.mark.parametrize("value", [b"http://a/", bytearray(b"http://a/"), 5, None, ["x"]], ids=repr)
@pytest.mark.parametrize("kind", [IRI, IRIReference])
def test_what_is_no_text_is_refused(kind, value):
    """Octets and other values that are not text are not made text."""
    (error,) = errors(pydantic.TypeAdapter(kind).validate_python, value)
    assert "string_type" == error["type"]


def test_numbers_of_the_error_are_in_its_context():
    """Where an error has a limit and a length, so has its context: here, of a type of one's own."""

    class Short(IRI):
        """An IRI that may not be long."""

        def __new__(cls, text, /):
            """Refuse what is long."""
            if len(text) > 9:
                raise too_long(text, 9, len(text), "characters")
            return super().__new__(cls, text)

    (error,) = errors(pydantic.TypeAdapter(Short).validate_python, "http://a/b")
    expected = {"limit": 9, "length": 10, "unit": "characters", "code": "too-long"}
    assert expected.items() <= error["ctx"].items()
    assert error["ctx"]["position"] is None


def test_json():
    """A model is read from JSON, and an error in there is as clean."""
    assert Link(iri=TEXT) == Link.model_validate_json(f'{{"iri": "{TEXT}"}}')
    (error,) = errors(Link.model_validate_json, '{"iri": "http://a/{"}')
    assert ("iri_parsing", "bad-character") == (error["type"], error["ctx"]["code"])
    (error,) = errors(Link.model_validate_json, '{"iri": 5}')
    assert "string_type" == error["type"]


def test_an_iri_stays_one():
    """An IRI where a reference is wanted stays an IRI, as it does in the constructor."""
    assert IRI is type(IRIReference(IRI(TEXT)))
    assert IRI is type(Link(iri=TEXT, reference=IRI(TEXT)).reference)


@pytest.mark.parametrize(
    "config",
    [{"str_strip_whitespace": True}, {"str_to_lower": True}, {"str_to_upper": True}],
    ids=str,
)
def test_nothing_is_repaired(config):
    """Nothing is stripped or folded, whatever a model says of its strings."""
    adapter = pydantic.TypeAdapter(dict[str, IRI], config=pydantic.ConfigDict(**config))
    assert {"bad-scheme"} == {
        error["ctx"]["code"] for error in errors(adapter.validate_python, {"a": " http://a/"})
    }
    assert ["http://a/Bc"] == [*adapter.validate_python({"a": "http://a/Bc"}).values()]


@given(iris.any_text)
def test_law_the_verdict_is_the_constructor_s(text):
    """Pydantic takes what the constructor takes, gives what it gives, and raises its code."""
    for kind in (IRI, IRIReference):
        expected = iris.fault(kind, text)
        adapter = pydantic.TypeAdapter(kind)
        if expected is None:
            assert text == adapter.validate_python(text)
        else:
            (error,) = errors(adapter.validate_python, text)
            assert expected.code == error["ctx"]["code"]


# Serialization


def test_dump():
    """In Python a value stays a value; in JSON it is the very text."""
    link = Link(iri=TEXT, reference="../é", others={TEXT: None})
    dumped = link.model_dump()
    assert {"iri": TEXT, "reference": "../é", "others": {TEXT: None}} == dumped
    assert IRI is type(dumped["iri"])
    plain = link.model_dump(mode="json")
    assert [str, str] == [type(plain["iri"]), type(plain["reference"])]
    text = link.model_dump_json()
    assert f'{{"iri":"{TEXT}","reference":"../é","others":{{"{TEXT}":null}}}}' == text
    assert link == Link.model_validate_json(text)
    assert link == Link.model_validate(dumped)


def test_a_field_with_a_limit():
    """The limit of a field holds, and its description is in the schema of the model."""

    class Documented(pydantic.BaseModel):
        """A model with a described IRI."""

        iri: IRI = pydantic.Field(description="where", max_length=9)

    assert "http://a/" == Documented(iri="http://a/").iri
    assert errors(Documented, iri="http://a/b")
    expected = {"title": "Iri", "description": "where", "type": "string", "format": "iri"}
    assert expected | {"maxLength": 9} == Documented.model_json_schema()["properties"]["iri"]
