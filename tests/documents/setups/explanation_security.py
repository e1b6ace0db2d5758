"""docs/explanation/security.md: the warning that a header is not valid goes to a log."""

import logging

logging.getLogger("iri3987").addHandler(logging.NullHandler())
