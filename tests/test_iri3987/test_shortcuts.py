"""Shortcuts: what one accepts, the rules accept with the same result.

A shortcut answers before the rules do, because most texts need no rule. Here each is switched off,
and the answers must stay. So a new rule that a shortcut does not know fails a test of this file.
"""

import re
import sys
import unicodedata
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import product
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import (
    PUBLIC,
    WEB,
    IRIError,
    comparison_key,
    display,
    inspect,
    is_iri,
    normalize,
    to_iri,
    to_uri,
)
from iri3987._unicode import everyday, version14
from iri3987._unicode.delimiters import is_unambiguous
from iri3987._unicode.identifiers import is_allowed
from iri3987._unicode.invisible import is_seen
from iri3987._unicode.safe_labels import is_safe, is_unmistakable
from iri3987.host import HostProfile, domain_name, label
from iri3987.host.domain_name import mapped, plain_web
from iri3987.html import href, link
from iri3987.profile.user_input import misplaced
from iri3987.syntax.components import split
from iri3987.text import find
from test_contract.contract_inputs import CASES
from test_iri3987 import strategies as iris
from vector_rows import rows

#: The modules that ask each shortcut, by its name there.
OFF = {
    "ordinary": ("syntax", "syntax.components", "values", "mapping"),
    "plain_web": (
        *("profile", "appearance", "comparison", "html", "html.links"),
        "inspection.unremarkable",
    ),
    "is_everyday": ("_unicode.delimiters", "_unicode.invisible"),
    "is_plain_host": ("host.domain_name", "host.shown_label", "inspection.labels"),
    "is_unmistakable": ("_unicode.safe_labels",),
    "is_word": ("inspection.unremarkable",),
    "match_unremarkable": ("inspection.rules",),
    "end_of_usual": ("text.search",),
}
DENY = replace(PUBLIC, deny_hosts=[".example"], allow_userinfo=False)


@contextmanager
def without(*names):
    """Switch shortcuts off, and forget what they have answered."""
    forget()
    with pytest.MonkeyPatch.context() as patch:
        for name in names:
            for module in OFF[name]:
                where = sys.modules[f"iri3987.{module}"]
                patch.setattr(where, name, lambda *_: None)
        if "is_plain_host" in names:
            # A plain host is one that has such a name.
            patch.setattr(domain_name, "plain_to_ascii", lambda *_: "")
        yield
    forget()


def forget():
    """Empty the caches of answers about hosts and words."""
    for name, module in list(sys.modules.items()):
        if re.match(r"iri3987\.(host|inspection|appearance|html|_unicode\.safe_labels)\b", name):
            for each in vars(module).values():
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


def attempt(function, text):
    """Return the answer, or the code and the place of the error."""
    try:
        return function(text)
    except IRIError as error:
        return error.code, error.position


ANSWERS = [
    *(is_iri, to_uri, to_iri, display, href, link, inspect),
    *(WEB.check, WEB.clean, PUBLIC.check, DENY.check, WEB.warnings),
    *(normalize, partial(normalize, level="syntax"), comparison_key),
    lambda text: [*find(f"({text}), {text}")],
]


def answers(text):
    """Return what is said about *text*."""
    return [attempt(each, text) for each in ANSWERS]


def texts_of_vectors():
    """Return short texts of the vectors: every second one, and all of the contract."""
    found = set()
    for name in ("rfc3986", "rfc3987", "rfc3987_bidi", "attacks", "keys", "form_sentences"):
        for row in rows(name):
            text = row["input"]
            if isinstance(text, str) and len(text) < 100:
                found.add(text)
    for row in rows("display_hosts"):
        found.add(f"https://{row['input']}/a//b?c={row['input']}")
    return sorted(found)[::2] + [case.text for case in CASES if len(case.text) < 300]


@pytest.mark.slow
def test_the_rules_say_the_same():
    """The vectors have the same answers without any shortcut, which some of them take."""
    expected = {text: answers(text) for text in texts_of_vectors()}
    with without(*OFF):
        assert {} == {
            text: found for text in expected if (found := answers(text)) != expected[text]
        }


def everyday_letters():
    """Return the everyday letters of each script, those of hosts."""
    pattern = f"[{everyday.BASES}{everyday.MARKS}{everyday.RIGHT_TO_LEFT}]"
    found = {}
    for each in re.findall(pattern, "".join(map(chr, range(0x10000)))):
        found.setdefault(unicodedata.name(each).split()[0], []).append(each)
    return ["".join(letters) for letters in found.values()]


