"""docs/how-to/jinja.md: the pages of its two applications."""


def check(names):
    """Each address in a text is a link to its URI, with the policies of the application."""
    import re

    from test_starlette_iri.wire import ask

    first, second = ask(names["app"], "/").text, names["site"].test_client().get("/").text
    idn = "https://xn--r8jz45g.xn--zckzah/%E9%81%93"
    assert ["http://xn--fa-hia.de/?a&amp;b", idn] == re.findall('href="([^"]*)"', first)
    hrefs = re.findall('href="([^"]*)" rel="nofollow ugc"', second)
    assert [idn, "https://xn--fa-hia.de"] == hrefs
    assert " &lt;b&gt; " in second
