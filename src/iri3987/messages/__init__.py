"""Sentences that tell people about an address, in their language.

The core's errors and findings have a code, and a message for developers. This module has a
sentence for each code, in plain words, and its translations: gettext catalogues, in the folder
``locale``. It does not depend on a framework. One call makes a finished sentence:

>>> from iri3987 import WEB, IRIError
>>> text = "https://example.org/100%"
>>> try:
...     WEB.check(text)
... except IRIError as error:
...     describe(error, text, WEB)
...     describe(error, text, WEB, language="de")
'Write %25 for the percent sign (character 24).'
'Schreiben Sie %25 für das Prozentzeichen (Zeichen 24).'

A project may have sentences of its own, by code (`check_messages`), and translations of its own.
`translate` looks up the other texts of a form (`TEXTS`), such as "Save anyway": what the box means
that confirms an address. Our plug-ins use the pieces (`parts`).

A sentence can show the address that somebody means, as `iri3987.display` does, and the part of a
host. It repeats at most one character of a password. An invisible character is written as its code
point: "U+202E". What is part of an address is isolated where it stands among right-to-left letters
(section 4.1). No text makes a function here raise.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, Self

from iri3987.comparison import key_digest
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding
from iri3987.messages.sentences import MESSAGES as MESSAGES
from iri3987.messages.sentences import TEXTS as TEXTS
from iri3987.messages.shown import Translate as Translate
from iri3987.messages.told import NAMES, Told
from iri3987.profile import Profile

__all__ = ["MessageText", "check_messages", "describe", "translate"]
__family__ = ["ANY_ERROR", "MESSAGES", "TEXTS", "already_there", "fill", "parts"]

#: The languages of the translations, besides English.
LANGUAGES: Final = (
    *("ar", "de", "es", "fa", "fr", "he", "hi"),
    *("ja", "ko", "pt_BR", "ru", "th", "zh_Hans"),
)

#: The key of a project's own sentence for every error that has none under its code.
ANY_ERROR: Final = "invalid"

# The catalogue of each tag, in lower case, with "-". English needs none, Portuguese has one. So has
# Chinese, but not for readers of traditional characters. Java calls Hebrew "iw".
_CATALOGUES: Final[Mapping[str, str | None]] = {
    "en": "",
    **{language.lower().replace("_", "-"): language for language in LANGUAGES},
    "iw": "he",
    "pt": "pt_BR",
    "zh": "zh_Hans",
    **dict.fromkeys(("zh-hant", "zh-hk", "zh-mo", "zh-tw")),
}
#: How many characters of the tag of a language are read (RFC 5646 section 4.4.1).
_MAX_TAG: Final = 35

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


class MessageText(str):
    """The sentence about an error, with its `code` and `position`: an error that is text.

    WTForms and marshmallow have errors of this kind.

    >>> refusal = MessageText("After the percent sign ...", "bad-percent", position=24)
    >>> refusal, refusal.code, refusal.position, refusal.place
    ('After the percent sign ...', 'bad-percent', 24, 25)
    """

    __slots__ = ("code", "position")

    #: `IRIError.code`: a code of `iri3987.codes`.
    code: str
    #: The index, in the text that was typed, of the first character at fault. None if the
    #: error is not about one place.
    position: int | None

    def __new__(cls, text: str, code: str, position: int | None) -> Self:
        """Keep *text*, with the code and the position."""
        self = super().__new__(cls, text)
        self.code = code
        self.position = position
        return self

    @property
    def place(self) -> int | None:
        """The position as people count, from 1."""
        return None if self.position is None else self.position + 1

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, int | None]]:
        return type(self), (str.__str__(self), self.code, self.position)


def parts(
    about: IRIError | Finding,
    text: object,
    profile: Profile | None,
    own: Mapping[str, str],
    translate: Translate,
    /,
) -> tuple[str, dict[str, object]]:
    """Return the English sentence about *text*, which *profile* judged, and the values for it.

    The sentence is the msgid of the catalogues, or one of *own*. *translate* is called with the
    English names of characters and units. `iri3987.messages.told.Told` has the names of the values.

    >>> error = IRIError("", code="bad-character", component="ipath", position=1)
    >>> sentence, known = parts(error, "a b", None, {}, str)
    >>> known["position"], known["place"], known["character"], known["instead"]
    (1, 2, 'a space', '%20')
    """
    told = Told(about, text, profile, translate)
    return _own(about, own, told.sentence), told.values()


def _own(about: IRIError | Finding, own: Mapping[str, str], sentence: str) -> str:
    """Return the sentence of a project about an error or a finding, or *sentence*."""
    if isinstance(about, IRIError):
        sentence = own.get(ANY_ERROR, sentence)
    return own.get(about.code, sentence)


def already_there(sent: str, stored: str | None, /) -> tuple[str, str]:
    """Return the English sentence for *sent*, which another row has as *stored*, and the address.

    The sentence is one of `TEXTS`. It names *stored* only if that is equivalent to *sent* (section
    5.3.3) and ends in the same query and fragment, and so says nothing that was not sent. Equal
    keys are not enough: what a policy leaves out, such as a token in the fragment, is somebody
    else's, and the key of a URN leaves out all that follows its name (RFC 8141 3.1). *stored*
    is None for a row that must not be seen at all. The second result is the address that a sentence
    may show: *stored* if that tells nothing new, else *sent*. A project's own sentence may ask for
    it.

    >>> already_there("HTTP://example.org", "http://example.org/")
    ('This address is already there, as %(address)s.', 'http://example.org/')
    >>> already_there("http://example.org/", "http://example.org/#access_token=0")
    ('This address is already there.', 'http://example.org/')
    """
    same_ending = stored is not None and _ending(sent) == _ending(stored)
    if stored is not None and same_ending and key_digest(sent) == key_digest(stored):
        return TEXTS["unique"], stored
    return TEXTS["unique-hidden"], sent


def _ending(text: str) -> str:
    """Return the query and the fragment of *text*, with their delimiters."""
    return text[len(text.partition("#")[0].partition("?")[0]) :]


def check_messages(own: object, /, *names: str) -> None:
    """Raise `ValueError` or `TypeError` unless *own*, a sentence for each code, fits `describe`.

    A sentence may use the names that the error lists, and *names*. Lazy translations are not read.

    >>> check_messages({"bad-percent": "What follows the % sign?"})
    Traceback (most recent call last):
    ValueError: in the sentence for 'bad-percent', write "%%" for "%", or one of %(address)s, \