_EVERYDAY = everyday_letters()
#: Words with every letter of an alphabet, or as many as a label can hold: a rule about two is seen.
_PANGRAMS = [letters[:32] for letters in _EVERYDAY]
_WORDS_OF_PATHS = "a//b /./ %7E %E9 ä рa 例。 ？ q=1 אב1 \u200c \u00ad 🦊"
_hosts = (
    iris.domain_name
    | st.lists(st.sampled_from([*"aäßςжא1-_", "xn--fa-hia", "xn--a", "0x1"]), min_size=1).map(
        "".join
    )
    | st.sampled_from(
        [
            *("a.internal", "localhost", "A.example.", "10.1", "例え。jp", "a_b.org"),
            *("क-\u0941.אב", f"{'ä' * 40}.org"),
            *(f"{each}.org" for each in _PANGRAMS),
        ]
    )
    | st.sampled_from(_EVERYDAY)
    .flatmap(lambda letters: st.text(letters, min_size=1))
    .map("{}.org".format)
)
_addresses = iris.web_iri | st.builds(
    "{}://{}{}/{}{}".format,
    st.sampled_from(["http", "https", "HTTP", "ftp"]),
    _hosts,
    st.sampled_from(["", ":80", ":", ":08", ":99999"]),
    st.lists(st.sampled_from(_WORDS_OF_PATHS.split()) | iris.ipath_abempty).map("".join),
    st.sampled_from(["", "?q=//a;b%2F"]),
)


@pytest.mark.parametrize("name", [*OFF, ""])
@given(text=_addresses)
@example(text="http://ーあ.jp/")
@example(text="http://क-\u0941.אב/")
@example(text="http://a--b.example/")
@example(text=f"http://{'ä' * 40}.{_PANGRAMS[0]}/")
@example(text="http://example.org/a//b;c%2Fd?e=//f")
def test_law_the_rules_say_the_same(name, text):
    """So has any address."""
    forget()
    short = answers(text)
    with without(*([name] if name else OFF)):
        long = answers(text)
    assert short == long


_ENDS = ["org", "o-g", "a1", "org:8", "org:08", "org:99999"]


@pytest.mark.parametrize("letters", ["a1-.", "az0.:", "é-.a", "א1-."], ids=ascii)
def test_plain_addresses_are_accepted(letters):
    """The rules accept all short hosts and ports that are plain, as they are."""
    middles = map("".join, product(letters, repeat=5))
    hosts = [f"{middle}.{end}" for middle in middles for end in _ENDS]
    plain = [match for host in hosts if (match := plain_web(f"http://{host}"))]
    found = {match.string: (match.groups(), mapped(match)) for match in plain}
    with without(*OFF):
        assert found == {text: attempt(judged, text) for text in found}
    assert len(found) > 100


def judged(text):
    """Return the parts of *text* and its URI, by the rules, if `WEB` accepts it."""
    parts = split(WEB.check(text))
    return (parts.scheme, parts.host, parts.port), to_uri(text)


def test_plain_hosts_have_a_length():
    """A label has at most 63 characters, and a host that is plain no more."""
    long = ["a" * size for size in (59, 60, 63, 64)]
    texts = [f"http://{label}.org" for label in long] + [f"http://{long[0]}.a.org:80"]
    assert [True, False, False, False, False] == [plain_web(text) is not None for text in texts]


def test_two_addresses_are_seen():
    """What the patterns of two addresses match is refused: the look before them loses nothing."""
    module = vars(sys.modules[misplaced.__module__])
    patterns = module["JOINED"], module["_IN_PATH"]
    parts = ["http://", "HTTPS://", "://", "a.b", "a", ".", "/", "@", ":", "?"]
    texts = ["".join(each) for size in range(2, 6) for each in product(parts, repeat=size)]
    two = {text for text in texts if any(pattern.match(text) for pattern in patterns)}
    assert len(two) > 1000
    assert two == {text for text in texts if misplaced(text)}


def test_everyday_characters():
    """Every such character is assigned, can be seen, and looks like no delimiter."""
    characters = "".join(vars(everyday)["_EVERYDAY"].findall("".join(map(chr, range(0x110000)))))
    assert 30_000 < len(characters)
    with without("is_everyday"):
        assert [] == [each for each in characters if not is_seen(each)]
        assert [] == [each for each in characters if not is_unambiguous(each)]
    assert version14.newer(characters) == ""


RULES = [
    label.Rules(profile, check_hyphens=hyphens, allow_root=True, in_iri=in_iri)
    for profile in get_args(HostProfile)
    for hyphens, in_iri in ((False, True), (True, False))
]


without_shortcut = vars(domain_name)["_to_ascii"].__wrapped__


def refused(host):
    """Return the rules that refuse *host*, or make another name of it than the shortcut."""
    expected = domain_name.plain_to_ascii(host)
    wrong = []
    for rules in RULES if expected else ():
        found = None
        with suppress(label.HostError):
            found = without_shortcut(host, rules)
        if found != expected:
            wrong.append((rules, found))
    return wrong


