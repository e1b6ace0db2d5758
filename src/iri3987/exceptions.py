"""The one exception of this package."""

from collections.abc import Mapping

__all__ = ["IRIError"]


class IRIError(ValueError):
    """A text is not an IRI, or an IRI cannot be mapped or is not accepted.

    The message is one line that is safe to log: it says what is wrong, where, and what was
    expected. It holds no control character, at most 80 characters of the text, and no password.

    `args` holds all attributes, so ``type(error)(*error.args)`` makes an equal error. That is how
    copy, pickle, process pools and queues that store results as JSON pass errors on.

    >>> from iri3987 import IRI
    >>> IRI("http://example.org/100%")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: bad-percent: expected two hexadecimal digits after "%", found \
'%' (U+0025) in ipath, at position 22 of 'http://example.org/100%' (RFC 3987 section 2.2)
    """

    #: A short slug, stable across versions: "bad-percent", "host-bidi", "too-long".
    #: `iri3987.codes` lists all that this package raises, with their rules.
    code: str
    #: The ABNF name of the component at fault ("ipath", "ireg-name"), None for the whole text.
    component: str | None
    #: The index in the text of the first wrong character; the text's length if characters are
    #: missing at its end; None if the error is not about a single place.
    position: int | None
    #: The section that has the rule, as in `iri3987.codes.Code.section`.
    section: str
    #: The reason in words: it says what was expected. It holds one character of the text at most.
    reason: str
    #: Values that a sentence for people needs besides the position. For "too-long" these are
    #: "limit" and "length", two numbers, and "unit", "octets" (of the mapped URI) or "characters".
    #: For "port-out-of-range" these are "low" and "high", the ports accepted. For
    #: "host-not-public" it is "why", a reason of `iri3987.host.public.why_not_public`; for a code
    #: in `Profile.reject`, "end", the index after the last character.
    params: Mapping[str, int | str]

    def __init__(  # noqa: PLR0917 - `args` are positional
        self,
        message: str,
        /,
        code: str,
        component: str | None = None,
        position: int | None = None,
        section: str = "",
        reason: str = "",
        params: Mapping[str, int | str] | None = None,
    ) -> None:
        # A plain dict, because JSON and pickle do not accept other mappings.
        params = dict(params or {})
        super().__init__(message, code, component, position, section, reason, params)
        self.code = code
        self.component = component
        self.position = position
        self.section = section
        self.reason = reason
        self.params = params

    def __str__(self) -> str:
        return str(self.args[0])
