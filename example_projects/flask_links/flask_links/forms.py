"""The form, which asks for a link. The table has the rule for addresses."""

import re
from pathlib import Path
from typing import Any

from flask import current_app, request
from flask_wtf import FlaskForm  # type: ignore[import-untyped]
from flask_wtf.file import FileField  # type: ignore[import-untyped]
from sqlalchemy.exc import IntegrityError
from werkzeug.datastructures import FileStorage
from wtforms import StringField, ValidationError
from wtforms.validators import DataRequired, Length, Optional, Regexp

from flask_iri.files import save_upload
from flask_iri.wtforms import IRIField, IRIInput, Unique
from flask_links.models import DIRECTORY, Link, db

TAG = Regexp(r"\A[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*\Z")


def is_storable(_form: FlaskForm, field: Any) -> None:
    """Refuse what no database could hold: null characters, and lone surrogates, which JSON has."""
    if re.search("[\0\ud800-\udfff]", field.data or ""):
        raise ValidationError("Null characters are not allowed.")


class LinkForm(FlaskForm):  # type: ignore[misc]
    """The fields of a link."""

    iri = IRIField(
        "Address",
        [DataRequired(), Unique(Link.iri)],
        profile=DIRECTORY,
        confirm_warnings=True,
        widget=IRIInput(show_uri=True),
        id="id_iri",
        description="Such as http://faß.de/straße?q=é, in any script."
        " It is stored exactly as you give it.",
    )
    title = StringField(
        "Title",
        [DataRequired(), Length(max=200), is_storable],
        id="id_title",
        render_kw={"dir": "auto"},
        description="In its own language.",
    )
    lang = StringField(
        "Language of the title",
        [Optional(), Length(max=35), TAG],
        id="id_lang",
        render_kw={"autocapitalize": "off", "spellcheck": "false"},
        description="A language tag, such as ar or zh-Hant.",
    )
    note = StringField(
        "Note",
        [Length(max=200), is_storable],
        id="id_note",
        render_kw={"dir": "auto"},
        description="What it is, in English. Addresses in it become links.",
    )
    file = FileField(
        "File", id="id_file", description="A file with a name in any script, which it keeps."
    )

    def save(self, link: Link) -> bool:
        """Store what the form brings in *link*, if all of it is accepted.

        If a language was chosen, nothing is stored. The form has what was typed so far, and errors
        if it had some before.
        """
        if "choose" in request.form:
            if request.form["choose"] == "checked":
                self.validate()
            return False
        if not self.validate_on_submit():
            return False
        self.iri.populate_obj(link, "iri")
        for field in (self.title, self.lang, self.note):
            setattr(link, field.name, (field.data or "").strip())
        before, files = link.file, current_app.config["FILES"]
        upload = self.file.data if self.file else None
        if isinstance(upload, FileStorage):
            link.file = save_upload(upload, files).name
        db.session.add(link)
        try:
            db.session.commit()
        except IntegrityError:  # somebody was faster, or clicked twice: now it is seen
            db.session.rollback()
            if self.validate():
                raise
            return False
        if before and before != link.file:
            Path(files, before).unlink(missing_ok=True)
        return True
