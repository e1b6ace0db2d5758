"""The length of a field: for models, forms and serializers."""

#: The length of a column, in characters, unless another is asked for.
MAX_LENGTH = 2048


def least(*lengths: int | None) -> int | None:
    """Return the smallest of *lengths*; None means any length.

    >>> least(2048, None)
    2048
    """
    return min((length for length in lengths if length is not None), default=None)
