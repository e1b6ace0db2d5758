"""Digests of keys, for columns of a fixed length."""


def digest(version: int, key: str, /) -> str:
    """Return *version* and the SHA-256 of *key*, which may be any text."""
    from hashlib import sha256

    return f"{version}:{sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()}"
