"""`iri3987.html.filters` for Jinja, in any environment, and a test. This module needs Jinja.

docs/reference/filters.md says what each of them makes of a value that is not an address. For an
undefined variable, the environment decides: "" by default, an error if it is strict.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from jinja2 import Environment, Undefined, pass_eval_context
from jinja2.exceptions import FilterArgumentError
from jinja2.nodes import EvalContext
from markupsafe import Markup

from iri3987._unicode.patterns import late
from iri3987.html import filters
from iri3987.profile import LINK, Profile
from iri3987.syntax import is_iri as _is_iri

__all__ = ["install"]
__family__ = ["display_iri", "iri_link"]


def install(environment: Environment, /) -> None:
    """Give *environment* the filters and the test of this module.

    >>> environment = Environment(autoescape=True)
    >>> install(environment)
    >>> environment.from_string("{{ it|iri_link }}").render(it="http://faß.de/?a&b")
    '<a href="http://xn--fa-hia.de/?a&amp;b"><bdi dir="ltr">http://faß.de/?a&amp;b</bdi></a>'
    """
    own = (uri, iri, display_iri, iri_text, iri_link, iri_urlize, iri_urlizetrunc)
    environment.filters.update({each.__name__: each for each in own})
    environment.tests.update(iri=is_iri)


def _defined(value: Any) -> Any:
    """Return *value*; the text of an undefined one, which may raise."""
    return str(value) if isinstance(value, Undefined) else value


uri = filters.for_engine(filters.uri, _defined, str)
iri = filters.for_engine(filters.iri, _defined, str)
display_iri = filters.for_engine(filters.display_iri, _defined, str)
iri_text = filters.for_engine(filters.iri_text, _defined, str)
iri_link = filters.for_engine(filters.iri_link, _defined, Markup)


@pass_eval_context
def iri_urlize(  # noqa: PLR0917 - the arguments of Jinja's own filter
    context: EvalContext,
    value: Any,
    /,
    trim_url_limit: Any = None,
    nofollow: bool = False,  # noqa: FBT001, FBT002
    target: str | None = None,
    rel: str | None = None,
    extra_schemes: Iterable[str] | None = None,
    *,
    profile: str | Profile = "web",
) -> str:
    """Return *value* as HTML with links to the addresses in it: use it instead of ``urlize``.

    The arguments are those of Jinja's ``urlize``, and so are the policies of the environment:
    ``urlize.rel``, ``urlize.target``, ``urlize.extra_schemes``. *nofollow*, *target* and *rel* are
    not for e-mail addresses. Plain text is escaped, whether autoescaping is on or off; `Markup` is
    HTML. The result is `Markup` where autoescaping is on.

    Raises `FilterArgumentError` for an extra scheme that is not written as "tel:" or "ftp://" is.
    """
    policies = context.environment.policies
    parts = f"{rel or ''} {'nofollow' if nofollow else ''} {policies['urlize.rel'] or ''}"
    rel = " ".join(sorted(set(parts.split()))) or None
    target = (policies["urlize.target"] if target is None else target) or None
    extra = policies["urlize.extra_schemes"] if extra_schemes is None else extra_schemes
    rule = _with_schemes(Profile.named(profile), frozenset(map(_scheme, extra or ())))
    html = filters.iri_urlize(value, trim_url_limit, profile=rule, rel=rel, target=target)
    return Markup(html) if context.autoescape else html  # noqa: S704 - it is escaped


@pass_eval_context
def iri_urlizetrunc(
    context: EvalContext, value: Any, trim_url_limit: Any, /, *arguments: Any, **options: Any
) -> str:
    """Return what `iri_urlize` does, with labels of at most *trim_url_limit* characters."""
    return iri_urlize(context, value, trim_url_limit, *arguments, **options)


def is_iri(value: Any, /) -> bool:
    """Return whether *value* is text and an IRI: the test ``iri``.

    >>> is_iri("urn:例"), is_iri("../straße"), is_iri(None)
    (True, False, False)
    """
    return isinstance(value, str) and _is_iri(value)


_PREFIX = late(r"([A-Za-z][A-Za-z0-9+.\-]*):/{0,2}")


def _scheme(prefix: str) -> str:
    """Return the scheme that *prefix*, such as "tel:" or "ftp://", begins with."""
    match = _PREFIX.fullmatch(prefix)
    if match is None:
        raise FilterArgumentError(f"{prefix!r} is not a scheme such as 'tel:' or 'ftp://'")
    return match[1].lower()


@lru_cache(maxsize=16)
def _with_schemes(profile: Profile, extra: frozenset[str]) -> Profile:
    """Return *profile*, which accepts addresses with a scheme of *extra* too, host or not."""
    if not extra:
        return profile
    schemes = frozenset(profile.schemes or ()) | extra
    return replace(profile, schemes=schemes, require_host=LINK.require_host)