@pytest.mark.slow
def test_plain_characters():
    """Every profile takes a character that is plain, wherever it stands in a label.

    Every fiftieth of the thousands of Han and Hangul, and of the rarer scripts, is asked.
    """
    points = [*range(0x80, 0x1000), *range(0x1000, 0x3000, 7), *range(0x3000, 0x3100)]
    points += [*range(0x3100, 0x20000, 50)]
    characters = [chr(each) for each in points if not 0xD800 <= each < 0xE000]
    hosts = [f"{part}.jp" for each in characters for part in (f"{each}a", f"a{each}a", f"a{each}")]
    assert {} == {ascii(host): wrong for host in hosts if (wrong := refused(host))}
    assert sum(domain_name.plain_to_ascii(host) != "" for host in hosts) > 3000


@pytest.mark.slow
def test_everyday_letters_are_plain():
    """Every profile takes the everyday letters of hosts; none composes with one beside it."""
    letters = everyday.BASES + everyday.MARKS
    known = re.findall(f"[{letters}]", "".join(map(chr, range(0x10000))))
    bases = [each for each in known if not re.match(f"[{everyday.MARKS}]", each)]
    words = ["".join(bases[at : at + 7]) for at in range(0, len(bases), 7)]
    words += [f"क{mark}" for mark in known if "\u0900" <= mark < "\u0980" and mark not in bases]
    words += [f"ก{mark}" for mark in known if "\u0e00" <= mark < "\u0e80" and mark not in bases]
    hosts = [".".join([*words[at : at + 3], "jp"]) for at in range(0, len(words), 3)]
    assert [] == [host for host in hosts if not domain_name.plain_to_ascii(host)]
    assert {} == {host: wrong for host in hosts if (wrong := refused(host))}
    forms = [unicodedata.normalize("NFD", chr(each)) for each in range(0x80, 0x10000)]
    assert [] == [form for form in forms if len(form) == 2 and set(form) <= {*known}]


def test_long_plain_hosts_fit():
    """A host that is plain can be held by the DNS, whatever its letters are."""
    words = ["힣" * 9, "힣ß" * 4, "힣", "ぁ힣", "ÿ" * 9, "힣ぁ" * 6]
    hosts = [".".join(each) for size in range(2, 5) for each in product(words, repeat=size)]
    hosts += [".".join([word] * size) for word in words for size in range(5, 20)]
    names = [name for host in hosts if (name := domain_name.plain_to_ascii(host))]
    assert len(names) > 200
    assert [] == [name for name in names if len(name) > 253 or max(map(len, name.split("."))) > 63]


@pytest.mark.slow
def test_unmistakable_letters_are_safe():
    """A label that is unmistakable by itself, or by a letter beside it, breaks no rule."""
    letters = [each for each in map(chr, range(0x10000)) if is_allowed(each)]
    labels = {f"{each}{other}" for each in letters for other in ("", *"ßжब한-")}
    labels |= {f"{each}{other}" for each in ("ไทย", "हि", "aß", "1") for other in letters}
    labels = {label for label in labels if is_unmistakable(label)}
    assert len(labels) > 30_000
    with without("is_unmistakable"):
        assert set() == {each for each in labels if not is_safe.__wrapped__(each, "com")}
        few = sorted(labels)[::50]
        tops = ("вн", "рф", "is", "")
        assert set() == {each for each in few for top in (*tops, each) if not is_safe(each, top)}


_words = st.sampled_from(
    [
        *("aß0-éi", "λωόσ-1", "жївн0-о", "שדנ-1", "بتم0"),
        *("कखि्-ा", "กข้ั-1", "例あアー", "한가0"),
    ]
).flatmap(lambda letters: st.text(letters, min_size=1, max_size=7))


@given(_words, st.sampled_from(["com", "вн", "рф", ""]))
def test_law_unmistakable_words_are_safe(label, top):
    """A word that is unmistakable is safe, whatever the top-level domain."""
    is_plainly_safe = all(map(is_allowed, label)) and is_unmistakable(label)
    with without("is_unmistakable"):
        assert not is_plainly_safe or is_safe(label, top)


_ALPHABETS_IN_WORDS = """
abz09- äßœ·- αςώ- жїё- אבנ\u05b0-1 بتﻻ\u064b-1٣ कख\u0941\u094d- กข\u0e34-
例え漢ーヽ・- アイヴー- 가나다- ֆև- აბ- ᏣᎳ- ሀለ- ⴰⴱ- ខ្ម- ދި- ߀ߊ-
"""
_ALPHABETS = [*_ALPHABETS_IN_WORDS.split(), *_EVERYDAY]


@given(
    st.lists(
        st.sampled_from(["ä" * 40, *_PANGRAMS])
        | st.sampled_from(_ALPHABETS).flatmap(
            lambda letters: st.text(letters, min_size=1, max_size=5)
        ),
        min_size=1,
        max_size=4,
    ).map(".".join)
)
@example(f"{'ä' * 40}.{_PANGRAMS[0]}")
def test_law_plain_hosts(host):
    """Whatever the rules, a host that is plain has the name that they give it."""
    assert [] == refused(host)
