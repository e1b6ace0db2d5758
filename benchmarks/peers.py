"""Other packages as adapters: a function of a row for each operation that a package has.

An adapter returns what the package answers; whatever it raises counts as a refusal. The modules
are imported only here and in `benchmarks.rivals`, and only to be compared.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

Row = dict[str, Any]
Adapters = dict[str, Callable[[Row], object]]


@dataclass(frozen=True)
class Peer:
    """Another package."""

    #: The package, as it is installed.
    package: str
    #: The modules that its adapters need.
    modules: tuple[str, ...]
    #: Make the adapters from the modules.
    make: Callable[..., Adapters]
    #: The purpose of the package, where that is not what a row asks for.
    note: str
    #: Whether its mappings turn hosts into A-labels and back, where a row may ask for the other.
    idna: bool = True

    def load(self) -> Adapters | None:
        """Return the adapters, or None if the package is not installed."""
        try:
            return self.make(*map(import_module, self.modules))
        except ModuleNotFoundError:
            return None


def _accepts(call: Callable[[str], object]) -> Callable[[Row], bool]:
    """Return an adapter for what raises just when a text is invalid."""

    def adapter(row: Row) -> bool:
        try:
            call(row["input"])
        except Exception:  # noqa: BLE001 - other packages raise many kinds
            return False
        return True

    return adapter


def _read(value: object, row: Row) -> Row:
    """Return the components that a row is about, from the attributes of their names."""
    return {name: getattr(value, name) for name in row["expected"] or ()}


def _both(normal: Callable[[str], object]) -> Callable[[Row], bool]:
    """Return an adapter that compares the normal forms of two texts."""
    return lambda row: normal(row["input"][0]) == normal(row["input"][1])


def _iri3987(m: Any, leiri: Any) -> Adapters:
    def level(row: Row, fallback: str) -> str:
        return str(row.get("options", {}).get("level", fallback))

    def host(row: Row, fallback: str) -> str:
        return str(row.get("options", {}).get("host", fallback))

    def equivalent(row: Row) -> object:
        return m.equivalent(*row["input"], level=level(row, "string"))

    def components(row: Row) -> object:
        return _read(m.IRIReference(row["input"]), row)

    def to_ascii(row: Row) -> str:
        # The flags that UTS #46 has on by itself.
        strict = row.get("options", {}).get("profile") == "uts46-strict"
        return str(m.host_to_ascii(row["input"], check_hyphens=strict, allow_root=not strict))

    def resolve(row: Row) -> object:
        strict = row.get("options", {}).get("strict", True)
        return m.resolve(row["base"], row["input"], strict=strict)

    def to_uri(row: Row) -> object:
        options = row.get("options", {})
        return m.to_uri(
            row["input"],
            host=host(row, "percent"),
            encoding=options.get("query_charset", "utf-8"),
            preprocess=options.get("ascii_unsafe") == "encode",
        )

    return {
        "is_iri": lambda row: m.is_iri(row["input"]),
        "is_iri_reference": lambda row: m.is_iri_reference(row["input"]),
        "is_uri": lambda row: m.is_uri(row["input"]),
        "is_uri_reference": lambda row: m.is_uri_reference(row["input"]),
        "components": components,
        "iri_to_uri": to_uri,
        "uri_to_iri": lambda row: m.to_iri(row["input"], host=host(row, "keep")),
        "to_ascii": to_ascii,
        "to_unicode": lambda row: m.host_to_unicode(to_ascii(row)),
        "resolve": resolve,
        "normalize": lambda row: m.normalize(row["input"], level=level(row, "syntax")),
        "equivalent": equivalent,
        "is_leiri_reference": lambda row: leiri.is_leiri_reference(row["input"]),
        "leiri_to_iri": lambda row: leiri.from_leiri(row["input"]),
    }


def _rfc3987(m: Any) -> Adapters:
    def match(rule: str) -> Callable[[Row], bool]:
        return lambda row: m.match(row["input"], rule=rule) is not None

    def components(row: Row) -> Row:
        found = m.parse(row["input"], rule="IRI_reference")
        expected = row["expected"] or {}
        # It does not take an authority apart: userinfo, host and port are not asked of it.
        return {name: found.get(name, expected[name]) for name in expected}

    return {
        "is_iri": match("IRI"),
        "is_iri_reference": match("IRI_reference"),
        "is_uri": match("URI"),
        "is_uri_reference": match("URI_reference"),
        "components": components,
        "resolve": lambda row: m.resolve(row["base"], row["input"]),
    }


def _rfc3986(m: Any) -> Adapters:
    def normal(text: str) -> str:
        return str(m.uri_reference(text).normalize().unsplit())

    def resolve(row: Row) -> str:
        return str(m.uri_reference(row["input"]).resolve_with(row["base"]).unsplit())

    def valid(row: Row, *, scheme: bool) -> bool:
        return bool(m.is_valid_uri(row["input"], require_scheme=scheme))

    def components(row: Row) -> Row:
        found = _read(m.uri_reference(row["input"]), row)
        # An empty path is None there.
        return found | ({"path": found["path"] or ""} if "path" in found else {})

    return {
        "is_uri": partial(valid, scheme=True),
        "is_uri_reference": partial(valid, scheme=False),
        "components": components,
        "iri_to_uri": lambda row: m.iri_reference(row["input"]).encode().unsplit(),
        "resolve": resolve,
        "normalize": lambda row: normal(row["input"]),
        "equivalent": _both(normal),
    }


def _hyperlink(m: Any) -> Adapters:
    parse = m.URL.from_text

    def normal(text: str) -> str:
        return str(parse(text).normalize().to_text(with_password=True))

    return {
        "is_iri_reference": _accepts(parse),
        "is_uri_reference": _accepts(parse),
        "iri_to_uri": lambda row: parse(row["input"]).to_uri().to_text(with_password=True),
        "uri_to_iri": lambda row: parse(row["input"]).to_iri().to_text(with_password=True),
        "resolve": lambda row: parse(row["base"]).click(row["input"]).to_text(with_password=True),
        "normalize": lambda row: normal(row["input"]),
        "equivalent": _both(normal),
    }


def _yarl(m: Any) -> Adapters:
    return {
        "is_iri_reference": _accepts(m.URL),
        "is_uri_reference": _accepts(m.URL),
        "iri_to_uri": lambda row: str(m.URL(row["input"])),
        "uri_to_iri": lambda row: m.URL(row["input"]).human_repr(),
        "resolve": lambda row: str(m.URL(row["base"]).join(m.URL(row["input"]))),
        "normalize": lambda row: str(m.URL(row["input"])),
        "equivalent": _both(m.URL),
    }


def _ada_url(m: Any) -> Adapters:
    return {
        "is_iri": lambda row: m.check_url(row["input"]),
        "iri_to_uri": lambda row: m.normalize_url(row["input"]),
        "to_ascii": lambda row: m.idna.encode(row["input"]).decode() or None,
        "to_unicode": lambda row: m.idna.decode(m.idna.encode(row["input"])) or None,
        "resolve": lambda row: m.join_url(row["base"], row["input"]),
        "normalize": lambda row: m.normalize_url(row["input"]),
        "equivalent": _both(m.normalize_url),
    }


def _werkzeug(urls: Any) -> Adapters:
    return {
        "iri_to_uri": lambda row: urls.iri_to_uri(row["input"]),
        "uri_to_iri": lambda row: urls.uri_to_iri(row["input"]),
    }


def _django(encoding: Any, validators: Any) -> Adapters:
    return {
        "is_iri": _accepts(validators.URLValidator()),
        "iri_to_uri": lambda row: encoding.iri_to_uri(row["input"]),
        "uri_to_iri": lambda row: encoding.uri_to_iri(row["input"]),
    }


def _urllib(m: Any) -> Adapters:
    return {
        "is_iri_reference": _accepts(m.urlsplit),
        "is_uri_reference": _accepts(m.urlsplit),
        "resolve": lambda row: m.urljoin(row["base"], row["input"]),
    }


#: This package, and the others.
PEERS = (
    Peer("iri3987", ("iri3987", "iri3987.mapping.leiri"), _iri3987, ""),
    Peer(
        "Django",
        ("django.utils.encoding", "django.core.validators"),
        _django,
        "lenient by design where it maps; URLValidator takes http, https, ftp and ftps alone, "
        "with a host of the web",
        idna=False,
    ),
    Peer("urllib", ("urllib.parse",), _urllib, "lenient by design: it splits and checks little"),
    Peer("yarl", ("yarl",), _yarl, "lenient by design: it repairs, and normalises as it reads"),
    Peer(
        "rfc3987",
        ("rfc3987",),
        _rfc3987,
        "the RFC's grammar, and resolution; an authority stays whole",
    ),
    Peer(
        "rfc3986",
        ("rfc3986",),
        _rfc3986,
        "URIs; non-ASCII characters are percent-encoded as they are read",
    ),
    Peer("hyperlink", ("hyperlink",), _hyperlink, "lenient by design: it takes what people write"),
    Peer(
        "ada-url",
        ("ada_url",),
        _ada_url,
        "another standard, the WHATWG's: lenient by design, and normalising",
    ),
    Peer("Werkzeug", ("werkzeug.urls",), _werkzeug, "lenient by design; IDNA 2003"),
)
