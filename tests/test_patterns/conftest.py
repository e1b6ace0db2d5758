import logging

import pytest


@pytest.fixture
def silence():
    """Log nothing during a test; `logging.disable` also clears the caches of the loggers."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
