"""docs/how-to/translations.md: a Django project, and a catalogue in Finnish with one sentence."""

from pathlib import Path

from documents import django_project

NEEDS = ("flask_babel", "fastapi")

django_project.configure()

_FINNISH = "Prosenttimerkki kohdassa %(place)s on yksin."


def _write_catalogue():
    from babel.messages import Catalog
    from babel.messages.mofile import write_mo

    catalogue = Catalog("fi")
    catalogue.add("Write %(instead)s for the percent sign (character %(place)s).", _FINNISH)
    for name in ("locale/fi/LC_MESSAGES/links.mo", "translations/fi/LC_MESSAGES/messages.mo"):
        path = Path(name)
        path.parent.mkdir(parents=True)
        with path.open("wb") as file:
            write_mo(file, catalogue)


_write_catalogue()


def check(names):
    """Check what the page says of Japanese, the answer in German, own words and Finnish."""
    from starlette.testclient import TestClient

    from iri3987.messages import describe

    [error] = names["form"].link.errors
    refused = _refusal(names["WEB"].check, "urn:example:1")
    assert error == describe(refused, "urn:example:1", names["WEB"], language="ja")
    assert "http:// または https://" in error
    answer = TestClient(names["app"]).post(
        "/links",
        params={"link": "https://example.org:99999/"},
        headers={"accept-language": "de-DE,de;q=0.9"},
    )
    assert ["Der Port muss eine Zahl von 0 bis 65535 sein."] == answer.json()["errors"]
    text = "https://example.org/100%"
    refused = _refusal(names["WEB"].check, text)
    assert "What follows the % sign (character 24)?" == names["explain"](refused, text)
    told = names["explain_in_finnish"](refused, text)
    assert "Prosenttimerkki kohdassa 24 on yksin." == told
    _check_flask(names["site"], text, told)
    # Under "Check it"
    assert 0 == _refusal(names["WEB"].clean, "urn:example:1").position
    assert 11 == _refusal(names["WEB"].clean, "https://exa mple.org/").position


def _refusal(judge, text):
    from iri3987 import IRIError

    try:
        judge(text)
    except IRIError as error:
        return error
    raise AssertionError(text)


def _check_flask(app, text, in_finnish):
    """The words of the configuration come first; else those of the application's catalogue."""
    import flask_babel
    from werkzeug.datastructures import MultiDict
    from wtforms import Form

    from flask_iri.wtforms import IRIField
    from iri3987 import ANY

    class LinkForm(Form):
        link = IRIField(profile=ANY)

        class Meta:
            def get_translations(self, _form):
                return flask_babel.get_translations()

    with app.app_context(), flask_babel.force_locale("fi"):
        form = LinkForm(MultiDict({"link": text}))
        assert not form.validate()
        assert ["This is not a web address."] == form.link.errors
        app.config["IRI_MESSAGES"] = {}
        form = LinkForm(MultiDict({"link": text}))
        assert not form.validate()
        assert [in_finnish] == form.link.errors
