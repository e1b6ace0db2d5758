"""The page that shows header fields as a view writes them, and as they are sent."""

from urllib.parse import quote

import pytest

from test_examples.test_pages import HOSTILE

IRI = "https://例え.テスト/道/straße.pdf?q=é"
URI = "https://xn--r8jz45g.xn--zckzah/%E9%81%93/stra%C3%9Fe.pdf?q=%C3%A9"
SENT = {
    "Location": URI,
    "Content-Location": URI,
    "Link": f'<{URI}>; rel="next"',
    "Refresh": f"5; url={URI}",
    "HX-Redirect": URI,
}


def rows(page):
    """Return what is written and what is sent, by the name of the field."""
    names = [each.text for each in page.soup.select("dl.wire dt")]
    written, sent = (
        [each.text for each in page.soup.select(f"dl.wire .{kind}")] for kind in ("written", "sent")
    )
    return dict(zip(names, zip(written, sent, strict=True), strict=True))


@pytest.mark.parametrize("path", ["/wire", f"/wire?iri={quote(IRI)}"])
def test_fields_are_sent_as_uris(visitor, path):
    """A view writes the address as it is; what is sent is its mapped URI, the same in all three."""
    found = rows(visitor.get(path))
    assert {name: found[name][1] for name in SENT} == SENT
    assert all(IRI in found[name][0] for name in ("Location", "Link", "Refresh"))
    disposition = found["Content-Disposition"][1]
    assert disposition.startswith("attachment; filename=")
    assert disposition.endswith("filename*=UTF-8''stra%C3%9Fe.pdf")


@pytest.mark.parametrize(
    "address", ["urn:example:本", "mailto:é@example.org", "http://example.org"]
)
def test_an_address_without_a_path(visitor, address):
    """A text without a name of a file in it gets one, and every field is in ASCII."""
    found = rows(visitor.get(f"/wire?iri={quote(address)}"))
    assert {*SENT, "Content-Disposition"} == set(found)
    assert all(sent.isascii() for _, sent in found.values())


@pytest.mark.parametrize(
    "address", [each for each in HOSTILE.values() if len(each) < 5000], ids=lambda each: each[:20]
)
def test_what_is_refused_is_not_written(visitor, address):
    """No header can be injected: the form refuses, says why, and there are no fields."""
    page = visitor.get(f"/wire?iri={quote(address)}")
    assert 200 == page.status
    assert {} == rows(page)
    assert 1 == len(page.soup.select("#id_iri_error li"))
    assert page.headers["Set-Cookie"] is None or "evil" not in page.headers["Set-Cookie"]


def test_name_of_a_file_is_safe(visitor):
    """The last segment of the path may be anything: the name leads to no folder."""
    found = rows(visitor.get(f"/wire?iri={quote('http://example.org/a%2F..%2F%22%0D%0Ab')}"))
    name, sent = found["Content-Disposition"]
    assert "/" not in sent.replace("/file", "")
    assert "\n" not in sent
    assert "ab" in name or "b" in name
