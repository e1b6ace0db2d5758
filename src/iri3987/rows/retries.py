"""New tries, after a deadlock or a lock that timed out."""

import random
import time
from typing import Final

#: How often work that met a deadlock or a lock is tried again.
MOST_RETRIES: Final = 8


def wait_before(number: int, /) -> None:
    """Wait before the new try of that *number*: longer before each, two seconds at most."""
    # Others that wait for the same rows do not come back at the same time.
    time.sleep(random.uniform(1 / 2, 1) * min(0.02 * 2**number, 2))  # noqa: S311
