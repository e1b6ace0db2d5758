"""The same form twice: what `URLField` and `IRIField` say of the same texts, as Django answers.

``python example_projects/twice.py`` prints the table of README.md and of the first page of the
site; ``make screenshots`` takes a picture of `page`.
"""

from functools import cache
from html import escape

import django
from django.conf import settings
from django.db import connection, models
from django.forms import modelform_factory

settings.configure(
    INSTALLED_APPS=["django_iri"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
)
django.setup()

from django_iri.fields import IRIField, IRIKeyField  # noqa: E402 - after the settings

#: An address that is stored already.
STORED = "http://example.org/~me"
#: What somebody types, and what a reader cannot see in it.
TEXTS = {
    "https//example.org": "",
    "http://\u0430\u0440\u0440\u04cf\u0435.com/": ", in Cyrillic letters",
    "HTTP://Example.org:80/%7Eme": f", and `{STORED}` is there",
}
SAVED = "*saved*"
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }
body { margin: 0; padding: 24px; background: Canvas; color: CanvasText; }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 24px; }
section { padding: 4px 24px 20px; border: 1px solid GrayText; border-radius: 8px; }
h2 { margin: 16px 0 4px; font-size: 21px; }
code { font: 15px/1.5 ui-monospace, monospace; }
label { display: block; margin-top: 18px; font-weight: 600; }
input[type=text] { box-sizing: border-box; width: 100%; padding: 7px 9px; font: inherit;
  font-weight: 400; }
p { min-height: 3em; margin: 6px 0 0; white-space: pre-line; }
.saved { color: light-dark(#a30000, #ff9c9c); }
.told { padding-left: 10px; border-left: 4px solid; color: light-dark(#00611f, #8fdca6); }
"""


class Before(models.Model):  # noqa: DJ008 - it is never shown
    """A link as it was."""

    homepage = models.URLField()

    class Meta:
        app_label = "twice"


class After(models.Model):  # noqa: DJ008 - as above
    """A link as README.md writes it."""

    homepage = IRIField(confirm_warnings=True)
    homepage_key = IRIKeyField(source="homepage")

    class Meta:
        app_label = "twice"


def said(model: type[models.Model], text: str) -> str:
    """Return all that a form of *model* says of *text*, or `SAVED`."""
    form = modelform_factory(model, fields=["homepage"])({"homepage": text})
    if form.is_valid():
        form.save()
        return SAVED
    warnings = [str(each.message) for each in getattr(form["homepage"], "warnings", ())]
    asked = [f"{each} ☐ Save anyway" for each in warnings]
    sentences = asked or [str(each) for each in form.errors["homepage"]]
    # The isolates around an address matter only beside letters from right to left.
    return " ".join(sentences).translate(dict.fromkeys((0x2066, 0x2069)))


@cache
def answers() -> tuple[tuple[str, str, str], ...]:
    """Return each text, and what the two forms say of it."""
    with connection.schema_editor() as editor:
        for model in (Before, After):
            editor.create_model(model)
    Before(homepage=STORED).save()
    After(homepage=STORED).save()
    return tuple((text, said(Before, text), said(After, text)) for text in TEXTS)


def table() -> str:
    """Return the answers as a table of Markdown."""
    rows = (f"| `{text}`{TEXTS[text]} | {old} | {new} |" for text, old, new in answers())
    return "\n".join(("| Somebody enters | `URLField` | `IRIField` |", "|---|---|---|", *rows))


def page() -> str:
    """Return the two forms as a page."""
    forms = []
    for column, code in enumerate(("models.URLField()", "IRIField(confirm_warnings=True)"), 1):
        parts = [f"<h2>{'URL' if column == 1 else 'IRI'}Field</h2><code>homepage = {code}</code>"]
        for row in answers():
            kind = "saved" if row[column] == SAVED else "told" if column == 2 else ""
            told = "⚠ Saved." if kind == "saved" else row[column].replace(" ☐", "\n☐")
            parts.append(
                f'<label>Homepage <input type="text" value="{escape(row[0])}"></label>'
                f'<p class="{kind}">{escape(told)}</p>'
            )
        forms.append(f"<section>{''.join(parts)}</section>")
    style = f"<meta charset=utf-8><style>{_STYLE}</style>"
    return f"<!doctype html>{style}<main>{''.join(forms)}</main>"


if __name__ == "__main__":
    print(table())
