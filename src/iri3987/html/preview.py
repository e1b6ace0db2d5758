"""RFC 3987 section 7.2: what a page must know to show the URI that is sent, while one types.

https://www.rfc-editor.org/rfc/rfc3987#section-7.2

The script ``iri-input.js`` does so. It judges the text by the rules that an input has in its
attribute ``data-iri``: those of a profile, in JSON. A plug-in serves the script and its style
sheet.
"""

from pathlib import Path
from typing import Any, Final

from iri3987.profile import Profile

__all__ = ["STATIC", "can_preview", "preview_rules"]

#: The folder of the script and the style sheet: ``iri-input.js`` and ``iri-input.css``.
STATIC: Final = Path(__file__).with_name("static")


def can_preview(profile: Profile, /) -> bool:
    """Return whether the script can judge by *profile*: it knows neither findings nor networks.

    >>> can_preview(Profile(reject=["userinfo"])), can_preview(Profile())
    (False, True)
    """
    return not profile.reject and not profile.public


def preview_rules(profile: Profile, /) -> dict[str, Any]:
    """Return the options of *profile* that the script must know, by its names for them.

    >>> preview_rules(Profile(schemes=["https"], max_octets=500))["octets"]
    500
    """
    required = profile.require_host
    return {
        "schemes": None if profile.schemes is None else sorted(profile.schemes),
        "reference": profile.reference,
        "requireHost": required if isinstance(required, bool) else sorted(required),
        "web": profile.host is not None,
        "singleLabel": profile.single_label,
        "userinfo": profile.allow_userinfo,
        "port": profile.port,
        "octets": profile.max_octets,
        "characters": profile.max_length,
        "assume": profile.assume_scheme,
        "repair": profile.repair,
    }
