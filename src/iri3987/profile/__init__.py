"""RFC 3987 sections 6.2 and 7.2: the rules for the text that an interface accepts.

The grammar takes ``http://-/`` and ``urn:x``; a form for web addresses wants neither. A `Profile`
is the rule of such an interface, its boundary. It answers two questions: `Profile.check` is about
exact text, and `Profile.clean` about text that people type.
"""

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cached_property
from sys import maxsize
from types import EllipsisType, MappingProxyType
from typing import Any, Final

from iri3987._unicode.delimiters import is_unambiguous
from iri3987._unicode.invisible import is_seen, trimmed
from iri3987._unicode.text import exact
from iri3987.comparison.policy import resolved
from iri3987.exceptions import IRIError
from iri3987.host import HostProfile
from iri3987.host.domain_name import check_web_host, plain_to_ascii, plain_web
from iri3987.host.special_use import special_use_domain
from iri3987.inspection import Finding, Severity, sorted_hits
from iri3987.inspection.findings import Hit
from iri3987.mapping import to_uri
from iri3987.mapping.repair import Repaired, repair_with_changes
from iri3987.profile import options
from iri3987.profile.authority import check_port, check_userinfo
from iri3987.profile.full_width import folded
from iri3987.profile.user_input import Reading, misplaced, repairs, two_addresses, user_input
from iri3987.schemes import DOMAIN_NAME
from iri3987.syntax import is_iri, is_iri_reference
from iri3987.syntax.browser import SPECIAL, browser_parts, password
from iri3987.syntax.components import Components, split, unchecked
from iri3987.syntax.errors import iri_error, not_text, too_long
from iri3987.syntax.percent import encoded_length, most_characters, most_octets
from iri3987.values import IRI, IRIReference

__all__ = ["ANY", "INTRANET", "LINK", "PUBLIC", "WEB", "Profile"]
__family__ = ["PROFILES"]

#: What `PUBLIC` rejects: a finding that text never has if all of it can be seen.
_INVISIBLE: Final = ("invisible-character",)


def _is_warning(hit: Hit) -> bool:
    return hit.grade is Severity.WARNING


