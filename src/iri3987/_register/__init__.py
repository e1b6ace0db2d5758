"""The rows of `iri3987.codes`, by subject. docs/reference/codes.md shows them."""
