"""docs/how-to/data.md: the engines are installed on one Python only."""

NEEDS = ("pyarrow", "polars", "duckdb")
