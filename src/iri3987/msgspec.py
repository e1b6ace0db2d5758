"""Hooks of msgspec for IRIs. This module does not import msgspec.

msgspec reads no profile from an annotation: ``Annotated[IRI, WEB]`` means `IRI` to it. So the
profile is an argument of `dec_hook`, and holds for all IRIs that are decoded with it.
"""

from collections.abc import Callable

from iri3987.profile import Profile, make_profile
from iri3987.values import IRI, InvalidIRI, IRIReference

__all__ = ["dec_hook", "enc_hook", "schema_hook"]


def dec_hook(profile: str | Profile, /) -> Callable[[type, object], IRIReference]:
    """Return a ``dec_hook``: it decodes `IRI` and `IRIReference` by the rule of *profile*.

    `Profile.clean` makes the value. msgspec turns the `IRIError` into its `ValidationError`, whose
    ``__cause__`` is the `IRIError`.

    >>> import msgspec
    >>> from iri3987 import IRI
    >>> class Link(msgspec.Struct):
    ...     homepage: IRI
    >>> decoder = msgspec.json.Decoder(Link, dec_hook=dec_hook("web"))
    >>> decoder.decode('{"homepage": " http://例え.テスト/ "}')
    Link(homepage=IRI('http://例え.テスト/'))
    """
    rule = make_profile(profile)

    def decode(kind: type, value: object) -> IRIReference:
        if not issubclass(kind, IRIReference):
            raise NotImplementedError(f"{kind.__name__} is not a type of iri3987")
        return kind(rule.clean(value))

    return decode


def enc_hook(value: object, /) -> str:
    """Return an IRI, or an `InvalidIRI`, as the plain text that msgspec can encode.

    >>> import msgspec
    >>> from iri3987 import IRI
    >>> msgspec.json.encode([IRI("urn:例:1")], enc_hook=enc_hook).decode()
    '["urn:例:1"]'
    """
    if not isinstance(value, IRIReference | InvalidIRI):
        raise NotImplementedError(f"{type(value).__name__} is not a type of iri3987")
    return str.__str__(value)


def schema_hook(kind: type, /) -> dict[str, str]:
    """Return the JSON Schema of `IRI` or `IRIReference`.

    >>> from iri3987 import IRI
    >>> schema_hook(IRI)
    {'type': 'string', 'format': 'iri'}
    """
    if not issubclass(kind, IRIReference):
        raise NotImplementedError(f"{kind.__name__} is not a type of iri3987")
    return {"type": "string", "format": "iri" if issubclass(kind, IRI) else "iri-reference"}
