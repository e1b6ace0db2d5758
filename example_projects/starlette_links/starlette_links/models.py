"""The models: a link as it comes in, from a form or a machine, and as it goes out to machines."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    WithJsonSchema,
)

from iri3987 import IRI, WEB, Finding, IRIError, Profile, messages
from starlette_links.language import Told

#: The schemes that the directory takes. None of them runs as code: `/go/` redirects to all.
SCHEMES = frozenset({"http", "https", "mailto", "urn"})

#: The rule for addresses. Addresses of the web must have a host that the web can use. User names
#: are refused, because a password would be public. `max_length` counts characters of the text;
#: `max_octets` those of the mapped URI, which is what is sent: servers and browsers have limits.
#: Nothing is repaired, because this directory shows the text that people have typed.
ADDRESS = replace(
    WEB,
    schemes=SCHEMES,
    require_host={"http", "https"},
    allow_userinfo=False,
    max_length=2048,
    max_octets=2048,
    repair=False,
)

#: White space that a form may add at both ends. Any other space would be part of the address.
WHITE_SPACE = " \t\r\n\f"
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\x00]*$")
]
LANGUAGE_TAG = "^(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)?$"


class Texts(BaseModel):
    """A link without its address: all that counts if a form sends that back as it was."""

    title: Annotated[Text, Field(min_length=1)]
    lang: Annotated[str, Field(max_length=35, pattern=LANGUAGE_TAG)] = ""
    note: Text = ""


class NewLink(Texts):
    """A link as a form, or a machine, sends it. The rules for it stand here alone."""

    iri: Annotated[IRI, ADDRESS]


class WarningForMachines(BaseModel):
    """A sentence about something that can mislead, and where it is: from `start` up to `end`."""

    model_config = ConfigDict(from_attributes=True)

    code: str
    message: str
    start: int
    end: int


class LinkForMachines(BaseModel):
    """A link in both forms: the IRI that people read, the URI that machines take.

    The answer to a POST has warnings, too: a machine cannot be asked.
    """

    model_config = ConfigDict(from_attributes=True)

    id: int
    iri: IRI | str  # an old row may hold any text
    uri: Annotated[str, WithJsonSchema({"type": "string", "format": "uri"})] | None
    display: str
    title: str
    lang: str
    note: str
    warnings: dict[str, list[WarningForMachines]] = {}


class LinksForMachines(BaseModel):
    """A page of links, and where the pages beside it are."""

    count: int
    next: str | None
    previous: str | None
    results: list[LinkForMachines]


#: Errors of pydantic, in words for people. The core has those about an address.
TOLD = {
    "missing": "This field is required.",
    "string_too_short": "This field is required.",
    "string_too_long": "At most {max_length} characters, please.",
}
BAD_TEXT = {"lang": "A language tag, please, such as ar or zh-Hant."}


def check_link(form: Mapping[str, str], stored: str | None = None) -> Texts:
    """Return what a form brings, or raise `ValidationError`. An empty field counts as missing.

    The result is a `NewLink`, unless the address is the *stored* one: that stays, even if it would
    be refused today.
    """
    values = {name: text.strip(WHITE_SPACE) for name, text in form.items()}
    given = {name: text for name, text in values.items() if text}
    is_new = stored is None or values["iri"] != stored.strip(WHITE_SPACE)
    return NewLink.model_validate(given) if is_new else Texts.model_validate(given)


def tell(refused: ValidationError, address: str, language: str) -> dict[str, Told]:
    """Return what is wrong by field, in words for people; about *address* in their language."""
    told = {}
    for error in refused.errors():
        field, context = str(error["loc"][0]), error.get("ctx", {})
        bad = BAD_TEXT.get(field, "Null characters are not allowed.")
        told[field] = Told(TOLD.get(error["type"], bad).format_map(context))
    try:
        ADDRESS.clean(address)
    except IRIError as error:
        if "iri" in told:
            told["iri"] = refusal(error, address, language)
    return told


def refusal(error: IRIError, address: str, language: str, profile: Profile = ADDRESS) -> Told:
    """Return why *profile* has refused *address*, in words for people."""
    if not address.strip(WHITE_SPACE):
        return Told(TOLD["missing"])
    return Told(messages.describe(error, address, profile, language=language), language)


def warnings(address: str, language: str, profile: Profile = ADDRESS) -> list[str]:
    """Return what can mislead in *address*, each thing once. No address is refused for it."""
    return list(dict.fromkeys(each.message for each in findings(address, language, profile)))


def findings(address: str, language: str, profile: Profile = ADDRESS) -> list[Finding]:
    """Return what can mislead in *address*, and where, with messages in *language*."""
    return [
        each._replace(message=messages.describe(each, address, language=language))
        for each in profile.warnings(address)
    ]
