"""The form: what may become a link, and what to say when it may not."""

import re
from collections.abc import Mapping

from flask_iri.messages import tell
from flask_links.db import SCHEMES
from iri3987 import IRIError, Profile

#: The rule for addresses. Addresses of the web must have a host that the web can use. User names
#: are refused, because a password would be public. `max_length` counts characters of the text;
#: `max_octets` those of the mapped URI, which is what is sent: servers and browsers have limits.
ADDRESS = Profile(
    schemes=SCHEMES,
    require_host={"http", "https"},
    host="whatwg",
    port=(0, 65535),
    allow_userinfo=False,
    max_length=2048,
    max_octets=2048,
)

#: The greatest lengths of the other texts, in characters.
MAX_LENGTH = {"title": 200, "lang": 35, "note": 200}
LANGUAGE_TAG = re.compile("(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)?")
REQUIRED = "This field is required."


def check_link(form: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the values of *form* by field, and what is wrong with them by field."""
    values = {field: form.get(field, "").strip(" \t\r\n\f") for field in ("iri", *MAX_LENGTH)}
    errors = {field: REQUIRED for field in ("iri", "title") if not values[field]}
    for field, limit in MAX_LENGTH.items():
        if len(values[field]) > limit:
            errors[field] = f"At most {limit} characters, please: this has {len(values[field])}."
        elif "\0" in values[field]:
            errors[field] = "Null characters are not allowed."
    if not LANGUAGE_TAG.fullmatch(values["lang"]):
        errors.setdefault("lang", "A language tag, please, such as ar or zh-Hant.")
    if "iri" not in errors:
        # As it was typed: `clean` trims it, and nothing but ASCII white space. Any other space
        # would be part of the address.
        typed = form["iri"]
        try:
            values["iri"] = ADDRESS.clean(typed)
        except IRIError as error:
            errors["iri"] = tell(error, typed, ADDRESS)
    return values, errors


def warnings(address: str) -> list[str]:
    """Return what can mislead in *address*, each thing once. No address is refused for it."""
    return list(dict.fromkeys(tell(each, address) for each in ADDRESS.warnings(address)))
