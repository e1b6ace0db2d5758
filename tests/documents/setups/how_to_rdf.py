"""docs/how-to/rdf.md: it needs a store."""

NEEDS = ("pyoxigraph",)
