"""A port for the server of a tutorial."""

from collections.abc import Iterator

import pytest

from ports import reserved_port


@pytest.fixture
def port() -> Iterator[int]:
    """A port that stays the same through all restarts of a server."""
    with reserved_port() as number:
        yield number
