"""The scalar for GraphQL, in Strawberry and Graphene."""

import graphene
import pytest
import strawberry
from strawberry.schema.config import StrawberryConfig

from iri3987 import ANY, IRI, PUBLIC
from iri3987.adapters.graphql import reader


def with_strawberry(profile):
    """Return a function that executes a query of Strawberry."""

    @strawberry.type
    class Query:
        @strawberry.field
        def echo(self, target: IRI) -> IRI:
            assert type(target) is IRI
            return target

    scalar = strawberry.scalar(name="IRI", serialize=str, parse_value=reader(profile))
    schema = strawberry.Schema(Query, config=StrawberryConfig(scalar_map={IRI: scalar}))
    return schema.execute_sync


def with_graphene(profile):
    """Return a function that executes a query of Graphene."""

    class Scalar(graphene.Scalar):
        class Meta:
            name = "IRI"

        serialize = staticmethod(str)
        parse_value = staticmethod(reader(profile))

    class Query(graphene.ObjectType):
        echo = graphene.Field(Scalar, target=Scalar(required=True))

        def resolve_echo(self, _info, target):
            assert type(target) is IRI
            return target

    return graphene.Schema(query=Query).execute


both = pytest.mark.parametrize("made", [with_strawberry, with_graphene])


@both
def test_accepted(made):
    """A literal and a variable are read, and written as they were."""
    execute = made(ANY)
    text = "https://faß.de/straße"
    assert {"echo": text} == execute(f'{{echo(target: "{text}")}}').data
    query = "query ($a: IRI!) {echo(target: $a)}"
    assert {"echo": text} == execute(query, variable_values={"a": f" {text} "}).data


@both
@pytest.mark.parametrize(
    ("sent", "code", "position"),
    [
        ("javascript:alert(1)", "scheme-not-allowed", 0),
        ("https://a.example/\u202eb", "bidi-formatting", 18),
        ("https://a.example/\ud800", "bad-character", 18),
        ("https://a.example/\0", "bad-character", 18),
        ("https://127.0.0.1/", "host-not-public", 8),
        ("", "not-absolute", 0),
        (1, "not-text", None),
        (["https://a.example/"], "not-text", None),
    ],
)
def test_refused(made, sent, code, position):
    """The error has the code, the position and a sentence in its extensions."""
    query = "query ($a: IRI!) {echo(target: $a)}"
    [error] = made(PUBLIC)(query, variable_values={"a": sent}).errors
    told = error.formatted["extensions"]
    assert (code, position) == (told["code"], told["position"])
    assert told["words"].endswith(".")
    assert error.message.endswith(told["words"])
    assert "\ud800" not in error.message


@both
@pytest.mark.parametrize(
    ("literal", "code"), [('"urn:x"', "scheme-not-allowed"), ("1", "not-text"), ("[A]", "not-text")]
)
def test_literal_refused(made, literal, code):
    """A literal in the query is judged as a variable is."""
    [error] = made(PUBLIC)(f"{{echo(target: {literal})}}").errors
    assert code == error.formatted["extensions"]["code"]
