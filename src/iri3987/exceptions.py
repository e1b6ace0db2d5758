"""The one exception of this package."""

from collections.abc import Mapping

__all__ = ["IRIError"]


class IRIError(ValueError):
    """Tell why a text is not an IRI, or an IRI cannot be mapped or is not accepted.

    The message is one line that is safe to log: it names what is wrong, where, and what was
    expected; it holds no control character, at most 80 characters of the text, and no password.

    `args` holds all that the error knows, so ``type(error)(*error.args)`` makes an equal one. Many
    tools carry errors in that way: copy, pickle, process pools, queues that store results as JSON.

    >>> from iri3987 import IRI
    >>> IRI("http://example.org/100%")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: bad-percent: expected two hexadecimal digits after "%", found \
'%' (U+0025) in ipath, at position 22 of 'http://example.org/100%' (RFC 3987 section 2.2)
    """

    #: A short slug, stable across versions: "bad-percent", "host-bidi", "too-long". Those that
    #: there are, and what each stands for, are in `iri3987.codes`.
    code: str
    #: The ABNF name of the component at fault ("ipath", "ireg-name"), None for the whole text.
    component: str | None
    #: The index in the text of the first character at fault; the text's length where more was
    #: expected; None where no single place is at fault.
    position: int | None
    #: The section of RFC 3987 that has the rule, "2.2"; that of another document with its name,
    #: "RFC 8288 section 3"; or "" for a rule that this package makes.
    section: str
    #: What is wrong, in words, with nothing of the text but one character.
    reason: str

    #: What a sentence for people needs besides the position. For "too-long" these are "limit" and
    #: "length", two numbers, and "unit", which is "octets" (of the mapped URI) or "characters".
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
        # A plain dict: JSON and pickle take no other mapping.
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
