"""A field of marshmallow for IRIs. This module needs marshmallow 3.20 or newer."""

from collections.abc import Collection, Mapping
from typing import Any

from marshmallow import ValidationError, fields

from iri3987.exceptions import IRIError
from iri3987.messages import Refusal, describe
from iri3987.profile import Profile, make_profile
from iri3987.values import IRIReference

__all__ = ["IRIField"]


class IRIField(fields.String):
    """A field for an IRI: it loads an `IRI`, or with *reference* an `IRIReference`.

    The options are those of `iri3987.profile.make_profile`; `Profile.clean` makes the value of what
    was sent. Others, such as ``required`` and ``validate``, are those of marshmallow. The messages
    of its `ValidationError` are `iri3987.messages.Refusal`: the sentence, with the code.

    >>> from marshmallow import Schema
    >>> Link = Schema.from_dict({"homepage": IRIField(schemes=["https"])})
    >>> Link().load({"homepage": " https://例え.テスト/ "})
    {'homepage': IRI('https://例え.テスト/')}
    >>> errors = Link().validate({"homepage": "urn:x"})
    >>> errors["homepage"], errors["homepage"][0].code
    (['The address must begin with https:.'], 'scheme-not-allowed')
    """

    def __init__(
        self,
        *,
        profile: str | Profile = "web",
        schemes: Collection[str] | None = None,
        reference: bool = False,
        max_length: int | None = None,
        reject: Collection[str] = (),
        assume_scheme: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.profile = make_profile(
            profile,
            schemes=schemes,
            reference=reference,
            max_length=max_length,
            reject=reject,
            assume_scheme=assume_scheme,
        )
        # apispec copies this into the schema.
        name = "iri-reference" if self.profile.reference else "iri"
        super().__init__(metadata={"format": name, **(metadata or {})}, **kwargs)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> IRIReference:
        """Return *value* as an IRI. Raises `ValidationError`."""
        text = super()._deserialize(value, *args, **kwargs)
        try:
            return self.profile.clean(text)
        except IRIError as error:
            refusal = Refusal(describe(error, text, self.profile), error.code, error.position)
            raise ValidationError(refusal) from error
