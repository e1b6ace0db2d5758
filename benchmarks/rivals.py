"""A call that is timed, and the calls that it is compared with.

A rival's module is imported only here and only to be timed. Whatever is not installed is left
out of the tables, and named below them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

import iri3987
from benchmarks.settings import configure
from iri3987.html import linkify

Call = Callable[[Any], object]


def components(iri: str) -> object:
    """Make a value and read all of its components."""
    value = iri3987.IRI(iri)
    return (
        value.scheme,
        value.authority,
        value.userinfo,
        value.host,
        value.port,
        value.path,
        value.query,
        value.fragment,
    )


def resolve(pair: tuple[str, str]) -> object:
    """Resolve a reference against its base."""
    return iri3987.resolve(*pair)


#: Our side of each operation: its name in the tables, and what is called.
OURS: dict[str, Call] = {
    "is_iri": iri3987.is_iri,
    "IRI and its components": components,
    "to_uri": iri3987.to_uri,
    'to_uri, host="percent"': partial(iri3987.to_uri, host="percent"),
    "to_iri": iri3987.to_iri,
    'to_iri, host="unicode"': partial(iri3987.to_iri, host="unicode"),
    "normalize": iri3987.normalize,
    "resolve": resolve,
    "linkify": partial(linkify, emails=True),
}


@dataclass(frozen=True)
class Rival:
    """A call of another package that does what one of ours does."""

    #: The operation, a key of `OURS`.
    operation: str
    #: The package, as it is installed.
    package: str
    #: The module whose call it is.
    module: str
    #: Our time divided by its time is to be this at most.
    goal: float
    #: The call, and the work that it does less or more than ours.
    does: str
    #: Make the call from the module.
    make: Callable[[Any], Call] = field(repr=False)
    #: Whether it takes non-ASCII hosts.
    hosts: bool = True

    def load(self) -> Call | None:
        """Return the call, or None if the package is not installed."""
        try:
            return self.make(import_module(self.module))
        except ModuleNotFoundError:
            return None


# The code of a call that is more than one expression.


def _yarl_components(yarl: ModuleType) -> Call:
    def call(text: str) -> object:
        url = yarl.URL(text)
        return (
            url.scheme,
            url.authority,
            url.user,
            url.password,
            url.host,
            url.explicit_port,
            url.path,
            url.query_string,
            url.fragment,
        )

    return call


def _hyperlink_components(hyperlink: ModuleType) -> Call:
    def call(text: str) -> object:
        url = hyperlink.URL.from_text(text)
        return url.scheme, url.userinfo, url.host, url.port, url.path, url.query, url.fragment

    return call


def _urlsplit_components(urllib_parse: ModuleType) -> Call:
    def call(text: str) -> object:
        parts = urllib_parse.urlsplit(text)
        return (
            parts.scheme,
            parts.netloc,
            parts.username,
            parts.password,
            parts.hostname,
            parts.port,
            parts.path,
            parts.query,
            parts.fragment,
        )

    return call


def _hyperlink(work: Callable[[Any], Any]) -> Callable[[ModuleType], Call]:
    def make(hyperlink: ModuleType) -> Call:
        return lambda text: work(hyperlink.URL.from_text(text)).to_text()

    return make


def _urlize(html: ModuleType) -> Call:
    configure()
    return lambda text: html.urlize(text, nofollow=True, autoescape=True)


def _yarl_resolve(yarl: ModuleType) -> Call:
    return lambda pair: str(yarl.URL(pair[0]).join(yarl.URL(pair[1])))


def _hyperlink_resolve(hyperlink: ModuleType) -> Call:
    return lambda pair: hyperlink.URL.from_text(pair[0]).click(pair[1]).to_text()


RIVALS = (
    # is_iri
    Rival(
        "is_iri",
        "rfc3987",
        "rfc3987",
        0.1,
        'match(text, rule="IRI")',
        lambda m: partial(m.match, rule="IRI"),
    ),
    Rival(
        "is_iri",
        "rfc3986",
        "rfc3986",
        0.1,
        "is_valid_uri(text), which percent-encodes non-ASCII characters first",
        lambda m: m.is_valid_uri,
        hosts=False,
    ),
    Rival(
        "is_iri",
        "Django",
        "django.core.validators",
        0.1,
        "URLValidator()(text): http and ftp only, the host as a domain name",
        lambda m: m.URLValidator(),
    ),
    Rival(
        "is_iri",
        "pydantic",
        "pydantic_core",
        1.0,
        "pydantic_core.Url(text), compiled: parses, maps and keeps the result",
        lambda m: m.Url,
    ),
    Rival(
        "is_iri",
        "ada-url",
        "ada_url",
        1.0,
        "check_url(text), compiled: parses and maps",
        lambda m: m.check_url,
    ),
    Rival(
        "is_iri",
        "can-ada",
        "can_ada",
        1.0,
        "can_parse(text), compiled: says whether parse(text) would succeed",
        lambda m: m.can_parse,
    ),
    Rival(
        "is_iri",
        "pyoxigraph",
        "pyoxigraph",
        1.5,
        "NamedNode(text), compiled: checks the grammar, keeps the text",
        lambda m: m.NamedNode,
    ),
    # IRI and its components
    Rival(
        "IRI and its components",
        "yarl",
        "yarl",
        0.7,
        "URL(text), compiled in part: maps as well",
        _yarl_components,
    ),
    Rival(
        "IRI and its components",
        "hyperlink",
        "hyperlink",
        0.7,
        "URL.from_text(text): no authority; path and query in their parts",
        _hyperlink_components,
    ),
    Rival(
        "IRI and its components",
        "urllib",
        "urllib.parse",
        0.7,
        "urlsplit(text), which checks next to nothing",
        _urlsplit_components,
    ),
    # to_uri
    Rival(
        "to_uri",
        "Werkzeug",
        "werkzeug.urls",
        0.5,
        "iri_to_uri(text), with IDNA 2003",
        lambda m: m.iri_to_uri,
    ),
    Rival(
        "to_uri",
        "hyperlink",
        "hyperlink",
        0.5,
        "URL.from_text(text).to_uri().to_text()",
        _hyperlink(lambda url: url.to_uri()),
    ),
    Rival(
        "to_uri",
        "yarl",
        "yarl",
        0.5,
        "str(URL(text)), compiled in part",
        lambda m: lambda text: str(m.URL(text)),
    ),
    Rival(
        "to_uri",
        "Django",
        "django.utils.encoding",
        1.0,
        "iri_to_uri(text): percent-encodes, neither parses nor maps the host",
        lambda m: m.iri_to_uri,
    ),
    Rival(
        'to_uri, host="percent"',
        "Django",
        "django.utils.encoding",
        1.0,
        "the same: here both give the same URI",
        lambda m: m.iri_to_uri,
    ),
    # to_iri
    Rival(
        "to_iri",
        "Django",
        "django.utils.encoding",
        1.0,
        "uri_to_iri(text): decodes percent-encodings, does not parse",
        lambda m: m.uri_to_iri,
    ),
    Rival(
        'to_iri, host="unicode"',
        "Werkzeug",
        "werkzeug.urls",
        1.0,
        "uri_to_iri(text), with IDNA 2003",
        lambda m: m.uri_to_iri,
    ),
    Rival(
        'to_iri, host="unicode"',
        "hyperlink",
        "hyperlink",
        1.0,
        "URL.from_text(text).to_iri().to_text()",
        _hyperlink(lambda url: url.to_iri()),
    ),
    # normalize
    Rival(
        "normalize",
        "rfc3986",
        "rfc3986",
        0.3,
        "uri_reference(text).normalize().unsplit()",
        lambda m: lambda text: m.uri_reference(text).normalize().unsplit(),
        hosts=False,
    ),
    Rival(
        "normalize",
        "hyperlink",
        "hyperlink",
        0.3,
        "URL.from_text(text).normalize().to_text()",
        _hyperlink(lambda url: url.normalize()),
    ),
    # resolve
    Rival(
        "resolve",
        "urllib",
        "urllib.parse",
        0.7,
        "urljoin(base, reference), which checks next to nothing",
        lambda m: lambda pair: m.urljoin(*pair),
    ),
    Rival(
        "resolve",
        "rfc3987",
        "rfc3987",
        0.7,
        "resolve(base, reference)",
        lambda m: lambda pair: m.resolve(*pair),
    ),
    Rival(
        "resolve",
        "hyperlink",
        "hyperlink",
        0.7,
        "URL.from_text(base).click(reference).to_text()",
        _hyperlink_resolve,
    ),
    Rival(
        "resolve",
        "yarl",
        "yarl",
        0.7,
        "str(URL(base).join(URL(reference))), compiled in part: maps as well",
        _yarl_resolve,
    ),
    Rival(
        "linkify",
        "Django",
        "django.utils.html",
        0.5,
        "`urlize`; knows seven top-level domains, unquotes and quotes what it links",
        _urlize,
    ),
    Rival(
        "linkify",
        "linkify-it-py",
        "linkify_it",
        0.5,
        "`LinkifyIt().match`: finds addresses, and writes no HTML",
        lambda linkify_it: linkify_it.LinkifyIt().match,
    ),
    Rival(
        "linkify",
        "bleach",
        "bleach",
        0.5,
        "`linkify(parse_email=True)`: reads HTML, which the text is to it",
        lambda bleach: partial(bleach.linkify, parse_email=True),
    ),
)

#: An import in a fresh process: the package, the statement, and the goal. The statements are those
#: of a program that is about to use it, so that importing later gains nothing.
OUR_IMPORT = "from iri3987 import IRI, to_uri"
IMPORTS = (
    ("yarl", "from yarl import URL", 0.7),
    ("hyperlink", "from hyperlink import URL", 0.7),
    ("pydantic", "import pydantic", 0.7),
)
