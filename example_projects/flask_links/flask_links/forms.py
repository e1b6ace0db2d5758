"""The form for a link. The table has the rule for the address."""

import re
from typing import Any

from flask import request
from flask_wtf import FlaskForm  # type: ignore[import-untyped]
from sqlalchemy.exc import IntegrityError
from wtforms import StringField, ValidationError
from wtforms.validators import DataRequired, Length

from flask_iri.wtforms import IRIField, IRIFormMixin, IRIInput, UniqueIRI
from flask_links.models import LINKS, Link, db
from iri3987.messages import translate


def is_storable(_form: FlaskForm, field: Any) -> None:
    """Refuse what no database can hold: null characters, and lone surrogates, which JSON has."""
    if re.search("[\0\ud800-\udfff]", field.data or ""):
        raise ValidationError("This text has characters that cannot be stored.")


class LinkForm(IRIFormMixin, FlaskForm):  # type: ignore[misc]
    """The fields of a link. An address that can mislead is stored after it was confirmed."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """The sentences about what was typed are in the language of the reader."""

        @property
        def locales(self) -> list[str]:
            """The languages that the browser asks for, best first."""
            return list(request.accept_languages.values())

    iri = IRIField(
        "Address",
        [DataRequired(), UniqueIRI(Link.iri)],
        profile=LINKS,
        confirm_warnings=True,
        widget=IRIInput(show_uri=True),
        description="Such as http://faß.de/straße?q=é, in any script.",
    )
    title = StringField(
        "Title",
        [DataRequired(), Length(max=200), is_storable],
        description="In any language.",
        render_kw={"dir": "auto"},
    )

    def lang(self) -> str:
        """Return the language of the sentences about an address: the page is in English."""
        text = "Save anyway"
        known = (it for it in self.meta.locales if it[:2] == "en" or translate(text, it) != text)
        return next(known, "en")

    def only_asks(self) -> bool:
        """Return whether nothing is wrong: the form asks about an address that can mislead."""
        codes = {getattr(each, "code", "") for found in self.errors.values() for each in found}
        return codes == {"confirm-warnings"}

    def save(self, link: Link) -> bool:
        """Store what was sent in *link*, if it is accepted. Return whether it is stored."""
        if not self.validate_on_submit():
            return False
        self.populate_obj(link)
        db.session.add(link)
        try:
            db.session.commit()
        except IntegrityError:  # somebody was faster, or clicked twice: now `UniqueIRI` sees it
            db.session.rollback()
            if self.validate():
                raise
            return False
        return True