@dataclass(frozen=True, kw_only=True)
class Profile:
    """The rule of a boundary: ``dataclasses.replace(WEB, schemes={"https"})`` makes another.

    A wrong option raises `ValueError` or `TypeError`, which says what would be right.

    >>> from dataclasses import replace
    >>> replace(WEB, allow_userinfo=False).check("https://me@例え.テスト/")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: userinfo-not-allowed: expected a host without a user name \
in iuserinfo, at position 8 of 'https://me@例え.テスト/'
    """

    #: The schemes accepted, None for all.
    schemes: Collection[str] | None = None
    #: Whether relative references are accepted too.
    allow_relative: bool = False
    #: True if every IRI needs a host, or the schemes that need one. A reference such as "///x",
    #: with an empty host, is then refused too: browsers open it as the host x.
    require_host: bool | Collection[str] = False
    #: The rule for a host that is a domain name (the profile of `host_to_ascii`); None for no rule.
    #: With a rule, the web must be able to use the authority. The host has two labels or more, or
    #: is "localhost"; no label begins or ends with a hyphen. A host that ends in a number is an
    #: IPv4 address in its canonical form; an IP literal is IPv6. The userinfo is "user" or
    #: "user:password". Nothing in the host is percent-encoded: "%6cocalhost" would stay so in the
    #: mapped URI, and clients disagree about it.
    host: HostProfile | None = None
    #: Whether a host may have one label, as in "http://wiki/".
    single_label: bool = False
    #: Whether a host must pass `iri3987.host.public.check_public`: it must not be a private address
    #: or a name for local use. The address that a name leads to is known only after a look-up.
    public: bool = False
    #: Hosts that are accepted although `public` would refuse them: a host ("db.internal", also of
    #: one label), a domain (".corp.example": it and all below), a network ("10.20.0.0/16") or an
    #: address, in any spelling. A name does not open its addresses (`iri3987.host.public`).
    allow_hosts: Collection[str] = ()
    #: Hosts that are refused, written as in `allow_hosts`. They count first.
    deny_hosts: Collection[str] = ()
    #: Whether userinfo ("user:password@") is accepted.
    allow_userinfo: bool = True
    #: The least and the greatest port, None for any. If given, a port has no leading zeros.
    port: tuple[int, int] | None = None
    #: The greatest length of the text, in characters, None for any. A column has such a limit.
    max_length: int | None = None
    #: The greatest length of the mapped URI, in octets, None for any. Clients have such a limit.
    max_octets: int | None = None
    #: The codes of findings (`iri3987.inspect`) that are refused.
    reject: Collection[str] = ()
    #: The scheme that `clean` puts before a host without one, None for none. Text that may have a
    #: scheme stays as it is ("wiki:80", "mailto:x"), and so do paths and e-mail addresses.
    assume_scheme: str | None = None
    #: Whether `clean` percent-encodes what an IRI cannot hold (`iri3987.repair`), and reads an
    #: address that an input method wrote in full width.
    repair: bool = False

    def __post_init__(self) -> None:
        for name, form in options.OPTIONS.items():
            object.__setattr__(self, name, form(name, getattr(self, name)))
        if "repaired" in self.reject:
            raise ValueError("reject cannot hold 'repaired': with repair=False nothing is repaired")
        if "unknown-top-level-domain" in self.reject:
            raise ValueError(
                "reject cannot hold 'unknown-top-level-domain': with assume_scheme=None no host is "
                "completed"
            )
        if self.public and self.single_label:
            raise ValueError(
                "public hosts have two labels or more: single_label must be False (allow_hosts "
                "may name hosts of one label)"
            )
        if self.allow_hosts and not self.public:
            raise ValueError(
                "allow_hosts lets through what public refuses: set public=True, or leave "
                "allow_hosts out"
            )
        if self.assume_scheme is not None:
            if self.allow_relative:
                raise ValueError("assume_scheme is not for references, which have none on purpose")
            if self.schemes is not None and self.assume_scheme not in self.schemes:
                listed = " or ".join(map(repr, self.schemes))
                raise ValueError(
                    f"assume_scheme must be {listed}, one of schemes, not {self.assume_scheme!r}"
                )

    def __repr__(self) -> str:
        options = ((each, getattr(self, each.name)) for each in fields(self))
        given = [f"{each.name}={value!r}" for each, value in options if value != each.default]
        return f"{type(self).__name__}({', '.join(given)})"

    @staticmethod
    def named(
        profile: "str | Profile",
        /,
        *,
        schemes: Collection[str] | None = None,
        allow_relative: bool = False,
        max_length: int | None = None,
        reject: Collection[str] = (),
        assume_scheme: str | EllipsisType | None = ...,
    ) -> "Profile":
        """Return the profile that *profile* names, changed by the options of a field or a command.

        *profile* is "any", "web", "intranet", "public", a dotted path to a `Profile`, as in
        "project.links.LINK" or "project.links:LINK", or a `Profile`. An option that is given
        replaces that of the profile; *reject* adds to its codes, the smaller of two *max_length*
        counts, and *assume_scheme* None stands for no scheme. Raises `ValueError` or `TypeError`,
        which say what would be right.

        >>> Profile.named("web", schemes=["https"], max_length=200).check("https://例え.テスト/")
        IRI('https://例え.テスト/')
        >>> Profile.named("any", schemes=["https://"])
        Traceback (most recent call last):
        ValueError: 'https://' in schemes is not a scheme: write it as in 'https'
        """
        own = profile if isinstance(profile, Profile) else _profile_called(profile)
        given: dict[str, Any] = {}
        if schemes is not None:
            given["schemes"] = schemes
        if options.truth("allow_relative", allow_relative):
            given["allow_relative"] = True
        if max_length is not None:
            longest = options.length("max_length", max_length)
            given["max_length"] = min(longest, own.max_length or longest)
        if assume_scheme is not ...:
            given["assume_scheme"] = assume_scheme
        if reject != ():
            given["reject"] = (*own.reject, *options.codes("reject", reject))
        return replace(own, **given) if given else own

    def for_forms(self) -> "Profile":
        """Return this profile for a form: `clean` completes "example.org", as browsers do.

        If the profile assumes no scheme, it is then https if the profile lists that, else http if
        it lists that. A profile that accepts references, or any scheme, is returned as it is.

        >>> WEB.for_forms().clean("例え.テスト")
        IRI('https://例え.テスト')
        >>> ANY.for_forms().assume_scheme is None
        True
        """
        if self.assume_scheme is None and not self.allow_relative:
            for scheme in ("https", "http"):
                if scheme in (self.schemes or ()):
                    return replace(self, assume_scheme=scheme)
        return self

    def check(self, text: object, /) -> IRIReference:
        """Return *text* as an `IRI`, or an `IRIReference` where references are accepted.

        Raises `IRIError` with a code of the grammar, a code of `host_to_ascii`, a code in `reject`,
        or one of these: "not-text" (*text* is not a `str`), "too-long", "scheme-not-allowed",
        "host-missing", "userinfo-not-allowed", "bad-userinfo", "port-out-of-range",
        "port-leading-zeros", "host-percent-encoded", "host-ip-literal", "host-ipv4",
        "host-single-label", "host-not-public", "host-not-allowed", "host-hyphen".

        >>> WEB.check("https://例え.テスト/")
        IRI('https://例え.テスト/')
        >>> WEB.check("urn:例:1")
        Traceback (most recent call last):
        iri3987.exceptions.IRIError: scheme-not-allowed: expected http or https in scheme, \
at position 0 of 'urn:例:1'
        """
        if not isinstance(text, str):
            raise not_text(text)
        plain = exact(text)
        kind = IRIReference if self.allow_relative else IRI
        if len(plain) <= self._short and (match := plain_web(plain)) and self._opens(match):
            return text if isinstance(text, kind) else unchecked(plain, kind)
        # The limits come first, so that a long text is not read, although the rest is linear.
        if error := self._excess(plain):
            raise error
        reference = kind(text)
        self._check_parts(plain, split(reference))
        # The host is valid by now, so its length has a bound, and most texts need not be mapped.
        if self.max_octets is not None and most_octets(plain) > self.max_octets:
            octets = len(to_uri(reference, host="percent" if self.host is None else "idna"))
            if octets > self.max_octets:
                raise too_long(plain, self.max_octets, octets, "octets")
        if self.reject:
            self._refuse_findings(reference)
        return reference

    def clean(self, text: object, /) -> IRIReference:
        """Return the IRI that somebody meant by *text*, typed or pasted, or raise as `check` does.

        White space and invisible characters at the two ends are trimmed, because text is copied
        with them, and `assume_scheme` is put before an address without a scheme. With `repair`,
        characters that need it are percent-encoded, and full-width characters become ASCII where a
        delimiter before the path is one. A profile with `host` refuses what RFC 3987 allows, but
        is a mistake: "http://a.examplehttp://b.example" ("bad-port"), and a quotation mark or a
        comma of another script in the host ("host-character"). The positions of errors index *text*
        as it was given.

        >>> from dataclasses import replace
        >>> replace(WEB, assume_scheme="https").clean(" 例え.テスト:8080/100% ")
        IRI('https://例え.テスト:8080/100%25')
        >>> WEB.clean("ｈｔｔｐｓ：／／例え。テスト／道")
        IRI('https://例え.テスト/道')
        """
        if not isinstance(text, str):
            raise not_text(text)
        plain = exact(text)
        is_short = not self._excess(plain)
        inner = trimmed(plain)
        if is_short and self.host is not None and (error := misplaced(inner)):
            raise user_input(plain).error(error, plain)
        # Accepted text is never repaired. Most text is accepted.
        is_valid = is_iri_reference if self.allow_relative else is_iri
        if is_short and inner == plain and is_valid(text):
            try:
                return self.check(text)
            except IRIError:
                # If nothing else can be meant, the error stands.
                same = user_input(plain, self.assume_scheme).text == plain
                if same and not (self.repair and folded(plain).changes):
                    raise
        reading = self._read(text)
        try:
            if self.repair:
                if error := self._excess(reading.text):
                    raise error
                reading = self._repaired(reading)
            return self.check(reading.text)
        except IRIError as error:
            raise reading.error(error, plain) from None

    def warnings(self, text: object, /) -> tuple[Finding, ...]:
        """Return findings about parts of *text*, which somebody has typed, that can mislead.

        These are the findings of `iri3987.inspect` of severity WARNING, the finding "repaired" for
        each of the first 32 repairs by `clean`, and one for all that was in full width, and
        "unknown-top-level-domain" for a host that `clean` puts `assume_scheme` before. They index
        *text* as it was given. Text that `clean` refuses has none: its error comes first. Never
        raises.

        >>> [(each.code, each.start) for each in WEB.warnings(" http://me@example.org/ ")]
        [('userinfo', 8)]
        >>> WEB.warnings("http://example.org/a b")[0].message
        'expected "%20" in ipath, at position 20'
        """
        if not isinstance(text, str):
            return ()
        plain = exact(text)
        # `clean` changes nothing in a plain address without full-width characters.
        is_plain = plain_web(plain) is not None and is_unambiguous(plain)
        if is_plain and not sorted_hits(plain, _is_warning):
            return ()
        typed = reading = self._read(text)
        if self._excess(typed.text):
            return ()
        if self.repair:
            with suppress(IRIError):
                reading = self._repaired(typed)
        warnings = sorted_hits(reading.text, _is_warning)
        # A site in one's own network may have any name.
        if typed.added and self.host is not None and not self.single_label:
            from iri3987.profile.ending import unknown_ending

            warnings += filter(None, [unknown_ending(reading.text)])
        hits = [typed.hit(each) for each in repairs(typed.text, reading)]
        hits += [reading.hit(each) for each in warnings]
        if not hits:
            return ()
        try:
            self.clean(text)
        except IRIError:
            return ()
        secret = password(text)
        return tuple([each.as_finding(secret) for each in sorted(hits, key=lambda hit: hit.start)])

    def __get_pydantic_core_schema__(self, source: Any, handler: Any, /) -> Any:
        """Validate as `clean` does, in ``Annotated[IRI, WEB]``; in strict mode as `check` does.

        Refused text has one error, of type "iri_parsing", which docs/how-to/pydantic.md describes.
        """
        from iri3987.adapters.pydantic import judged

        return judged(self, source, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any, /) -> dict[str, Any]:
        """Return the JSON Schema of the type, with the format "iri" or "iri-reference"."""
        from iri3987.adapters.pydantic import described

        return described(self, handler(schema))

    @cached_property
    def _short(self) -> int:
        """The length up to which a plain address needs no answer but that of `_opens`; -1: none."""
        if self.reject and self.reject != _INVISIBLE:
            return -1
        by_octets = maxsize if self.max_octets is None else most_characters(self.max_octets)
        return by_octets if self.max_length is None else min(by_octets, self.max_length)

    def _opens(self, match: re.Match[str]) -> bool:
        """Return whether scheme, host and port of *match*, of `plain_web`, are accepted."""
        scheme, host, port = match.groups()
        if self.schemes is not None and scheme not in self.schemes:
            return False
        if port and self.port and not self.port[0] <= int(port) <= self.port[1]:
            return False
        if self.public and special_use_domain(host):
            return False
        if self.deny_hosts:
            from iri3987.host.lists import holds

            name = host if host.isascii() else plain_to_ascii(host)
            if holds(self.deny_hosts, name):
                return False
        # What is rejected is an invisible character.
        return not self.reject or is_seen(match.string)

    def _read(self, text: str) -> Reading:
        """Return what is meant by *text*, which is not repaired."""
        reading = user_input(exact(text), self.assume_scheme)
        # Pass the value itself, not a copy, so that it is not validated again.
        return reading._replace(text=text) if reading.text == text else reading

    def _repaired(self, reading: Reading) -> Reading:
        """Return *reading* as `clean` repairs it: in half width if needed, and percent-encoded.

        Raises `IRIError` if it cannot be repaired.
        """
        typed = folded(reading.text)
        if typed.changes:
            with suppress(IRIError):
                self.check(reading.text)
                typed = Repaired(reading.text, ())
        if two_addresses(typed.text):
            return reading  # `check` refuses the space
        result, changes = repair_with_changes(typed.text)
        return reading._replace(text=result, changes=changes, folded=typed.changes)

    def _excess(self, text: str) -> IRIError | None:
        """Return the error about the length of *text*, if it shows before *text* is mapped."""
        if self.max_length is not None and len(text) > self.max_length:
            return too_long(text, self.max_length, len(text), "characters")
        if self.max_octets is not None and len(text) > self.max_octets:
            return too_long(text, self.max_octets, encoded_length(text), "octets")
        return None

    def _check_parts(self, text: str, parts: Components) -> None:
        if self.schemes is not None and parts.scheme and parts.scheme.lower() not in self.schemes:
            reason = f"expected {' or '.join(self.schemes)}"
            raise iri_error(text, "scheme-not-allowed", reason, component="scheme", position=0)
        if not parts.host and self._needs_host(text, parts.scheme):
            at = parts.host_start
            raise iri_error(text, "host-missing", "expected a host", component="ihost", position=at)
        start = parts.host_start
        end = start + len(parts.host or "")
        if parts.userinfo is not None and not self.allow_userinfo:
            code, reason = "userinfo-not-allowed", "expected a host without a user name"
            at = start - len(parts.userinfo) - 1
            raise iri_error(text, code, reason, component="iuserinfo", position=at)
        if parts.port and self.port is not None:
            check_port(text, end + 1, parts.port, *self.port)
        if parts.host:
            self._check_host(text, parts, start, end)

    def _check_host(self, text: str, parts: Components, start: int, end: int) -> None:
        """Raise `IRIError` unless the host ``text[start:end]`` and its user are accepted."""
        allowed = False
        if self.allow_hosts:
            from iri3987.host.lists import is_listed

            allowed = is_listed(text, start, end, self.allow_hosts)
        # A reference without a scheme takes that of its base: a scheme that uses domain names.
        if self.host is not None and (parts.scheme or "http").lower() in DOMAIN_NAME:
            if parts.userinfo is not None:
                check_userinfo(text, start - len(parts.userinfo) - 1, parts.userinfo)
            has_one_label = self.single_label or allowed
            check_web_host(text, start, end, self.host, single_label=has_one_label)
        if self.deny_hosts:
            from iri3987.host.lists import check_not_denied

            check_not_denied(text, start, end, self.deny_hosts)
        if self.public and not allowed:
            from iri3987.host.public import check_public

            check_public(text, start, end)

    def _needs_host(self, text: str, scheme: str | None) -> bool:
        # Browsers find hosts that `deny_hosts` cannot see: in "http:evil.example", "///evil.test".
        if scheme is None:
            return bool(self.require_host or self.deny_hosts) and bool(browser_parts(text).host)
        if self.deny_hosts and browser_parts(text).host is not None:
            return True
        if isinstance(self.require_host, bool):
            return self.require_host
        return scheme.lower() in self.require_host

    def _refuse_findings(self, text: str) -> None:
        if hits := sorted_hits(text, lambda hit: hit.code in self.reject):
            hit = hits[0]
            at, params = hit.start, {"end": hit.end}
            raise iri_error(
                text, hit.code, hit.reason, component=hit.component, position=at, params=params
            )


