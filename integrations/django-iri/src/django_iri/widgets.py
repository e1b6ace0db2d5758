"""Widgets."""

import re
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.widgets import Script
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from iri3987 import Profile

_SURROGATE = re.compile("[\ud800-\udfff]")


def can_preview(profile: Profile, /) -> bool:
    """Tell whether the script can judge by *profile*: it knows neither findings nor networks.

    >>> can_preview(Profile(reject=["userinfo"])), can_preview(Profile())
    (False, True)
    """
    return not profile.reject and not profile.public and isinstance(profile.require_host, bool)


def preview_rules(profile: Profile, /) -> dict[str, Any]:
    """Return the options of *profile* that the script must know."""
    return {
        "schemes": None if profile.schemes is None else sorted(profile.schemes),
        "reference": profile.reference,
        "requireHost": bool(profile.require_host),
        "web": profile.host is not None,
        "singleLabel": profile.single_label,
        "userinfo": profile.allow_userinfo,
        "port": profile.port,
        "octets": profile.max_octets,
        "characters": profile.max_length,
        "assume": profile.assume_scheme,
        "repair": profile.repair,
    }


class IRIInput(forms.TextInput):
    """A text input that can show, while one types, the URI that is sent (RFC 3987 section 7.2).

    That needs *show_uri*, a `django_iri.forms.IRIField`, and the form's `media` on the page: a
    script and a style sheet. Both are files, so a content security policy need not allow inline
    code. The URI is that of `iri3987.to_uri`, and is shown only for text that the field accepts.
    It shows nothing for a profile that the script cannot judge: one with `reject`, with `public`,
    or with a host that some schemes require. The form works without the script, too.

    >>> print(IRIInput(show_uri=True).render("link", "http://faß.de/"))
    <input type="text" name="link" value="http://faß.de/"><output class="iri-uri" \
aria-live="polite" data-label="Sent as:"></output>
    """

    def __init__(self, attrs: dict[str, Any] | None = None, *, show_uri: bool = False) -> None:
        super().__init__(attrs)
        self.show_uri = show_uri

    @property
    def media(self) -> forms.Media:
        """The files that the page needs: none unless *show_uri* is set."""
        if not self.show_uri:
            return forms.Media()
        return forms.Media(
            css={"all": ["django_iri/iri-input.css"]},
            js=[Script("django_iri/iri-input.js", defer=True)],  # type: ignore[list-item]
        )

    def format_value(self, value: Any) -> str | None:
        """Return the text of *value*, with U+FFFD for lone surrogates: no page can hold these."""
        text = super().format_value(value)
        return None if text is None else _SURROGATE.sub("\ufffd", text)

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        """Return the input, and with *show_uri* the element after it that the script fills.

        A template would need the application in ``INSTALLED_APPS``, and one file for each template
        engine, so this is Python.
        """
        html = super().render(name, value, attrs, renderer)
        if not self.show_uri:
            return html
        # Without the id of the input: form sets renumber ids when they add a form.
        output = '{}<output class="iri-uri" aria-live="polite" data-label="{}"></output>'
        return format_html(output, html, _("Sent as:"))
