"""RFC 3987 sections 1.3 and 2.1: values that are IRI references and IRIs.

"An IRI reference may be absolute or relative. However, the 'IRI' that results from such a reference
only includes absolute IRIs." So `IRI` is the `IRIReference` that has a scheme.

Both are subclasses of `str` and keep their text exactly: nothing is stripped, folded or repaired.
Equality is that of `str`, which is simple string comparison (section 5.3.1).
"""

from collections.abc import Callable
from operator import index
from typing import TYPE_CHECKING, Any, NoReturn, Self, SupportsIndex, TypeVar, overload

from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact
from iri3987.exceptions import IRIError
from iri3987.mapping import to_uri
from iri3987.syntax import grammar
from iri3987.syntax.components import Checked, parse, replace, split, take_apart
from iri3987.syntax.patterns import ordinary

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

__all__ = ["IRI", "IRIReference", "InvalidIRI", "load"]
__family__ = ["loader", "storable"]


class IRIReference(Checked):
    """An IRI reference: an IRI, or a reference relative to one (RFC 3987 section 2.2).

    A `str` that matches the grammar. Its parts are `str`; an absent one is None, an empty one "".

    Raises `IRIError` for text that is not an IRI reference, `TypeError` for what is not a `str`.

    >>> reference = IRIReference("//例え.テスト/パス?")
    >>> reference.host, reference.path, reference.query, reference.fragment
    ('例え.テスト', '/パス', '', None)
    """

    __slots__ = ()

    _name = "IRI reference"
    _format = "iri-reference"

    @property
    def scheme(self) -> str | None:
        """The scheme as it was given, in upper or lower case."""
        return (self._components or take_apart(self)).scheme

    @property
    def authority(self) -> str | None:
        """The iauthority: userinfo, host and port as they were given."""
        return (self._components or take_apart(self)).authority

    @property
    def userinfo(self) -> str | None:
        """The iuserinfo, which may hold a password."""
        return (self._components or take_apart(self)).userinfo

    @property
    def host(self) -> str | None:
        """The ihost as it was given; an IP-literal keeps its brackets.

        Compare `ascii_host` or `origin`, because a host has many spellings ("ex%61mple.ORG"), and
        let a profile such as `WEB` refuse percent-encoding, which clients read in different ways.
        """
        return (self._components or take_apart(self)).host

    @property
    def ascii_host(self) -> str | None:
        """The host as clients look it up or connect to it: use it to compare with a list.

        A domain name is in A-labels and lower case. It keeps a final dot, which is sent too but
        leads to the same place: look for ``ascii_host.removesuffix(".")`` in a list of hosts to
        refuse. An IPv4 address is four decimal numbers, from any spelling that clients read as an
        address. An IPv6 address has the spelling of RFC 5952, in hexadecimal, without brackets.
        Percent-encoding is decoded. None without a host.

        Raises `IRIError` ("host-...") for a host that cannot be a domain name, in any scheme.

        >>> IRI("http://me@FAß.De.:80/").ascii_host, IRI("http://%65vil.example").ascii_host
        ('xn--fa-hia.de.', 'evil.example')
        >>> IRI("http://[2001:DB8:0::1]/").ascii_host, IRI("http://0x7f.1./").ascii_host
        ('2001:db8::1', '127.0.0.1')
        """
        from iri3987.host.domain_name import sent_name
        from iri3987.host.ip import format_ip

        parts = self._components or take_apart(self)
        if not parts.host:
            return None
        address = self.ip_address
        if address is not None:
            return format_ip(address)
        if parts.host.startswith("["):
            return parts.host.lower()
        return sent_name(exact(self), parts.host_start, parts.host_start + len(parts.host))

    @property
    def ip_address(self) -> "IPv4Address | IPv6Address | None":
        """The address that a client connects to, if the host is one (`iri3987.host.ip`).

        None for a domain name, for text that cannot be a host, and without a host. Never raises.

        >>> IRI("http://[::1]/").ip_address, IRI("http://2130706433/").ip_address
        (IPv6Address('::1'), IPv4Address('127.0.0.1'))
        """
        from iri3987.host.ip import parse_host_ip

        return parse_host_ip(self.host or "")

    @property
    def port(self) -> str | None:
        """The port as text: by the RFC it may be any number, or empty."""
        return (self._components or take_apart(self)).port

    @property
    def path(self) -> str:
        """The ipath, which may be empty, but is never None."""
        return (self._components or take_apart(self)).path

    @property
    def query(self) -> str | None:
        """The iquery, without its "?"."""
        return (self._components or take_apart(self)).query

    @property
    def fragment(self) -> str | None:
        """The ifragment, without its "#"."""
        return (self._components or take_apart(self)).fragment

    @property
    def uri(self) -> str:
        """The URI that this maps to (section 3.1): the result of `to_uri`.

        Raises `IRIError` with a code "host-..." if the host cannot be a domain name. An ASCII host
        keeps its percent-encoding, because a URI maps to itself; the profile `WEB` refuses it.

        >>> IRI("http://faß.de/straße").uri
        'http://xn--fa-hia.de/stra%C3%9Fe'
        """
        return exact(self) if str.isascii(self) else to_uri(self)

    @property
    def request_target(self) -> str:
        """The target of a request: the path, "?" and the query of `uri` (RFC 9112 section 3.2.1).

        An empty path is "/". There is no fragment, which is not sent. Raises as `uri` does.

        >>> IRI("http://faß.de?q=é#f").request_target
        '/?q=%C3%A9'
        """
        sent = split(self.uri)
        return f"{sent.path or '/'}{'' if sent.query is None else f'?{sent.query}'}"

    @property
    def display(self) -> str:
        """Text that is safe to show a person, made by `display`. Plain text: escape it for HTML.

        >>> IRI("http://me:secret@xn--fa-hia.de/%C3%A9").display
        'http://me:***@faß.de/é'
        """
        from iri3987.appearance import display

        return display(self)

    @property
    def origin(self) -> str | None:
        """The scheme, host and port in a normal form, to be compared (RFC 6454).

        It is ASCII, in lower case, without a default port; None without a scheme or a host.

        >>> IRI("HTTP://me@Faß.de:80/straße").origin
        'http://xn--fa-hia.de'
        """
        from iri3987.comparison import comparison_key

        parts = split(comparison_key(self).partition(":")[2])
        if parts.scheme is None or not parts.host:
            return None
        return f"{parts.scheme}://{parts.host}{'' if parts.port is None else f':{parts.port}'}"

    def resolve(self, reference: str, /) -> Self:
        """Return what *reference* means where this is the base (section 6.5).

        >>> IRI("http://例え.テスト/道/駅?q").resolve("../川")
        IRI('http://例え.テスト/川')
        """
        from iri3987.syntax.resolution import resolve

        return type(self)(resolve(self, reference))

    @overload
    def replace(self, old: str, new: str, count: SupportsIndex = -1, /) -> str: ...
    @overload
    def replace(self, **components: str | None) -> Self: ...
    def replace(self, *texts: Any, **components: Any) -> Any:
        """Return this value with *components* replaced; None removes one (a path becomes "").

        The names are those of the properties: "authority", or its "userinfo", "host" and "port".
        Raises `IRIError` if the result is not an IRI, or ("bad-component") if a value would be read
        as more than its component. With texts instead of names, this is `str.replace`.

        >>> IRI("http://例え.テスト/道?q#f").replace(path="/川", query=None)
        IRI('http://例え.テスト/川#f')
        """
        if texts:
            return super().replace(*texts, **components)
        return replace(self, components)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any, /) -> Any:
        """Validate as the constructor does.

        Refused text has an error "iri_parsing", whose context has code, position and message.
        """
        from iri3987.adapters.pydantic import schema

        return schema(cls, cls._name)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any, /) -> dict[str, str]:
        """Return the format of JSON Schema: "iri" or "iri-reference"."""
        return {"type": "string", "format": cls._format}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> str | tuple[Any, ...]:
        # Copies and pickles are made by the constructor, which the older protocols do not call.
        return super().__reduce_ex__(max(2, index(protocol)))

    def __getstate__(self) -> object:
        # The attributes of a subclass, without the components, which are found again.
        state: Any = super().__getstate__()
        attributes, slots = state
        slots.pop("_components", None)
        return (attributes, slots) if slots else attributes