#: Any IRI that the grammar accepts.
ANY = Profile()

#: An address for a link on a page: it cannot run as code or read a local file, and it opens the
#: host that it shows, if any.
LINK = Profile(
    schemes={"http", "https", "mailto", "tel"}, allow_relative=True, require_host=SPECIAL
)

#: An absolute address of the web that a browser can open. RFC 9110 section 4.1 recommends
#: that all senders and recipients support URIs of 8000 octets.
WEB = Profile(
    schemes={"http", "https"},
    require_host=True,
    host="whatwg",
    port=(0, 65535),
    max_octets=8000,
    repair=True,
)

#: An address of the web or of one's own network, where hosts may have one label: "http://wiki/".
INTRANET = replace(WEB, single_label=True)

#: An address of the public web, for a server that fetches it. A server reads no warnings, so an
#: invisible character is refused. docs/how-to/fetching.md says what else such a server must check.
PUBLIC = replace(WEB, public=True, reject=_INVISIBLE)

#: The profiles that have a name: "any", "web", "intranet" and "public".
PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {"any": ANY, "web": WEB, "intranet": INTRANET, "public": PUBLIC}
)


def _profile_called(name: object) -> Profile:
    names = ", ".join(map(repr, PROFILES))
    right = f"profile must be {names}, a Profile, or a path to one such as 'project.links.LINK'"
    if not isinstance(name, str):
        raise TypeError(f"{right}, not {name!r}")
    if name in PROFILES:
        return PROFILES[name]
    if "." not in name and ":" not in name:
        raise ValueError(f"{right}, not {name!r}")
    try:
        found = resolved(name)
    except ValueError as error:
        raise ValueError(f"{right}: {error}") from error
    if not isinstance(found, Profile):
        raise TypeError(f"{right}: {name!r} is {found!r}, not a Profile")
    return found
