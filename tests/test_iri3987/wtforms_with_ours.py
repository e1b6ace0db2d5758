"""A pytest plug-in: WTForms' own tests of its URL validator, with ours instead."""

import wtforms.validators

from iri3987.adapters.wtforms import IRI

wtforms.validators.url = IRI  # type: ignore[assignment]