%(character)s, %(characters)s, %(encoded)s, %(high)s, %(host)s, %(instead)s, %(length)s, \
%(letter)s, %(limit)s, %(low)s, %(other)s, %(part)s, %(place)s, %(position)s, %(schemes)s, \
%(script)s, %(unit)s
    """
    if not isinstance(own, Mapping):
        raise TypeError(f"expected a mapping from codes to sentences, not {own!r}")
    known = sorted({*NAMES, *names})
    allowed = tuple(f"({name})s" for name in known)
    for code, sentence in own.items():
        if code != ANY_ERROR and code not in MESSAGES:
            raise ValueError(f"{code!r} is neither a code of iri3987.codes nor {ANY_ERROR!r}")
        if isinstance(sentence, str):
            _, *rest = sentence.replace("%%", "").split("%")
            if not all(each.startswith(allowed) for each in rest):
                choice = ", ".join(f"%{name}" for name in allowed)
                raise ValueError(
                    f'in the sentence for {code!r}, write "%%" for "%", or one of {choice}'
                )


def translate(message: str, language: str, /) -> str:
    """Return *message*, an English sentence or a word of one, in *language*, if it is known there.

    *language* is a tag in any common spelling: "pt-br", "pt_BR", "pt-BR", "de_AT.UTF-8". A tag
    without a catalogue of its own gets that of its language: "de-AT" gets that of "de".

    >>> translate("a space", "pt-pt"), translate("a space", "tlh")
    ('um espaço', 'a space')
    """
    return translator(language)(message)


def translator(language: str, /) -> Callable[[str], str]:
    """Return the function that translates into *language*: see `translate`."""
    name = _catalogue(language)
    return _load(name) if name else str


def known_language(language: str, /) -> str:
    """Return *language*, a tag in any common spelling, if there are sentences in it.

    Raises `ValueError`, which names the languages. A page shows English instead; what somebody asks
    for in a command is not replaced.

    >>> known_language("de_AT.UTF-8")
    'de_AT.UTF-8'
    >>> known_language("tlh")
    Traceback (most recent call last):
    ValueError: expected en, ar, de, es, fa, fr, he, hi, ja, ko, pt_BR, ru, th or zh_Hans, not 'tlh'
    """
    if _catalogue(language) is None:
        *most, last = "en", *LANGUAGES
        raise ValueError(f"expected {', '.join(most)} or {last}, not {language!r}")
    return language


def describe(
    about: IRIError | Finding,
    text: object,
    profile: Profile | None = None,
    /,
    *,
    language: str | Translate = "en",
    own: Mapping[str, str] = _NONE,
) -> str:
    """Return the finished sentence about *text*, which *profile* refused, in *language*.

    *language* is a tag in any common spelling ("pt-br", "de_AT.UTF-8"), or a function that
    translates an English sentence, such as ``gettext`` of a catalogue. *own* has sentences of a
    project, by code, and under "invalid" one for all other errors: see `check_messages`.

    >>> from iri3987.inspection import inspect
    >>> text = "http://me@example.org/"
    >>> [describe(finding, text) for finding in inspect(text)]
    ['This address leads to example.org. The part before the @ sign is only a user name.']
    """
    into = translator(language) if isinstance(language, str) else language
    told = Told(about, text, profile, into)
    sentence = str(into(str(_own(about, own, told.sentence))))
    return fill(sentence, told.values(sentence))


def fill(sentence: str, known: Mapping[str, object], /) -> str:
    """Return *sentence* with what is *known*, the values of `parts`, in its places.

    A sentence may begin with the name of a character: the first letter is then a capital. Any other
    beginning stays as it is: it may be an address.

    >>> fill("%(character)s at position %(place)s", {"character": "a space", "place": 21})
    'A space at position 21'
    """
    filled = sentence % known
    is_name = sentence.startswith("%(character)s")
    return filled[:1].upper() + filled[1:] if is_name else filled


def _catalogue(language: str) -> str | None:
    """Return the name of the catalogue for *language*, "" for English, None if there is none."""
    # A locale of POSIX may have more after the language: "de_DE.UTF-8", "sr@latin".
    tag = language[:_MAX_TAG].partition(".")[0].partition("@")[0].lower().replace("_", "-")
    while tag:
        if tag in _CATALOGUES:
            return _CATALOGUES[tag]
        tag = tag.rpartition("-")[0]
    return None


@cache
def _load(name: str) -> Callable[[str], str]:
    # Programs that translate nothing need not load it.
    from gettext import GNUTranslations
    from importlib.resources import files

    path = files("iri3987.messages").joinpath("locale", name, "LC_MESSAGES", "iri3987.mo")
    with path.open("rb") as file:
        known = GNUTranslations(file)
    # gettext translates the empty text to the head of the catalogue.
    return lambda message: known.gettext(message) if message else message
