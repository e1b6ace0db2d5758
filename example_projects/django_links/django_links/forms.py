"""The form: what may become a link, and what to say when it may not."""

from typing import Any, ClassVar

from django import forms

from django_iri.forms import IRIField
from django_iri.validators import refusal
from django_links.models import Link
from iri3987 import IRI, IRIError, Profile

#: Addresses of the web must have a host that DNS could hold.
WEB_ADDRESS = IRIField(profile="web")

#: There is no place for passwords, as everybody can see them. The length is that of the mapped
#: URI, which is what is sent: it is longer than the text, and servers and browsers have limits.
ADDRESS = Profile(allow_userinfo=False, max_octets=2048)


class LinkForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for type checkers only
    """The fields of a link. Django writes `aria-describedby` for their help and their errors."""

    class Meta:
        """The model has the rules; here is how they look."""

        model = Link
        fields = ("iri", "title", "lang", "note")
        widgets: ClassVar[dict[str, forms.Widget]] = {
            "title": forms.TextInput({"dir": "auto"}),
            "lang": forms.TextInput({"autocapitalize": "off", "spellcheck": "false"}),
            "note": forms.TextInput({"dir": "auto"}),
        }
        help_texts: ClassVar[dict[str, Any]] = {
            "iri": "Such as http://faß.de/straße?q=é, in any script."
            " It is stored exactly as you give it.",
            "title": "In its own language.",
            "lang": "A language tag, such as ar or zh-Hant.",
            "note": "What it is, in English.",
        }

    def clean_iri(self) -> IRI:
        """Check more than the model does: the rules of the web, and no password for all to see."""
        iri: IRI = self.cleaned_data["iri"]
        try:
            ADDRESS.check(iri)
        except IRIError as error:
            raise refusal(iri, error, ADDRESS) from error
        if (iri.scheme or "").lower() in {"http", "https"}:
            WEB_ADDRESS.clean(iri)
        return iri
