"""A visitor of a web site: reads pages, keeps cookies, fills in forms by their labels."""

import json
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from functools import cached_property
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from bs4 import BeautifulSoup, Tag


@dataclass(frozen=True)
class Page:
    """The answer of a server."""

    path: str
    status: int
    headers: Message
    body: bytes

    @cached_property
    def soup(self) -> BeautifulSoup:
        """The page, parsed."""
        return BeautifulSoup(self.body.decode(), "html.parser")

    @property
    def main(self) -> Tag:
        """The main part of the page, or all of it."""
        return self.soup.main or self.soup

    def one(self, selector: str) -> Tag:
        """Return the one element that *selector* finds."""
        (element,) = self.soup.select(selector)
        return element

    def field(self, label: str) -> Tag:
        """Return the input whose label begins with *label*, in whatever case."""
        [found] = (
            each
            for each in self.main.select("label[for]")
            if each.text.strip().lower().startswith(label.lower())
        )
        return self.one(f"#{found['for']}")

    def errors(self, label: str) -> list[str]:
        """Return the errors that stand at the input with *label*."""
        return [each.text for each in self.soup.select(f"#{self.field(label)['id']}_error")]

    def description(self, label: str) -> str:
        """Return what is said of the input with *label*: its help, and its error."""
        ids = str(self.field(label)["aria-describedby"]).split()
        return " ".join(self.one(f"#{each}").get_text(" ", strip=True) for each in ids)


class Visitor:
    """One person with one browser, at the site that listens on *port*."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        #: The languages that the browser asks for.
        self.languages = "en"

    def get(self, path: str) -> Page:
        """Ask for a page. Redirects are not followed."""
        return self.request("GET", path)

    def post(self, path: str, fields: Mapping[str, str | bytes]) -> Page:
        """Send *fields* as a form. Bytes are sent as they are, percent-encoded."""
        return self.request("POST", path, urlencode(fields).encode(), URL_ENCODED)

    def submit(
        self,
        page: Page,
        values: Mapping[str, str | bytes] | None = None,
        file: tuple[str, bytes] | None = None,
        *,
        confirm: bool = False,
    ) -> Page:
        """Fill in the form of *page*, by label, and send it; with a file, by name and content.

        With *confirm*, the box "Save anyway" is checked.
        """
        kinds = ":not([type=file])" if confirm else ":not([type=file], [type=checkbox])"
        fields: dict[str, str | bytes] = {
            str(each["name"]): str(each.get("value", ""))
            for each in page.main.select(f"form[method=post] input{kinds}")
        }
        for label, value in (values or {}).items():
            fields[str(page.field(label)["name"])] = value
        if file is None:
            return self.post(page.path, fields)
        return self.request("POST", page.path, multipart(fields, *file), MULTIPART)

    def add(
        self, address: str | bytes, title: str | bytes = "A title", **more: str | bytes
    ) -> Page:
        """Add a link, and follow the redirect if it is taken. A warning is confirmed."""
        labels = {name.capitalize(): value for name, value in more.items()}
        values = {"Address": address, "Title": title, **labels}
        page = self.submit(self.get("/add"), values)
        if page.status == 200 and page.soup.select(".iri-confirm"):
            page = self.submit(page, confirm=True)
        return self.follow(page)

    def follow(self, page: Page) -> Page:
        """Return the page that *page* redirects to, or *page* itself."""
        is_redirect = page.status in {302, 303}
        return self.get(str(page.headers["Location"])) if is_redirect else page

    def links(self) -> list[dict[str, Any]]:
        """Return what the API says of the newest links."""
        found = json.loads(self.get("/api/links").body)
        newest: list[dict[str, Any]] = found["results"] if isinstance(found, dict) else found
        return newest

    def log_in(self) -> None:
        """Log in to the admin of the demonstration."""
        page = self.get("/admin/login/?next=/admin/")
        secret = str(page.one("input[name=csrfmiddlewaretoken]")["value"])
        fields = {"csrfmiddlewaretoken": secret, "username": "demo", "password": "demo"}
        assert self.post(page.path, fields).status == 302

    def delete(self, address: str) -> None:
        """Delete the link with *address*, if it is one of the newest."""
        for link in self.links():
            if link["iri"] == address:
                assert self.request("DELETE", f"/api/links/{link['id']}").status == 204

    def send_json(self, value: object, kind: str = "application/json") -> Page:
        """Send *value* to the API as JSON, or as it is if it is bytes."""
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.request("POST", "/api/links", body, kind)

    def request(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        kind: str = "",
        *,
        extra: Mapping[str, str] = MappingProxyType({}),
    ) -> Page:
        """Send *body*, which is of *kind*, and return what is answered."""
        headers = {
            "Accept-Language": self.languages,
            **extra,
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        if kind:
            headers["Content-Type"] = kind
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
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


URL_ENCODED = "application/x-www-form-urlencoded"
BOUNDARY = "-" * 20 + "boundary"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"


def multipart(fields: Mapping[str, str | bytes], file_name: str, content: bytes) -> bytes:
    """Return *fields* and a file as browsers send them: names in UTF-8, a quote as %22 (HTML)."""
    quoted = file_name.replace('"', "%22")
    parts: list[tuple[str, str | bytes]] = [
        *((f'name="{name}"', value) for name, value in fields.items()),
        (f'name="file"; filename="{quoted}"\r\nContent-Type: application/octet-stream', content),
    ]
    written = [
        f"--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode()
        + (value.encode() if isinstance(value, str) else value)
        for head, value in parts
    ]
    return b"\r\n".join([*written, f"--{BOUNDARY}--\r\n".encode()])


def raw_status(port: int, head: str, *parts: bytes) -> int:
    """Send a request as it is, without a client that could mend it, and return the status."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall("\r\n".join([*head.splitlines(), "", ""]).encode())
        for part in parts:
            client.sendall(part)
        return int(client.makefile("rb").readline().split()[1])
