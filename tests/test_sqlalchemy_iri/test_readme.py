"""The code of the README and of the guides does what its own assertions say."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "integrations" / "sqlalchemy-iri" / "README.md"
GUIDES = ROOT / "docs" / "how-to" / "sqlalchemy"


def run(document):
    """Run the code of a document, and return its names."""
    names = {"__name__": "readme"}
    for source in re.findall(r"```python\n(.*?)```", document.read_text("utf-8"), re.DOTALL):
        exec(source, names)  # noqa: S102 - our own text
    return names


def test_readme():
    """The blocks run one after the other, and leave one row."""
    names = run(README)
    with names["Session"](names["engine"]) as session:
        assert 1 == len(session.scalars(names["select"](names["Link"])).all())
    names["engine"].dispose()


@pytest.mark.parametrize("guide", ["databases", "keys"])
def test_guides(guide):
    """The models and statements of the guides work."""
    names = run(GUIDES / f"{guide}.md")
    names["engine"].dispose()


def test_sqlmodel():
    """The guide works, and its table takes the longest address that its request takes."""
    pytest.importorskip("sqlmodel")  # it asks for a newer SQLAlchemy than we do
    testclient = pytest.importorskip("fastapi.testclient", exc_type=ImportError)
    names = run(GUIDES / "sqlmodel.md")
    client = testclient.TestClient(names["app"], raise_server_exceptions=False)
    address = "http://a.example/" + "x" * (8000 - len("http://a.example/"))
    sent = [client.post("/bookmarks", json={"iri": each}) for each in (address, address + "x")]
    assert [200, 422] == [each.status_code for each in sent]
    names["engine"].dispose()
