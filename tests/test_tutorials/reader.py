"""The reader of a tutorial, who looks at the site that it makes."""

from urllib.parse import quote, urljoin, urlsplit

from bs4 import BeautifulSoup

from test_examples.visitor import Page, Visitor


class Reader:
    """Somebody who opens pages, fills in their form, and clicks on links."""

    def __init__(self, port: int) -> None:
        self._visitor = Visitor(port)
        self._page: Page

    def open(self, path: str) -> None:
        """Open a page of the site, and follow its redirects."""
        self._arrive(self._visitor.get(quote(path, safe="/%?=&")))

    def send(self, **fields: str) -> None:
        """Fill in the inputs with these labels, and send the form."""
        self._arrive(self._visitor.submit(self._page, fields))

    def confirm(self) -> None:
        """Tick the box, and send the form again."""
        self._arrive(self._visitor.submit(self._page, confirm=True))

    def typed(self, label: str) -> str:
        """Return what stands in the input with this label."""
        return str(self._page.field(label).get("value", ""))

    def click(self, text: str) -> None:
        """Follow the link with this text."""
        self.open(self.link(text))

    def link(self, text: str) -> str:
        """Return where the link with this text leads."""
        [found] = {str(each["href"]) for each in self._page.soup.select("a") if each.text == text}
        return found

    @property
    def text(self) -> str:
        """The text of the page, without what a browser does not show."""
        soup = BeautifulSoup(self._page.body.decode(), "html.parser")
        for unseen in soup.select("title, script, style"):
            unseen.decompose()
        return soup.get_text(" ")

    @property
    def source(self) -> str:
        """The page as it came."""
        return self._page.body.decode()

    def _arrive(self, page: Page) -> None:
        while location := page.headers["Location"]:
            page = self._visitor.get(urlsplit(urljoin(page.path, location)).path)
        assert page.status in {200, 422}
        self._page = page
