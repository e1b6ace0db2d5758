"""The functions of docs/how-to/data.md, as they stand there, in the engines they are for."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from iri3987 import IRI, to_uri
from iri3987.comparison import key_digest

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "data.md").read_text("utf-8")
#: An non-ASCII address, an equivalent one, two that are refused, none, and one of a megabyte.
TEXTS = [
    "http://faß.de/straße",
    "HTTP://xn--fa-hia.de:80/stra%C3%9Fe",
    "no address",
    "http://a b/\0",
    None,
    "http://example.org/" + "é" * 500_000,
]
URIS = [to_uri(text) if text and " " not in text else None for text in TEXTS]
KEYS = [key_digest(IRI(text)) if text and " " not in text else None for text in TEXTS]


def code(heading, language="python"):
    """Return the code under a heading of the page."""
    chapter = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return "\n".join(re.findall(rf"```{language}\n(.*?)```", chapter, re.DOTALL))


def run(heading, *engines):
    """Run the functions of the page for an engine, and return its names."""
    for engine in ("pyarrow", *engines):
        pytest.importorskip(engine, reason=f"{engine} is not installed")
    names = {}
    exec(code("The function") + code(heading), names)  # noqa: S102 - our own page
    return names


def test_pyarrow(tmp_path):
    """Parquet in, Parquet out: null for what is refused, and the other columns as they were."""
    names = run("PyArrow", "pyarrow.parquet")
    pa, pq = names["pa"], names["pq"]
    numbers = list(range(len(TEXTS)))
    pq.write_table(pa.table({"id": numbers, "url": TEXTS}), tmp_path / "in", row_group_size=4)
    names["add_columns"](tmp_path / "in", tmp_path / "out")
    expected = {"id": numbers, "url": TEXTS, "uri": URIS, "key": KEYS}
    assert expected == pq.read_table(tmp_path / "out").to_pydict()


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_polars(engine):
    """A lazy frame gets the columns, whole or in parts; one without rows gets them, too."""
    names = run("Polars", "polars")
    pl = names["pl"]
    for rows in TEXTS, []:
        frame = pl.LazyFrame({"url": rows}, schema={"url": pl.String})
        done = names["add_columns"](frame).collect(engine=engine)
        expected = {"url": rows, "uri": URIS[: len(rows)], "key": KEYS[: len(rows)]}
        assert expected == done.to_dict(as_series=False)


def test_duckdb():
    """SQL has two functions more; equivalent addresses make a group."""
    names = run("DuckDB", "numpy", "duckdb")
    with pytest.importorskip("duckdb").connect() as connection:
        names["add_functions"](connection)
        connection.execute("CREATE TABLE links (id INTEGER, url VARCHAR)")
        connection.executemany("INSERT INTO links VALUES (?, ?)", list(enumerate(TEXTS)))
        query = "SELECT iri_uri(url), iri_key(url) FROM links ORDER BY id"
        assert list(zip(URIS, KEYS, strict=True)) == connection.sql(query).fetchall()
        groups = "SELECT count(*) FROM links WHERE iri_key(url) IS NOT NULL GROUP BY iri_key(url)"
        assert [(1,), (2,)] == sorted(connection.sql(groups).fetchall())


@pytest.fixture
def spark(monkeypatch):
    """A session of PySpark, which needs Java."""
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.mark.slow  # a virtual machine starts
def test_pyspark(spark):
    """The job goes to its end, with both columns."""
    names = run("PySpark", "pyspark")
    frame = spark.createDataFrame(list(enumerate(TEXTS)), "id int, url string")
    rows = names["add_columns"](frame).orderBy("id").collect()
    assert list(zip(URIS, KEYS, strict=True)) == [(row.uri, row.key) for row in rows]


def test_shell(tmp_path):
    """Each line of the file gives one line, in the same order."""
    split = shutil.which("split")
    if split is None or "--filter" not in subprocess.getoutput("split --help"):  # noqa: S605, S607
        pytest.skip("split is not that of GNU coreutils")
    lines = [text for text in TEXTS if text and "\0" not in text]
    lines.append("urn:例")
    # The last line has no line feed after it, and is a line too.
    (tmp_path / "addresses.txt").write_text("\n".join(lines), "utf-8")
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    subprocess.run(
        ["sh", "-e", "-c", code("A shell", "sh")],  # noqa: S607
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        check=True,
    )
    expected = [to_uri(line) if " " not in line else "" for line in lines]
    assert expected == (tmp_path / "mapped.txt").read_text("utf-8").splitlines()
