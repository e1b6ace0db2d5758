"""The code of the README does what its own assertions say."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "integrations" / "sqlalchemy-iri" / "README.md"


def test_readme():
    """The blocks run one after the other, and leave one row."""
    names = {"__name__": "readme"}
    for source in re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL):
        exec(source, names)  # noqa: S102 - our own text
    with names["Session"](names["engine"]) as session:
        assert 1 == len(session.scalars(names["select"](names["Link"])).all())
    names["engine"].dispose()
