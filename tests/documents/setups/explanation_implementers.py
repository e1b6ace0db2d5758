"""docs/explanation/implementers.md: its visual order is computed with python-bidi."""

NEEDS = ("bidi",)
