"""The page of the wire: header fields as a view writes them, and as they are sent."""

from io import BytesIO
from urllib.parse import unquote

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm  # type: ignore[import-untyped]
from werkzeug.datastructures import MultiDict
from wtforms.validators import DataRequired

from flask_iri.files import send_file
from flask_iri.wtforms import IRIField, IRIInput
from flask_links.models import DIRECTORY
from flask_links.views import pages
from iri3987 import IRI
from iri3987.files import safe_filename

EXAMPLE = "https://例え.テスト/道/straße.pdf?q=é"


class WireForm(FlaskForm):  # type: ignore[misc]
    """The address alone, with the rules of the form for links; nothing is stored."""

    class Meta:
        """A form that changes nothing needs no secret."""

        csrf = False

    iri = IRIField(
        "Address",
        [DataRequired()],
        profile=DIRECTORY,
        widget=IRIInput(show_uri=True),
        id="id_iri",
        description="Such as http://faß.de/straße?q=é, in any script.",
    )


@pages.get("/wire")
def wire() -> ResponseReturnValue:
    """Show the header fields for the address in the query."""
    form = WireForm(MultiDict({"iri": request.args.get("iri", EXAMPLE)}))
    iri = form.iri.data if form.validate() else None
    fields = header_fields(iri) if isinstance(iri, IRI) else []
    return render_template("wire.html", form=form, fields=fields)


def header_fields(iri: IRI) -> list[tuple[str, str, str]]:
    """Return the name of each field, what a view writes, and what is sent."""
    name = safe_filename(unquote(iri.path.rpartition("/")[2]) or "naïve 日本語.txt")
    written = {
        "Content-Location": iri,
        "Link": f'<{iri}>; rel="next"',
        "Refresh": f"5; url={iri}",
        "HX-Redirect": iri,
    }
    response = redirect(iri)
    response.headers.extend(written)
    sent = response.get_wsgi_headers(request.environ)
    file = send_file(BytesIO(), download_name=name, as_attachment=True)
    return [
        ("Location", f"redirect({iri!r})", sent["Location"]),
        *((field, value, sent[field]) for field, value in written.items()),
        (
            "Content-Disposition",
            f"send_file(file, download_name={name!r})",
            file.headers["Content-Disposition"],
        ),
    ]
