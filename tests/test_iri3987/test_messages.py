"""`iri3987.messages`: a sentence for each code, in every language, that is right for any text."""

import ast
import gettext
import pickle
import re
import shutil
import subprocess
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import translations
from iri3987 import ANY, WEB, IRIError, Profile, inspect, messages
from iri3987._unicode import version14
from iri3987.codes import CODES, Severity
from iri3987.inspection import Finding
from iri3987.messages.sentences import AUDIT, DEFAULT, ITEMS, MEANT, MORE
from test_iri3987.test_codes import NAMES
from test_iri3987.test_unicode_tables import FILES, IGNORABLE, listed

LOCALE = Path(messages.__file__).parent / "locale"
SENTENCES = [DEFAULT, *messages.MESSAGES.values()]
SENTENCES += [sentence for more in MORE.values() for sentence in more.values()]
SENTENCES += MEANT.values()
#: The profile that accepts the least, so that most texts have an error.
STRICT = Profile(schemes=["https"], require_host=True, host="whatwg", max_length=2000)

each_language = pytest.mark.parametrize("language", messages.LANGUAGES)

#: A catalogue has no characters that reorder or hide text: they could not be seen there.
HIDDEN = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
#: Persian keeps the parts of a word apart by U+200C, behind a letter that would join the next.
SPELLING = re.compile("(?<=[بپتثجچحخسشصضطظعغفقکگلمنهی])\u200c(?=[آ-ی])")

#: Addresses and parts of them, in a sentence.
FROM_THE_LEFT = re.compile(
    r"http:, https:|(?:https?|file):[\w/.]*|\[.+\]|xn--|%[\w%]+|[\w.]+:8080|UTF-8", re.ASCII
)


def seen(text, language):
    """Return a text without the characters that only the spelling of its language needs."""
    if language == "fr":
        return text.replace("\xa0", " ")
    return SPELLING.sub("", text) if language == "fa" else text


def values(about, text, profile=None, translate=str):
    """Return the values for a sentence."""
    return messages.parts(about, text, profile, {}, translate)[1]


def error(code="bad-character", **options):
    """Return an error that somebody has made."""
    return IRIError("", code, **options)


# The catalogues


def catalogue(language, suffix):
    """Return the file of a language."""
    return LOCALE / language / "LC_MESSAGES" / f"iri3987.{suffix}"


def entries(language):
    """Return what a catalogue translates: the code beside a sentence, the text, its own.

    A text that has no translation yet is shown in English, and one that is not ours any more never.
    """
    source = catalogue(language, "po").read_text("utf-8")
    pattern = r'(?:^#\. (.+)\n)?(?:^#, (.+)\n)?^msgid "(.+)"\nmsgstr "(.*)"$'
    found = re.findall(pattern, source, re.MULTILINE)
    assert source.count("\nmsgid ") == len(found) + 1, "an entry that is not on one line"
    read = [
        (code, flags, ast.literal_eval(f'"{text}"'), ast.literal_eval(f'"{own}"'))
        for code, flags, text, own in found
    ]
    texts = translations.of_core()
    return [entry for entry in read if entry[2] in texts and entry[3]]


def test_there_is_a_catalogue_for_each_language():
    """No folder is without a catalogue, and no language without a folder."""
    assert list(messages.LANGUAGES) == sorted(path.name for path in LOCALE.iterdir())


@each_language
def test_each_text_is_translated_once(language):
    """A catalogue has no text twice, none unchanged, and beside each the code that it is for.

    A translation fills in what the sentence does, once each, and doubles every other "%".
    """
    codes = {sentence: code for code, sentence in messages.MESSAGES.items()}
    codes |= {sentence: code for code, more in MORE.items() for sentence in more.values()}
    codes |= {text: kind for kind, text in MEANT.items()}
    codes |= {text: name for names in (messages.TEXTS, AUDIT) for name, text in names.items()}
    found = entries(language)
    assert len(found) == len({text for _, _, text, _ in found})
    for code, flags, text, own in found:
        # Spanish and Portuguese have these words from English.
        assert text != own or text in {"bytes", "Cherokee", *ITEMS.values()}
        assert (codes.get(text, ""), "python-format" if "%" in text else "") == (code, flags)
        places = [sorted(re.findall(r"%%|%\(\w+\)s", each)) for each in (text, own)]
        assert places[0] == places[1]
        assert "%" not in re.sub(r"%%|%\(\w+\)s", "", own)


