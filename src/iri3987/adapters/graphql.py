"""A scalar for GraphQL: what Strawberry, Graphene and graphql-core ask a scalar for.

https://spec.graphql.org/October2021/#sec-Scalars.Custom-Scalars

The three have the errors of graphql-core. docs/how-to/graphql.md shows the scalar of each.
"""

from collections.abc import Callable

from graphql import GraphQLError

from iri3987.exceptions import IRIError
from iri3987.messages import describe
from iri3987.profile import WEB, Profile
from iri3987.values import IRIReference

__all__ = ["reader"]


def reader(profile: Profile = WEB, /) -> Callable[[object], IRIReference]:
    """Return the function ``parse_value`` of a scalar: it reads text by `Profile.clean`.

    It raises ``GraphQLError`` for what *profile* refuses. Its message is a sentence for people, and
    its ``extensions`` have the ``code`` and the ``position`` of the `IRIError`, and the same
    sentence as ``words``: for a variable, graphql-core puts words of its own before the message.

    >>> reader()("https://faß.de/")
    IRI('https://faß.de/')
    >>> try:
    ...     reader()("javascript:alert(1)")
    ... except GraphQLError as error:
    ...     print(error.extensions["code"], error.extensions["position"])
    scheme-not-allowed 0
    """

    def read(value: object) -> IRIReference:
        try:
            return profile.clean(value)
        except IRIError as error:
            words = describe(error, value, profile)
            told = {"code": error.code, "position": error.position, "words": words}
            raise GraphQLError(words, extensions=told) from error

    return read
