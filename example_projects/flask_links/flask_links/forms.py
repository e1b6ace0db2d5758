"""The form: what may become a link, and what to say when it may not."""

import re
from collections.abc import Mapping

from iri3987 import IRI, WEB, IRIError, Profile

#: What the directory takes. None of the schemes runs as code: `/go/` redirects to all. There is
#: no place for passwords, as everybody can see them. The length is that of the mapped URI.
ADDRESS = Profile(schemes={"http", "https", "mailto", "urn"}, allow_userinfo=False, max_length=2048)

MAX_LENGTH = {"iri": 2048, "title": 200, "lang": 35, "note": 200}
LANGUAGE_TAG = re.compile("(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)?")
REQUIRED = "This field is required."

#: What people are told, by the code of the `IRIError`. Its own message is for developers.
MESSAGES = {
    "not-absolute": "Enter the whole address, from its beginning: https://example.org/.",
    "scheme-not-allowed": "The address must begin with http:, https:, mailto: or urn:.",
    "bad-percent": "After a percent sign there must be two digits or letters from A to F.",
    "bad-character": "An address cannot hold this character.",
    "bidi-formatting": "An address cannot hold invisible characters that change its direction.",
    "userinfo-not-allowed": "The address must not hold a user name or a password.",
    "too-long": "This address is too long to be sent.",
    "bad-scheme": "The address must begin with letters and a colon, such as https:.",
    "bad-port": "After the colon behind the host name there must be a port number.",
    "port-out-of-range": "The port must be a number from 0 to 65535 without leading zeros.",
}


def explain(error: IRIError) -> str:
    """Return what to tell a person of *error*: what is wrong, and where."""
    message = MESSAGES.get(error.code, "This address cannot work: check its host name.")
    return message if error.position is None else f"{message} See position {error.position + 1}."


def check_address(text: str) -> IRI:
    """Return *text* as an `IRI` that the directory takes, or raise `IRIError`.

    Addresses of the web must have a host that DNS could hold.
    """
    iri = IRI(ADDRESS.check(text))
    if (iri.scheme or "").lower() in {"http", "https"}:
        WEB.check(iri)
    return iri


def check_link(form: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the values of *form* by field, and what is wrong with them by field.

    Only ASCII white space is trimmed: any other space would be part of an address.
    """
    values = {field: form.get(field, "").strip(" \t\r\n\f") for field in MAX_LENGTH}
    errors = {field: REQUIRED for field in ("iri", "title") if not values[field]}
    for field, limit in MAX_LENGTH.items():
        if len(values[field]) > limit:
            errors[field] = f"At most {limit} characters, please: this has {len(values[field])}."
        elif "\0" in values[field]:
            errors[field] = "Null characters are not allowed."
    if not LANGUAGE_TAG.fullmatch(values["lang"]):
        errors.setdefault("lang", "A language tag, please, such as ar or zh-Hant.")
    if "iri" not in errors:
        try:
            check_address(values["iri"])
        except IRIError as error:
            errors["iri"] = explain(error)
    return values, errors
