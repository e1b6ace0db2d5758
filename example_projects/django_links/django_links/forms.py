"""The form, which asks for a link. The model decides whether it is accepted."""

from typing import Any, ClassVar

from django import forms

from django_links.models import Link


class LinkForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for type checkers only
    """The fields of a link. Django writes `aria-describedby` for their help and their errors."""

    class Meta:
        """The model has the rules; this is how they look."""

        model = Link
        fields = ("iri", "title", "lang", "note", "file")
        widgets: ClassVar[dict[str, Any]] = {
            "title": forms.TextInput({"dir": "auto"}),
            "lang": forms.TextInput({"autocapitalize": "off", "spellcheck": "false"}),
            "note": forms.TextInput({"dir": "auto"}),
            "file": forms.FileInput,
        }
        help_texts: ClassVar[dict[str, Any]] = {
            "iri": "Such as http://faß.de/straße?q=é, in any script."
            " It is stored exactly as you give it.",
            "title": "In its own language.",
            "lang": "A language tag, such as ar or zh-Hant.",
            "note": "What it is, in English. Addresses in it become links.",
            "file": "A file with a name in any script, which it keeps.",
        }
