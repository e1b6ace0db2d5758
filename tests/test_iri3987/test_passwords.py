"""No password is repeated, however it is written: RFC 3986 sections 3.2.1 and 7.5."""

import re
from html import unescape
from itertools import pairwise
from urllib.parse import quote

from hypothesis import assume, example, given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from iri3987 import ANY, IRI, PUBLIC, WEB, IRIError, display, inspect, messages
from iri3987.html import link
from iri3987.html.filters import iri_text
from iri3987.rows.stored_urls import from_url_field
from iri3987.types import WebIRI

#: How people write an address with a password, and how programs hand it on.
SPELLINGS = {
    "plain": "https://me:{}@{}/",
    "user-empty": "https://:{}@{}/",
    "colon-full-width": "https://me：{}@{}/",
    "colon-small": "https://me﹕{}@{}/",
    "at-full-width": "https://me:{}＠{}/",
    "at-small": "https://me:{}﹫{}/",
    "all-full-width": "https：／／me：{}＠{}／",
    "delimiters-encoded": "https://me%3A{}%40{}/",
    "full-width-encoded": "https://me%ef%bc%9a{}%EF%BC%A0{}/",
    "one-slash": "https:/me:{}@{}/",
    "no-slashes": "https:me:{}@{}/",
    "three-slashes": "https:///me:{}@{}/",
    "backslashes": "https:\\\\me:{}@{}/",
    "white-space-before": " \t https://me:{}@{}/",
    "no-scheme": "//me:{}@{}/",
    "among-words": "see https://me:{}@{}/ now",
    "quoted": '"https://me:{}@{}/"',
    "inner": "view-source:https://me:{}@{}/",
    "sip": "sip:me:{}@{}",
    "port": "https://me:{}@{}:99999/",
    "path": "https://me:{}@{}/100% <b>\\ é",
}
#: Two that RFC 3986 reads as a path, which is shown: only the sentences know better.
IN_PATHS = {"scheme-twice": "https://https://me:{}@{}/", "no-colon": "https//me:{}@{}/"}
#: Hosts: plain, one that is refused, one that looks like another, one in two scripts.
HOSTS = ("example.org", "exa mple.org", "аррӏе.com", "рaypal.com", "a..b", "%61.b", "127.0.0.1")
#: Letters that stand together in no sentence of any language.
_LETTERS = (
    "QZXJ",
    "ЪЖЩЭ",
    "QЪZЖ",
    "ץףךן",
    "ΨΞΪΫ",
    "ＱＺＸ",
    "\u200b\u202e\u00ad\ufeff",
    "\u0301\u0327\u0338",
)
_DELIMITERS = [*"/#?@:\\ <>%&=|", "", "", "", "", "%41", "%0A"]


@st.composite
def passwords(draw):
    """Draw a password: letters of one kind, and delimiters between them."""
    letters = draw(st.sampled_from(_LETTERS))
    first = draw(st.lists(st.sampled_from(letters), min_size=2, max_size=3).map("".join))
    rest = draw(
        st.lists(
            st.tuples(st.sampled_from(_DELIMITERS), st.sampled_from(letters)).map("".join),
            max_size=6,
        )
    )
    return "".join([first, *rest])


def told_about(text):
    """Yield all that is said about a text: errors, findings, sentences, and values for them."""
    for profile in (ANY, WEB, PUBLIC):
        about = [*inspect(text), *profile.warnings(text)]
        for judge in (profile.check, profile.clean):
            try:
                judge(text)
            except IRIError as error:
                about.append(error)
                yield str(error)
                yield repr(error)
        for each in about:
            yield str(getattr(each, "message", ""))
            yield from map(str, messages.parts(each, text, profile, {}, str)[1].values())
            for language in ("en", *messages.LANGUAGES):
                yield messages.describe(each, text, profile, language=language)
    yield from map(repr, inspect(text))


def shown_for(text):
    """Yield the labels for a text, and what other packages say of it."""
    yield display(text)
    yield unescape(re.sub("<[^>]*>", "", link(text)))
    yield iri_text(text)
    for kind in (WebIRI, IRI):
        try:
            TypeAdapter(kind).validate_python(text)
        except ValidationError as error:
            yield str(error)
            yield str(error.errors())
    try:
        from_url_field(text)
    except IRIError as error:
        yield str(error)


def repeated(secret, said):
    """Return what repeats two neighbouring characters of *secret*, however they are written."""
    pairs = set()
    for pair in map("".join, pairwise(secret)):
        if set(pair) & set(" \\") or not any(each in "".join(_LETTERS) for each in pair):
            continue
        pairs |= {pair, quote(pair, safe=""), pair.encode("unicode_escape").decode()}
        pairs.add("".join(f"[U+{ord(each):04X}]" for each in pair))
    return [(pair, each) for each in said for pair in pairs if pair in each]


@given(
    st.sampled_from(sorted(SPELLINGS | IN_PATHS)),
    st.sampled_from(HOSTS),
    passwords(),
    st.booleans(),
)
@example("plain", "example.org", "QZЪЖ", False)
@example("colon-full-width", "example.org", "ЪЖQ", False)
@example("one-slash", "example.org", "QZ/ЪЖ", False)
@example("at-full-width", "exa mple.org", "ЪЖ", False)
@example("no-slashes", "exa mple.org", "ЪЖЩ", False)
@example("colon-full-width", "example.org", "QQ/Z", False)
@example("at-full-width", "example.org", "QQ@Z", False)
def test_no_password_is_repeated(name, host, secret, is_encoded):
    """Nothing that is said about a text repeats two neighbouring characters of its password."""
    # What RFC 3986 reads as the host and the path is said: "https://me:Q@Z/X@example.org/".
    assume(not re.search("[?#]" if name == "sip" else "@.*[/?#]", secret))
    text = (SPELLINGS | IN_PATHS)[name].format(
        quote(secret, safe="") if is_encoded else secret, host
    )
    shown = shown_for(text) if name in SPELLINGS else ()
    assert [] == repeated(secret, [*told_about(text), *shown])
