"""A pytest plug-in: WTForms' own tests of its URL validator, with ours in its place."""

import wtforms.validators

from flask_iri.wtforms import IRI

wtforms.validators.url = IRI  # type: ignore[assignment]