class IRI(IRIReference):
    """An IRI: an IRI reference that begins with a scheme (RFC 3987 section 2.2).

    >>> iri = IRI("http://faß.de/straße?q=é")
    >>> iri == "http://faß.de/straße?q=é", iri.scheme, iri.host
    (True, 'http', 'faß.de')
    """

    __slots__ = ()

    _rule = grammar.IRI
    _name = "IRI"
    _format = "iri"

    if TYPE_CHECKING:

        @property
        def scheme(self) -> str:
            """The scheme, which every IRI has."""


def _of_repaired(name: str, kind: type[IRIReference] = IRIReference) -> Any:
    """Return the property *name* of an `InvalidIRI`: that of its repaired text, as *kind*."""

    def get(self: "InvalidIRI") -> Any:
        from iri3987.mapping.repair import repair

        try:
            return getattr(kind(repair(self)), name)
        except IRIError:
            return None

    return property(get, doc=f"That of the repaired address, or None: `IRIReference.{name}`.")


class InvalidIRI(str):
    """Stored text that should be an IRI and is not one; `error` tells why.

    It is a `str` with the attributes of `IRIReference`, so that text which was stored before there
    was a check still loads, and does not break a page. They are those of the address to which a
    link leads, if the text lacks only percent-encoding (`iri3987.repair`). For other text they are
    None, and `display` is text that is safe to show. None as well is an attribute that would raise,
    and `uri` without a scheme: "example.org" in an old row would lead into one's own site.

    As for an IRI, ask for the scheme before you link to `uri`: "javascript:" runs as code.

    >>> old = load("https://example.org/css?family=A|B", IRI)
    >>> old.error.code, old.host, old.uri
    ('bad-character', 'example.org', 'https://example.org/css?family=A%7CB')
    >>> old = load("http://a b/", IRI)
    >>> old.error.code, old.host, old.uri, old.display
    ('bad-character', None, None, 'http://a%20b/')
    """

    __slots__ = ("_error",)

    #: None until it is asked for: a table may have many such rows.
    _error: IRIError | None

    scheme: str | None = _of_repaired("scheme")
    authority: str | None = _of_repaired("authority")
    userinfo: str | None = _of_repaired("userinfo")
    host: str | None = _of_repaired("host")
    ascii_host: str | None = _of_repaired("ascii_host")
    ip_address: "IPv4Address | IPv6Address | None" = _of_repaired("ip_address")
    port: str | None = _of_repaired("port")
    path: str | None = _of_repaired("path")
    query: str | None = _of_repaired("query")
    fragment: str | None = _of_repaired("fragment")
    uri: str | None = _of_repaired("uri", IRI)
    request_target: str | None = _of_repaired("request_target", IRI)
    origin: str | None = _of_repaired("origin")

    def __new__(cls, text: str, error: IRIError | None = None, /) -> Self:
        """Keep *text* as it is, with its *error*, None for that of the grammar."""
        self = str.__new__(cls, exact(text))
        self._error = error
        return self

    @property
    def error(self) -> IRIError:
        """The error that `IRI` or `IRIReference` raises for this text."""
        if self._error is None:
            from iri3987.syntax.errors import diagnose

            self._error = diagnose(exact(self))
        return self._error

    @property
    def display(self) -> str:
        """Text that is safe to show a person, made by `display`. Plain text: escape it for HTML."""
        from iri3987.appearance import display
        from iri3987.mapping.repair import repaired

        return display(repaired(self))

    def resolve(self, _reference: str, /) -> NoReturn:
        """Raise a copy of `error`: this cannot be a base."""
        raise type(self.error)(*self.error.args)

    @overload
    def replace(self, old: str, new: str, count: SupportsIndex = -1, /) -> str: ...
    @overload
    def replace(self, **components: str | None) -> NoReturn: ...
    def replace(self, *texts: Any, **components: Any) -> Any:
        """Raise a copy of `error`: this value has no components. With texts: `str.replace`."""
        if texts:
            return super().replace(*texts, **components)
        raise type(self.error)(*self.error.args)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (exact(self), self._error)