@each_language
def test_nothing_is_hidden(language):
    """No character that reorders or hides text is in a catalogue."""
    assert not HIDDEN.search(seen(catalogue(language, "po").read_text("utf-8"), language))


@each_language
def test_compiled(language):
    """Programs read what the source says: `make messages` has been run."""
    with catalogue(language, "mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for _, _, text, own in entries(language):
        assert own == compiled.gettext(text)
    assert language == compiled.info()["language"]


@each_language
def test_gettext_accepts_the_source(language):
    """GNU gettext itself finds no fault with the formats."""
    msgfmt = shutil.which("msgfmt")
    if msgfmt is None:
        pytest.skip("needs msgfmt: apt-get install gettext")
    command = [msgfmt, "--check-format", "-o", "-", catalogue(language, "po")]
    run = subprocess.run(command, capture_output=True, check=True)
    assert b"" == run.stderr


@pytest.mark.parametrize("language", ["ar", "fa", "he"])
def test_what_is_written_from_the_left_stays_whole(language):
    """An address, a scheme with its colon and a percent-encoding are shown in one piece.

    Between letters from the right and a digit, "%" goes to the side (UAX #9 rules W2, W5, N2); so
    does a colon at the end of Latin letters (N2).
    """
    bidi = pytest.importorskip("bidi", reason="python-bidi shows the order")
    names = ("character", "characters", "first", "length", "letter", "limit", "low", "high", "text")
    values = dict.fromkeys((*names, "other", "part", "place", "script", "second"), "7")
    isolated = {"address": "http://a.example/", "encoded": "%C3%A9", "host": "a.example"}
    isolated |= {"schemes": "http://", "instead": "%20"}
    values |= {name: f"\u2066{value}\u2069" for name, value in isolated.items()}
    for _, _, _, own in entries(language):
        told = own % values
        shown = bidi.get_display(told, base_dir="R")
        assert [] == [each for each in FROM_THE_LEFT.findall(told) if each not in shown], shown


# The sentences


def test_each_code_has_a_sentence():
    """Each code of an error or a finding has one, and nothing else does."""
    assert set(CODES) | {"repaired"} == set(messages.MESSAGES)
    assert MORE.keys() <= messages.MESSAGES.keys()


def test_sentences_are_whole():
    """A sentence begins and ends as one, and shows what it names once."""
    for sentence in SENTENCES:
        assert re.match(r"[A-Z]|%\((character|part)\)s ", sentence)
        # A full stop behind an address would be copied with it.
        assert sentence.endswith((".", "?", ": %(address)s"))
        names = re.findall(r"%\((\w+)\)s", sentence)
        assert len(names) == len(set(names))


def example_of(code):
    """Return what the example of a code raises or finds, with the text."""
    row = CODES[code]
    try:
        found = eval(row.example, dict(NAMES))  # noqa: S307 - it is ours
    except IRIError as error:
        return error, row.text
    return next(each for each in found if each.code == code), row.text


@pytest.mark.parametrize("code", CODES)
def test_each_code_is_told_in_each_language(code):
    """A text that raises a code is told by its sentence, filled in, in each language."""
    about, text = example_of(code)
    english = messages.describe(about, text, WEB)
    assert english != DEFAULT
    assert not re.search(r"%\(|position|host name|[(]character ?[).:]|  ", english)
    sentence, _ = messages.parts(about, text, WEB, {}, str)
    for language in messages.LANGUAGES:
        told = messages.describe(about, text, WEB, language=language)
        assert "%(" not in told
        assert (told == english) == (messages.translate(sentence, language) == sentence)


def told(text, profile=WEB):
    """Return what people are told of the error that *profile* has for a text."""
    with pytest.raises(IRIError) as caught:
        profile.check(text)
    return messages.describe(caught.value, text, profile)


@pytest.mark.parametrize("value", [b"http://example.org/", None])
def test_what_is_not_text(value):
    """Whoever sends it is asked for text."""
    assert "Enter text." == told(value)


@pytest.mark.parametrize(
    "params",
    [
        *({}, {"limit": 5}, {"length": 6, "limit": 5}),
        *({"length": 6, "limit": 5, "unit": "ells"}, {"length": "6", "limit": 5, "unit": "octets"}),
    ],
)
def test_an_error_that_knows_less(params):
    """An error of another program, and one without a place, have sentences without numbers."""
    too_long = error("too-long", params=params)
    assert "This address is too long." == messages.describe(too_long, "urn:abc")
    for other in (error("bad-percent"), error("of-ones-own", position=0)):
        assert "Enter a valid address." == messages.describe(other, "%")


def finding(code, start, end, component="ipath"):
    """Return a finding."""
    return Finding(code, Severity.WARNING, component, start, end, "", "")


@pytest.mark.parametrize(
    ("text", "start", "end", "component", "expected"),
    [
        ("/a\tb", 2, 3, "ipath", "The address was corrected (character 3)."),
        (" /ab", 0, 1, None, "The address was corrected (character 1)."),
        ("http://a:|||@b/", 9, 12, "iuserinfo", "The address was corrected (character 10)."),
    ],
)
def test_repaired(text, start, end, component, expected):
    """The message shows nothing invisible, nothing that is trimmed, and no password."""
    assert expected == messages.describe(finding("repaired", start, end, component), text)


def test_a_repaired_password_is_not_shown():
    """The message shows at most one character of a password."""
    known = values(finding("repaired", 9, 12, "iuserinfo"), "http://a:<s>@b/")
    assert ("“<”", "") == (known["character"], known["instead"])


@pytest.mark.slow
@pytest.mark.skipif(not (FILES / IGNORABLE).exists(), reason="no Unicode data: run make data")
def test_no_ignorable_character_is_repeated():
    """Each Default_Ignorable_Code_Point is named, in sentences and in messages."""
    points = listed(IGNORABLE)
    assert len(points) > 4000
    for point in points:
        text = f"/{chr(point)}"
        finding = next(each for each in inspect(text) if each.start == 1)
        assert f"U+{point:04X}" in finding.message
        assert text[1] not in finding.message
        assert f"U+{point:04X}" == values(error(position=1), text)["character"]


def test_spaces_are_named_by_their_code_point():
    """Each space of Unicode but U+0020 is named by its code point; that one has a name in words."""
    points = [point for point in range(0x110000) if unicodedata.category(chr(point)) == "Zs"]
    names = [values(error(position=0), chr(point))["character"] for point in points]
    assert ["a space", *(f"U+{point:04X}" for point in points[1:])] == names


def test_invisible_text_is_not_what_to_write():
    """No sentence asks people to write a character that they cannot see."""
    about = error("host-percent-encoded", component="ireg-name", position=7)
    known = values(about, "http://%E3%85%A4.example/")
    assert "" == known["instead"]
    known = values(error(position=1, component="ipath"), "/\U000e0100")
    assert "" == known["instead"]


def test_names_for_programs_and_people():
    """Programs count from 0 and people from 1; what is not known is empty."""
    known = values(error(position=0, component="ipath"), "<", WEB)
    assert (0, 1, "“<”", "%3C") == tuple(
        known[name] for name in ("position", "place", "character", "instead")
    )
    assert ("http:// or https://", 0, 65535) == tuple(
        known[name] for name in ("schemes", "low", "high")
    )
    known = values(error(), "<", ANY)
    assert (None, "", "", "", "") == tuple(
        known[name] for name in ("position", "place", "character", "schemes", "limit")
    )


@pytest.mark.parametrize("language", ["en", *messages.LANGUAGES])
def test_an_address_at_the_start_stays_as_it_is(language):
    """Japanese and Korean begin with the example: "https:" gets no capital."""
    assert "https:" in messages.describe(error("not-absolute"), "", language=language)


def test_words_are_translated_as_they_are_filled_in():
    """`translate` gets the names of characters and of units: a lazy object may come of them."""
    known = values(error(position=0), " ", translate=str.upper)
    assert "A SPACE" == known["character"]
    too_long = error("too-long", params={"unit": "octets"})
    assert "BYTES" == values(too_long, "", translate=str.upper)["unit"]


# Any text


@given(
    st.text() | st.text().map("https://me:{}@example.org/".format) | st.binary() | st.none(),
    st.sampled_from([ANY, WEB, STRICT]),
    st.sampled_from(["en", *messages.LANGUAGES]),
)
@example("https://example.org/\ud800", WEB, "ar")
@example("https://example.org/\x00", WEB, "he")
@example("https://example.org/ی\u200c", WEB, "fa")
@example("https://e%CC%81.example/", WEB, "de")
@example("0://@0", ANY, "ar")
def test_any_text(text, profile, language):
    """For any text, a sentence is one line of visible characters, and isolates in pairs."""
    about = list(inspect(text)) if isinstance(text, str) else []
    try:
        profile.check(text)
    except IRIError as error:
        about.append(error)
    for each in about:
        sentence = messages.describe(each, text, profile, language=language)
        told = re.sub("\u2066([^\u2066\u2069]*)\u2069", r"\1", seen(sentence, language))
        assert version14.is_printable(told)
        assert len(sentence) < 400


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("unit", ["%", "a.", "\u202e"])
def test_a_megabyte(unit, language):
    """A sentence about a megabyte is no longer than others."""
    text = "https://example.org/" + unit * 2**20
    for position in (0, 20, len(text)):
        about = error(position=position, component="ipath")
        assert len(messages.describe(about, text, language=language)) < 300
    assert len(messages.describe(finding("repaired", 20, len(text)), text, language=language)) < 300


# Languages


def test_what_is_not_ours_is_not_translated():
    """A text that is in no catalogue comes back, and so does the empty one."""
    assert ("A text", "") == (messages.translate("A text", "de"), messages.translate("", "de"))


# Words of one's own


def test_words_of_ones_own():
    """They replace a sentence by its code; "invalid" is for all other errors, not for findings."""
    own = {"invalid": "No", "bad-percent": "At %(place)s", "userinfo": "Who?"}
    abouts = [error("bad-percent"), error("not-text"), error("userinfo")]
    assert ["At %(place)s", "No", "Who?"] == [
        messages.parts(each, "", None, own, str)[0] for each in abouts
    ]
    abouts = [finding("userinfo", 0, 1), finding("not-nfc", 0, 1)]
    expected = ["Who?", messages.MESSAGES["not-nfc"]]
    assert expected == [messages.parts(each, "", None, own, str)[0] for each in abouts]


def test_words_that_json_does_not_have():
    """A key that is not a code is refused; a lazy sentence under a code is not read."""
    with pytest.raises(ValueError, match="5 is neither"):
        messages.check_messages({5: "No"})
    assert messages.check_messages({"bad-percent": object()}) is None


def test_words_of_a_project():
    """`describe` takes sentences of a project, and translates all by any function."""
    error = IRIError("", code="bad-port")
    assert "Der Port!" == messages.describe(error, "", own={"bad-port": "Der Port!"}, language="de")
    assert "Der Port!" == messages.describe(error, "", own={"invalid": "Der Port!"})
    assert "AFTER" == messages.describe(error, "", language=str.upper).partition(" ")[0]


def test_nothing_is_known_of_what_is_there():
    """Then the address that was sent is named."""
    sentence, address = messages.already_there("http://faß.de/", None)
    assert ("%(address)s" in sentence, address) == (False, "http://faß.de/")


def test_a_refusal_survives_a_queue():
    """A sentence about an error keeps its code and its position when it is pickled."""
    again = pickle.loads(
        pickle.dumps(messages.MessageText("Enter ...", "bad-percent", position=24))
    )
    assert ("Enter ...", "bad-percent", 24, 25) == (again, again.code, again.position, again.place)
