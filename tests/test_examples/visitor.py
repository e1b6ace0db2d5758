"""A visitor of a web site: reads pages, keeps cookies, fills in forms by their labels."""

from dataclasses import dataclass
from email.message import Message
from functools import cached_property
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from bs4 import BeautifulSoup, Tag


@dataclass(frozen=True)
class Page:
    """What a server answered."""

    path: str
    status: int
    headers: Message
    body: bytes

    @cached_property
    def soup(self) -> BeautifulSoup:
        """The page, parsed."""
        return BeautifulSoup(self.body.decode(), "html.parser")

    def one(self, selector: str) -> Tag:
        """Return the one element that *selector* finds."""
        (element,) = self.soup.select(selector)
        return element

    def field(self, label: str) -> Tag:
        """Return the input whose label begins with *label*."""
        (found,) = (each for each in self.soup.select("label") if each.text.startswith(label))
        return self.one(f"#{found['for']}")

    def description(self, label: str) -> str:
        """Return what is said of the input with *label*: its help, and its error."""
        ids = str(self.field(label)["aria-describedby"]).split()
        return " ".join(self.one(f"#{each}").get_text(" ", strip=True) for each in ids)


class Visitor:
    """One person with one browser, at the site that listens on *port*."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> Page:
        """Ask for a page. Redirects are not followed."""
        return self._request("GET", path)

    def head(self, path: str) -> Page:
        """Ask for the headers of a page alone."""
        return self._request("HEAD", path)

    def post(self, path: str, fields: dict[str, str | bytes]) -> Page:
        """Send *fields* as a form. Bytes are sent as they are, percent-encoded."""
        return self._request("POST", path, urlencode(fields))

    def submit(self, page: Page, values: dict[str, str | bytes] | None = None) -> Page:
        """Fill in the form of *page*, by label, and send it."""
        fields: dict[str, str | bytes] = {
            str(each["name"]): str(each.get("value", "")) for each in page.soup.select("form input")
        }
        for label, value in (values or {}).items():
            fields[str(page.field(label)["name"])] = value
        return self.post(page.path, fields)

    def add(self, address: str | bytes, title: str | bytes = "A title") -> Page:
        """Add a link, and follow the redirect if it is taken."""
        page = self.submit(self.get("/add"), {"Address": address, "Title": title})
        return self.get(str(page.headers["Location"])) if page.status == 302 else page

    def delete(self, address: str) -> None:
        """Delete the link with *address*."""
        for link in self.get("/").soup.select(".links li"):
            (detail,), (shown,) = link.select("h2 a"), link.select("p bdi[dir=ltr]")
            if shown.text == address:
                self.submit(self.get(f"{detail['href']}/delete"))

    def _request(self, method: str, path: str, body: str | None = None) -> Page:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            page = Page(path, answer.status, answer.headers, answer.read())
        finally:
            connection.close()
        for cookie in page.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(cookie).items():
                self.cookies[name] = morsel.value
        return page
