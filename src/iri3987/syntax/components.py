"""RFC 3987 section 2.2: check a reference once, split it into its components, and join them.

The constructor of a `Checked` has proven that its text matches the grammar. A value of another
subclass of `str` is checked like any other text, without the methods that it overrides.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact
from iri3987.exceptions import IRIError
from iri3987.syntax import grammar
from iri3987.syntax.patterns import APPENDIX_B, matches, ordinary


class Components(NamedTuple):
    """The parts of an IRI reference. A part that is absent is None, one that is empty is ""."""

    scheme: str | None
    userinfo: str | None
    host: str | None
    port: str | None
    path: str
    query: str | None
    fragment: str | None

    @property
    def authority(self) -> str | None:
        """The userinfo, host and port, put together again (RFC 3986 section 3.2)."""
        if self.host is None:
            return None
        before = "" if self.userinfo is None else f"{self.userinfo}@"
        after = "" if self.port is None else f":{self.port}"
        return f"{before}{self.host}{after}"

    @property
    def host_start(self) -> int:
        """The index of the host in the reference; without a host, that of the place for one."""
        start = 0 if self.scheme is None else len(self.scheme) + len(":")
        if self.host is None:
            return start
        start += len("//")
        return start if self.userinfo is None else start + len(self.userinfo) + len("@")


# The scheme of an IRI reference that has one.
_SCHEME = late("[^:/?#]++:")
# Bound once: the constructor takes 3 % less.
_new = str.__new__


class Checked(str):
    """Text that matches a rule of the grammar: an IRI reference, or for a subclass an IRI.

    A subclass must not replace `__new__`, which validates the text.
    """

    __slots__ = ("_components",)

    #: None until a component is used.
    _components: Components | None

    _rule: ClassVar[str] = grammar.IRI_REFERENCE

    def __new__(cls, text: str, /) -> Self:
        """Validate *text*, unless it is a value already, and keep it as it is."""
        if type(text) is not str or not ordinary(text):
            if isinstance(text, cls):
                return text
            text = validate(text, cls._rule)
        self = _new(cls, text)
        self._components = None
        return self


_Kind = TypeVar("_Kind", bound=Checked)


def parse(text: str, kind: type[_Kind], /) -> _Kind | None:
    """Return *text* as a value of *kind*, or None. Without this, a wrong text takes longer."""
    if isinstance(text, kind):
        return text
    return unchecked(exact(text), kind) if is_valid(text, kind._rule) else None  # noqa: SLF001


def unchecked(text: str, kind: type[_Kind], /) -> _Kind:
    """Return *text*, which is known to be valid, as a value of *kind*."""
    value = _new(kind, text)
    value._components = None  # noqa: SLF001
    return value


def is_valid(text: str, rule: str, /) -> bool:
    """Return whether *text* matches *rule*, which is IRI or IRI-reference."""
    if type(text) is str:
        return ordinary(text) is not None or matches(text, rule)
    if isinstance(text, Checked):
        return rule == grammar.IRI_REFERENCE or _SCHEME.match(text) is not None
    return is_valid(exact(text), rule)


def validate(text: str, rule: str, /) -> str:
    """Return *text*, exactly, if it matches *rule*, IRI or IRI-reference; else raise `IRIError`."""
    if type(text) is str and (ordinary(text) or matches(text, rule)):
        return text
    if type(text) is not str and is_valid(text, rule):
        return exact(text)
    from iri3987.syntax.errors import diagnose

    raise diagnose(exact(text))


def _bad_component(text: str, component: str, reason: str) -> IRIError:
    from iri3987.syntax.errors import iri_error

    return iri_error(text, "bad-component", reason, component=component)


def split(reference: str, /) -> Components:
    """Return the components of *reference*, which must be a valid IRI reference."""
    if isinstance(reference, Checked):
        return reference._components or take_apart(reference)  # noqa: SLF001
    return _cut(reference)


def take_apart(reference: Checked, /) -> Components:
    """Return the components of *reference*, which keeps them."""
    components = reference._components = _cut(exact(reference))  # noqa: SLF001
    return components


def _cut(reference: str) -> Components:
    match = APPENDIX_B.fullmatch(reference)
    assert match is not None  # noqa: S101 - any text matches
    scheme, authority, path, query, fragment = match.groups()
    userinfo, host, port = None, authority, None
    if authority is not None and ("@" in authority or ":" in authority):
        userinfo, host, port = _cut_authority(authority)
    return _made((scheme, userinfo, host, port, path, query, fragment))


# Components._make, in half the time.
_made = partial(tuple.__new__, Components)


def _cut_authority(authority: str) -> tuple[str | None, str, str | None]:
    """Return userinfo, host and port of an authority; an IP-literal may contain ":"."""
    userinfo, at, rest = authority.rpartition("@")
    literal, bracket, rest = rest.rpartition("]")
    name, colon, port = rest.partition(":")
    return userinfo if at else None, literal + bracket + name, port if colon else None


def unsplit(parts: Components, /) -> str:
    """Put the components together again (RFC 3986 section 5.3)."""
    scheme, _, host, _, path, query, fragment = parts
    result = "" if scheme is None else f"{scheme}:"
    if host is not None:
        result += f"//{parts.authority}"
    result += path
    if query is not None:
        result += f"?{query}"
    if fragment is not None:
        result += f"#{fragment}"
    return result


def shield(parts: Components, /) -> Components:
    """Return *parts* with a segment "." before a path that would be read as another component.

    Resolution can give a path that begins with "//", which would be read as an authority, or one
    whose first segment would be read as a scheme. RFC 3986 section 4.2 has this remedy for both.
    """
    path = parts.path
    if parts.host is None and path.startswith("//"):
        return parts._replace(path=f"/.{path}")
    if parts.scheme is None and parts.host is None and ":" in path.partition("/")[0]:
        return parts._replace(path=f"./{path}")
    return parts


def replace(reference: _Kind, components: Mapping[str, str | None], /) -> _Kind:
    """Return *reference* with *components*, by name, instead of its own.

    Raises `IRIError` where the whole is not an IRI reference, or ("bad-component") where it
    would be read as other components than these: a path with a "?" in it.
    """
    if unknown := components.keys() - {*Components._fields, "authority"}:
        raise TypeError(f"expected names of components, not {', '.join(sorted(unknown))}")
    for name, value in components.items():
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name} is a str or None, not {type(value).__name__}")
    wanted = _replaced(split(reference), **components)
    if wanted.host is None and (wanted.userinfo, wanted.port) != (None, None):
        reason = "expected a host, which userinfo and port need"
        raise _bad_component(reference, "ihost", reason)
    result = type(reference)(unsplit(wanted))
    read = split(result)
    for name in sorted(components):
        if getattr(read, name) != getattr(wanted, name):
            reason = f"expected a value that is read as {name} alone"
            raise _bad_component(result, name, reason)
    return result


def _replaced(parts: Components, **components: Any) -> Components:
    if "authority" in components:
        if not components.keys().isdisjoint({"userinfo", "host", "port"}):
            raise TypeError("an authority is replaced as a whole or by its parts, not both")
        authority = components.pop("authority")
        userinfo, host, port = (None,) * 3 if authority is None else _cut_authority(authority)
        components |= {"userinfo": userinfo, "host": host, "port": port}
    if "path" in components:
        components["path"] = components["path"] or ""
    return parts._replace(**components)
