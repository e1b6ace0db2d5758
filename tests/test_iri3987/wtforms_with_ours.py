"""A pytest plug-in: WTForms' own tests of its URL validator, with ours instead."""

import wtforms.validators

from iri3987.adapters.wtforms import IRIValidator

wtforms.validators.url = IRIValidator  # type: ignore[assignment]
