"""docs/explanation/errata.md: its visual order is computed with python-bidi."""

NEEDS = ("bidi",)