_Value = TypeVar("_Value", bound=IRIReference)


def load(text: str, kind: type[_Value], /) -> _Value | InvalidIRI:
    """Return stored *text* as a value of *kind*, `IRI` or `IRIReference`, or as `InvalidIRI`.

    Never raises for a `str`, so that one old row does not make all the others unreadable.

    >>> load("http://例え.テスト/", IRI), load("http://a b/", IRI).error.code
    (IRI('http://例え.テスト/'), 'bad-character')
    """
    value = parse(text, kind)
    return InvalidIRI(text) if value is None else value


def loader(kind: type[_Value], /) -> Callable[..., Any]:
    """Return the function that a column calls for what a database gave: `load`, but None stays.

    It takes one call for a row instead of four. Django gives two arguments more.

    >>> loaded = loader(IRI)
    >>> loaded("http://例え.テスト/"), loaded("http://a b/").error.code, loaded(None)
    (IRI('http://例え.テスト/'), 'bad-character', None)
    """
    new = str.__new__

    def loaded(text: Any, _expression: Any = None, _connection: Any = None) -> Any:
        if type(text) is str and ordinary(text):
            value = new(kind, text)
            value._components = None  # noqa: SLF001 - as the constructor does
            return value
        return load(text, kind) if isinstance(text, str) else text

    return loaded


_UNSTORABLE = late("[\0\ud800-\udfff]")


def storable(text: str, /) -> str:
    r"""Return *text* with U+FDD0 for U+0000 and lone surrogates, which databases do not take.

    No IRI holds a noncharacter, so a search for such text finds nothing.

    >>> storable("é"), storable("http://\ud800/")
    ('é', 'http://\ufdd0/')
    """
    return _UNSTORABLE.sub("\ufdd0", exact(text))
