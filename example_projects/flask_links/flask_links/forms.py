"""The form: what may become a link, and what to say when it may not."""

import re
from collections.abc import Mapping

from flask_iri.messages import tell
from flask_links.db import SCHEMES
from iri3987 import IRI, WEB, IRIError, Profile
from iri3987._errors import too_long
from iri3987.inspection import Severity, inspect

#: What the directory takes. There is no place for passwords, as everybody can see them. The length
#: is that of the mapped URI, which is what is sent: it is longer than the text, and servers and
#: browsers have limits.
ADDRESS = Profile(schemes=SCHEMES, allow_userinfo=False, max_octets=2048)

#: The lengths of the texts, in characters.
MAX_LENGTH = {"iri": 2048, "title": 200, "lang": 35, "note": 200}
LANGUAGE_TAG = re.compile("(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)?")
REQUIRED = "This field is required."


def check_address(text: str) -> IRI:
    """Return *text* as an `IRI` that the directory takes, or raise `IRIError`.

    Addresses of the web must have a host that DNS could hold.
    """
    if len(text) > MAX_LENGTH["iri"]:
        raise too_long(text, MAX_LENGTH["iri"], len(text), "characters")
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
        if field != "iri" and len(values[field]) > limit:
            errors[field] = f"At most {limit} characters, please: this has {len(values[field])}."
        elif "\0" in values[field]:
            errors[field] = "Null characters are not allowed."
    if not LANGUAGE_TAG.fullmatch(values["lang"]):
        errors.setdefault("lang", "A language tag, please, such as ar or zh-Hant.")
    if "iri" not in errors:
        try:
            check_address(values["iri"])
        except IRIError as error:
            errors["iri"] = tell(error, values["iri"], ADDRESS)
    return values, errors


def warnings(address: str) -> list[str]:
    """Return what can mislead in *address*, each thing once. No address is refused for it."""
    findings = inspect(address) if len(address) <= MAX_LENGTH["iri"] else ()
    warned = [tell(each, address) for each in findings if each.severity is Severity.WARNING]
    return list(dict.fromkeys(warned))
