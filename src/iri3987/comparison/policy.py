"""RFC 3987 section 5: which addresses a project treats as one, beyond what the RFC says.

``http://example.org/a`` and ``http://example.org/a/`` are different addresses, and many projects
want a single row for both. A *policy* is a function from text to text; addresses whose results are
equivalent have the same key. The functions here are steps of policies, and `in_order` joins them:

>>> from iri3987.comparison import key_digest
>>> from iri3987.comparison.policy import in_order, sorted_query
>>> from iri3987.comparison.policy import without_fragment, without_trailing_slash
>>> policy = in_order(without_fragment, without_trailing_slash, sorted_query)
>>> key = key_digest("http://EXAMPLE.org/a/?y&x#top", policy=policy)
>>> key == key_digest("http://example.org/a?x&y")
True

Choice: a policy gets the normal form of an address (`iri3987.normalize`), which is repaired before
and has no more of a URN than counts: so equivalent addresses have equal keys for every policy.
Text that is not an IRI reference has no normal form, and the steps here return it as it is.
"""

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from iri3987._unicode.text import exact, one_line
from iri3987.comparison import normalize_characters
from iri3987.exceptions import IRIError
from iri3987.schemes import DOMAIN_NAME, EMPTY_PATH_IS_ROOT
from iri3987.syntax.browser import safe
from iri3987.syntax.components import Checked, parse, split, unsplit

__all__ = [
    "Policy",
    "in_nfc",
    "in_order",
    "sorted_query",
    "without_final_dot",
    "without_fragment",
    "without_trailing_slash",
]
__family__ = ["InOrder", "policy_of"]

#: A function from text to text.
Policy = Callable[[str], str]


def without_fragment(text: str, /) -> str:
    """Return *text* without its fragment, or as it is if it is not an IRI reference.

    >>> without_fragment("http://example.org/a?b#c")
    'http://example.org/a?b'
    """
    return exact(text) if parse(text, Checked) is None else exact(text).partition("#")[0]


def without_trailing_slash(text: str, /) -> str:
    """Return *text* without the slashes at the end of its path, or as it is if it is not an IRI.

    One slash is left, except in http, https, ws, wss, ftp and ftps, where an empty path means "/".
    A path after a scheme that has no slash at its start, as in "urn:a/", has no segments: it stays.

    >>> without_trailing_slash("http://example.org/a/?b=/#c/")
    'http://example.org/a?b=/#c/'
    >>> without_trailing_slash("http://example.org/?b"), without_trailing_slash("file:///")
    ('http://example.org?b', 'file:///')
    """
    if parse(text, Checked) is None:
        return exact(text)
    parts = split(text)
    scheme, path = parts.scheme, parts.path
    if not path.endswith("/") or (scheme is not None and not path.startswith("/")):
        return exact(text)
    is_root = (scheme or "").lower() in EMPTY_PATH_IS_ROOT and parts.host is not None
    return unsplit(parts._replace(path=path.rstrip("/") or ("" if is_root else "/")))


def sorted_query(text: str, /) -> str:
    """Return *text* with the parameters of its query sorted, or as it is if it is not an IRI.

    Parameters are what is between two "&", and are sorted by all of their text: so ``a=2&a=1`` is
    sorted as well, although some servers mind the order of equal names. Nothing is decoded, ";"
    does not separate parameters, and not even an empty one is left out.

    >>> sorted_query("http://example.org/?b=1&a&&b=0#c")
    'http://example.org/?&a&b=0&b=1#c'
    """
    if parse(text, Checked) is None:
        return exact(text)
    parts = split(text)
    if parts.query is None:
        return exact(text)
    return unsplit(parts._replace(query="&".join(sorted(parts.query.split("&")))))


def in_nfc(text: str, /) -> str:
    r"""Return *text* in the form NFC, or as it is if it is not an IRI.

    A key keeps "é" and "e" with U+0301 apart, as comparison must (5.3.2.2), and some servers do.
    Text from macOS often has the second spelling. Text in which NFC would change a delimiter stays.

    >>> in_nfc("http://example.org/caf\u0065\u0301") == "http://example.org/caf\u00e9"
    True
    """
    try:
        return normalize_characters(text)
    except IRIError:
        return exact(text)


def without_final_dot(text: str, /) -> str:
    """Return *text* without the dot at the end of its domain name, or as it is if it is not an IRI.

    A key keeps "example.org." and "example.org" apart, because a search list makes another name of
    the second one in some networks. The dot is removed where hosts are domain names, as in http.

    >>> without_final_dot("http://example.org.:8080/a"), without_final_dot("foo://example.org./")
    ('http://example.org:8080/a', 'foo://example.org./')
    """
    if parse(text, Checked) is None:
        return exact(text)
    parts = split(text)
    name = (parts.host or "").removesuffix(".")
    # A host that ends with two dots cannot be a domain name.
    if (parts.scheme or "").lower() not in DOMAIN_NAME or not name or name.endswith("."):
        return exact(text)
    return unsplit(parts._replace(host=name))


@dataclass(frozen=True)
class InOrder:
    """The function that `in_order` returns. It is equal to another of the same steps."""

    steps: tuple[Policy, ...]

    def __call__(self, text: str, /) -> str:
        """Return what the steps make of *text*, one after the other."""
        for step in self.steps:
            text = step(text)
        return text

    def __repr__(self) -> str:
        names = (getattr(step, "__qualname__", None) or repr(step) for step in self.steps)
        return f"in_order({', '.join(names)})"


def in_order(*steps: Policy) -> InOrder:
    """Return a function that does *steps*, one after the other.

    It can be pickled and compared if its steps can. Raises `TypeError` if a step is not a function.

    >>> in_order(without_fragment, sorted_query)
    in_order(without_fragment, sorted_query)
    >>> in_order(without_fragment, sorted_query)("/?b&a#c")
    '/?a&b'
    """
    for step in steps:
        if not callable(step):
            raise TypeError(f"a step is a function from text to text, not {step!r}")
    return InOrder(steps)


def policy_of(option: object, /) -> Policy | None:
    """Return the policy that *option* means, or raise `ValueError` or `TypeError`."""
    if isinstance(option, str):
        return function(option)
    if option is None or callable(option):
        return option
    raise TypeError(f"policy must be a function, the dotted path to one, or None, not {option!r}")


def resolved(path: str, /) -> object:
    """Return what the dotted *path* leads to. Raises `ValueError` with a message of one line."""
    try:
        return pkgutil.resolve_name(path)
    except (ValueError, ImportError, AttributeError) as error:
        raise ValueError(f"{path!r} leads nowhere ({one_line(str(error))})") from error
    except (Exception, SystemExit) as error:  # a module may raise anything while it is imported
        reason = safe(f"{type(error).__name__}: {error}")
        raise ValueError(f"{path!r} cannot be imported ({reason})") from error


def function(path: str) -> Callable[..., Any]:
    """Return the function that the dotted *path* leads to. Raises `ValueError`."""
    found = resolved(path)
    if not callable(found):
        raise ValueError(f"{path!r} is not a function")  # noqa: TRY004 - a text was wrong
    return found
