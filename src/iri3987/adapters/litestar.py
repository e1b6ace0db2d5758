"""A plug-in for Litestar: parameters and fields that are an `IRI`.

https://docs.litestar.dev/

Litestar reads JSON, queries and paths with msgspec, which tells a decoder the class and nothing
else. So one profile judges every IRI of an application: a profile in ``Annotated`` is not asked.
Models of pydantic are read by pydantic, which does ask it.
"""

from contextvars import ContextVar
from dataclasses import replace
from typing import Any, NamedTuple

from litestar.config.app import AppConfig
from litestar.exceptions import ValidationException
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import InitPluginProtocol, OpenAPISchemaPlugin
from litestar.types import ASGIApp, Receive, Scope, Send

from iri3987.exceptions import IRIError
from iri3987.messages import describe
from iri3987.profile import WEB, Profile
from iri3987.values import IRI, IRIReference

__all__ = ["IRIPlugin"]


class _Request(NamedTuple):
    """The rules for a request, and what was refused in it, by the message that Litestar gets."""

    profile: Profile
    for_references: Profile
    refused: dict[str, dict[str, Any]]


# Litestar makes the decoder an attribute of the class that it is for, and so one of all
# applications. So the decoder asks here whose request it is.
_REQUEST: ContextVar[_Request | None] = ContextVar("iri3987_request", default=None)


class IRIPlugin(InitPluginProtocol, OpenAPISchemaPlugin):
    """Let *profile* read each IRI: ``Litestar(plugins=[IRIPlugin()])``.

    `Profile.clean` makes the value; an `IRIReference` may be relative as well. Text
    that is refused is answered with 400: in ``extra``, the ``message`` is a sentence for people,
    and the ``code`` and the ``position`` of the `IRIError` are beside it. In OpenAPI, the format is
    "iri" or "iri-reference".

    >>> from typing import Annotated
    >>> from litestar import Litestar, post
    >>> from litestar.params import Body
    >>> from litestar.testing import TestClient
    >>> @post("/")
    ... async def add(data: Annotated[dict[str, IRI], Body()]) -> None:
    ...     pass
    >>> client = TestClient(Litestar([add], plugins=[IRIPlugin()]))
    >>> client.post("/", json={"target": "javascript:alert(1)"}).json()["extra"][0]["code"]
    'scheme-not-allowed'
    """

    def __init__(self, profile: Profile = WEB) -> None:
        self._rules = profile, replace(profile, allow_relative=True)

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        """Add the decoder, and what completes the answer."""
        ours = self.is_plugin_supported_type, _decode
        app_config.type_decoders = [*(app_config.type_decoders or []), ours]
        app_config.middleware.append(self._middleware)
        app_config.after_exception.append(_complete)
        return app_config

    def _middleware(self, app: ASGIApp) -> ASGIApp:
        async def run(scope: Scope, receive: Receive, send: Send) -> None:
            _REQUEST.set(_Request(*self._rules, {}))
            await app(scope, receive, send)

        return run

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Return whether *value* is a class that is decoded and described here."""
        return isinstance(value, type) and issubclass(value, IRIReference)

    def to_openapi_schema(self, field_definition: Any, schema_creator: Any) -> Schema:  # noqa: ARG002
        """Return the schema of an IRI."""
        is_iri = issubclass(field_definition.annotation, IRI)
        # Some versions have the same value for both in their enumeration.
        kind: Any = "iri" if is_iri else "iri-reference"
        return Schema(type=OpenAPIType.STRING, format=kind)


def _decode(kind: type[IRIReference], value: Any) -> IRIReference:
    """Return the value of *kind* for what was sent."""
    request = _REQUEST.get()
    if request is None:
        raise TypeError("an application that reads an IRI needs IRIPlugin")
    profile = request.profile if issubclass(kind, IRI) else request.for_references
    try:
        return kind(profile.clean(value))
    except IRIError as error:
        # Litestar keeps the message alone, up to " - ": so it has nothing of what was sent.
        message = f"{error.code}: {error.reason} ({len(request.refused) + 1})"
        sentence = describe(error, value, profile)
        told = {"message": sentence, "code": error.code, "position": error.position}
        request.refused[message] = told
        raise ValueError(message) from error


async def _complete(error: Exception, scope: Scope) -> None:  # noqa: ARG001
    """Tell the code, the position and the sentence in the answer to a request that is refused."""
    request = _REQUEST.get()
    if request and isinstance(error, ValidationException) and isinstance(error.extra, list):
        # An application may put anything there.
        for each in error.extra:
            if isinstance(each, dict):
                each.update(request.refused.get(str(each.get("message")), {}))
