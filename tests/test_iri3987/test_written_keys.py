"""Keys that projects have stored: `tests/vectors/keys.jsonl` has them, and none may change.

The expected keys were derived from the RFCs by hand. If a key has to change, a row here fails. Then
raise the version of keys, write the new keys, and tell projects to run ``rekey``: without that,
their unique columns let equivalent addresses in, and their look-ups find nothing.
"""

from hashlib import sha256

from iri3987 import IRIError
from iri3987.comparison import comparison_key, key_digest, policy
from vector_rows import rows

ROWS = rows("keys")


def written(row):
    """Return the key that a project has stored for the row."""
    options = row.get("options", {})
    step = getattr(policy, options["policy"]) if "policy" in options else None
    return key_digest(row["input"], policy=step, level=options.get("level", "scheme"))


def test_digests_stay():
    """Each text has the digest that is written down, with and without a policy."""
    assert {row["id"]: row["digest"] for row in ROWS} == {row["id"]: written(row) for row in ROWS}


def test_keys_stay():
    """Each text has the key that is written down, or none if it cannot be repaired."""
    found = {}
    for row in ROWS:
        try:
            level = row.get("options", {}).get("level", "scheme")
            key = comparison_key(row["input"], level=level)
        except IRIError:
            key = None
        found[row["id"]] = key
    plain = {row["id"]: row["key"] for row in ROWS if "policy" not in row.get("options", {})}
    assert plain == {each: found[each] for each in plain}


def test_a_digest_is_that_of_its_key():
    """A digest is the version and the SHA-256 of the key; without a key, version 0 and the text."""
    for row in ROWS:
        key = row["input"] if row["key"] is None else row["key"]
        version = 0 if row["key"] is None else 1
        hashed = sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
        assert row["digest"] == f"{version}:{hashed}", row["id"]


def test_rows_differ():
    """No text is there twice with the same options, and the file has the kinds that matter."""
    asked = [(row["input"], *row.get("options", {}).items()) for row in ROWS]
    assert len(set(asked)) == len(ROWS) > 110
