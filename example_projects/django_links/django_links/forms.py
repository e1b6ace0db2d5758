"""The form, which asks for a link. The model decides whether it is accepted."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from django_iri.widgets import IRIInput
from django_links.models import Link


class LinkForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for type checkers only
    """The fields of a link. Django writes `aria-describedby` for their help and their errors."""

    # The field of the model has the rule. The form asks before it takes what can mislead, and
    # shows the URI that is sent while one types.
    iri = Link._meta.get_field("iri").formfield(
        confirm_warnings=True,
        widget=IRIInput(show_uri=True),
        help_text=_("In any script."),
    )

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
            "title": _("In its own language."),
            "lang": _("A language tag, such as ar or zh-Hant."),
            "note": _("What it is. Addresses in it become links."),
            "file": _("Its name may be in any script."),
        }

    @property
    def only_asks(self) -> bool:
        """Whether nothing is wrong: the form asks about an address that can mislead."""
        codes = {each.code for found in self.errors.as_data().values() for each in found}
        return codes == {"confirm-warnings"}
