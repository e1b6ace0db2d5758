"""docs/how-to/litestar.md: without the log of each request."""

import logging

NEEDS = ("litestar",)

logging.disable()
