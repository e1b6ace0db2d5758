"""The field and the validator of `iri3987.adapters.wtforms`, with Flask's translations.

The sentences are in the language of the application, and those of its ``IRI_MESSAGES`` come first
(`flask_iri.sentences`). `UniqueIRI` compares an address with those of a table.
"""

try:
    from iri3987.adapters import wtforms
except ImportError as error:
    raise ImportError("flask_iri.wtforms needs WTForms: pip install flask-iri[wtforms]") from error
from flask_iri.sentences import Sentences
from flask_iri.unique import UniqueIRI
from iri3987.adapters.wtforms import IRIFormMixin, IRIInput

__all__ = ["IRIField", "IRIFormMixin", "IRIInput", "IRIValidator", "UniqueIRI"]


class IRIValidator(wtforms.IRIValidator):
    """`iri3987.adapters.wtforms.IRIValidator` with Flask's translations.

    >>> from wtforms import Form, StringField
    >>> class LinkForm(Form):
    ...     link = StringField(validators=[IRIValidator()])
    >>> form = LinkForm(data={"link": "https://example.org/100%"})
    >>> form.validate(), form.link.errors[0].code
    (False, 'bad-percent')
    """

    sentences = Sentences()


class IRIField(wtforms.IRIField):
    """`iri3987.adapters.wtforms.IRIField` with Flask's translations.

    >>> from werkzeug.datastructures import MultiDict
    >>> from wtforms import Form
    >>> class LinkForm(Form):
    ...     link = IRIField()
    >>> LinkForm(MultiDict({"link": " 例え.テスト "})).link.data
    IRI('https://例え.テスト')
    """

    sentences = Sentences()
