"""docs/how-to/show-safely.md: what the functions and the texts of the page hold."""


def check(names):
    """The mail isolates the address, and the page between two sites warns."""
    assert "link: \u2066http://" in names["mail"]
    assert "\u2069.\n" in names["mail"]
    page = names["leaving"]("https://mybank.example@evil.example/%E2%80%AE")
    assert "evil.example" == page["host"]
    assert 2 == len(page["warnings"])
