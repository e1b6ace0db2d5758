r"""RFC 3987 section 7.4: a name for a file that came from elsewhere.

A file should have an IRI with its name, in its own script. `safe_filename` makes such a name of
what an upload or a header says: "do not use the file name blindly, check and possibly change to
match local file system conventions if applicable, and do not use directory path information that
may be present" (RFC 7578 section 4.2; RFC 6266 section 4.3 asks for much the same).

It does not judge what a name means: neither its extension ("a.php"), nor letters that look alike,
nor names that a program gives a meaning to ("web.config").
"""

from iri3987._unicode.invisible import EMOJI, FORMATTING, NEVER_SEEN, SPACE_LIKE, VARIES
from iri3987._unicode.text import beginning, exact, without_start
from iri3987._unicode.version14 import normalize_long, without_unsettled
from iri3987.profile.options import length
from iri3987.syntax import grammar
from iri3987.syntax.patterns import pattern

#: The name of a file, or the part before its extension, if nothing else is left of it.
FALLBACK = "file"

# Choice: white space of any kind becomes SPACE, which people can type and which divides words.
_WHITE_SPACE = f"[\t-\r\x85{SPACE_LIKE}]"

# A name has no character that an IRI cannot hold (section 2.2): controls, lone surrogates, private
# use, noncharacters, U+FFFD, and those of section 4.1. Variation selectors for ideographs
# (U+E0100-E01EF) are in names, although ``ucschar`` has none of their block.
#
# It does not have ``" * : < > ? |`` either: Windows has no file with these, and "a:b" is a stream
# of the file "a". Separators have been cut off.
#
# Choice: wrong characters are removed, not replaced: "???" would become a name, such as "___".
# Look-alikes of these characters stay, because they are letters to a file system. A program that
# maps names to a legacy encoding, or to NFKC, must do that before.
_IN_NAMES = rf"\ -~{grammar.UCSCHAR}\U000e0100-\U000e01ef"
_NOT_IN_NAMES = rf'[^{_IN_NAMES}]|["*/:<>?\\|{FORMATTING}{NEVER_SEEN}]'

# Invisible characters that have a use stay: variation selectors after emoji and ideographs, joiners
# between letters of scripts that need them and emoji. Selectors first: joiners stand beside them.
#
# Choice: the letters beside a joiner are not judged one by one, as they are in an IRI
# (`iri3987._unicode.joiners`): a name keeps what people typed, unless it joins nothing at all.
#
# Choice: tags (U+E0020-E007F) are removed everywhere, because they can hide any text. The flags of
# three regions need them, and become a black flag.
_SELECTOR = (
    "(?s:[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
    "(?:(?<=[\u180b-\u180d\u180f])(?<![\u1810-\u18af].)"
    f"|(?<=[\ufe00-\ufe0f\U000e0100-\U000e01ef])(?<![{VARIES}].)(?!\u20e3)))"
)
_JOINS = f"\u0600-\u109f\u1700-\u1aff\ua800-\uabff\U00010a00-\U00011fff\ufe0f{EMOJI}"
_JOINER = f"(?s:[\u200c\u200d](?:(?<![{_JOINS}].)|(?![{_JOINS}])))"

# Windows: the device has these names in every folder, in any case, with any extension, and with
# spaces before it. Superscript digits are digits there.
_DEVICE = (
    r"(?ai:(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9\u00b9\u00b2\u00b3])\ *+(?:\.|\Z))"
)

# Choice: besides ".", which hides a file (and ".." leads elsewhere), names do not begin with "-",
# which a command reads as an option, with "~", which a shell reads as a folder, or with what needs
# a character before it: a mark would stand on what is before the name.
_NOT_AT_START = " .-~\u200c\u200d"

# Choice: the characters of a long text that are read at each end, for an octet of the name. A text
# of more, in which fewer than one of sixteen characters stays, was not written to be a name.
_READ = 16


def safe_filename(text: str, /, *, max_octets: int = 255) -> str:
    r"""Return *text* as a name for a file in any file system, in its own script and in NFC.

    The name has at most *max_octets* octets of UTF-8: a longer one is cut before its extension, and
    not inside a character. "file" replaces an empty name, "." and "..". The result is its own name.

    Two texts can get one name, and two names can be one file where case, normalization or short
    names ("LONGNA~1") do not count: create files with the mode "x", which overwrites none.

    Raises `TypeError` if *max_octets* is not a number from 1 on.

    >>> safe_filename("日本語 résumé.pdf"), safe_filename("../../etc/passwd")
    ('日本語 résumé.pdf', 'passwd')
    >>> safe_filename("ann\u202efdp.exe"), safe_filename("a:b?.txt"), safe_filename("???.pdf")
    ('annfdp.exe', 'ab.txt', 'file.pdf')
    >>> safe_filename("con.txt"), safe_filename(".."), safe_filename("日本語.pdf", max_octets=12)
    ('_con.txt', 'file', '日本.pdf')
    """
    if max_octets is None:
        raise TypeError("max_octets must be a number from 1 on, not None")
    limit = length("max_octets", max_octets)
    given, most = last_segment(exact(text)), limit * _READ
    given = given if len(given) <= 2 * most else given[:most] + given[-most:]
    # A composed character and its parts are one name, so the form comes first.
    given = normalize_long("NFC", given)
    name = _visible(given).rstrip(" .")
    stem, dot, extension = name.rpartition(".")
    if not dot or (given.startswith(".") and not without_start(stem, _NOT_AT_START)):
        # The name of a hidden file, such as ".profile", is not an extension.
        stem, dot, extension = extension, "", ""
    name = shortened(f"{without_start(stem, _NOT_AT_START) or FALLBACK}{dot}{extension}", limit)
    if pattern(_DEVICE).match(name):
        name = shortened(f"_{name}", limit)
    return name


def last_segment(text: str, /) -> str:
    r"""Return what follows the last separator, "/" or "\"; separators at the end do not count.

    RFC 6266 section 4.3 asks recipients to take no more than the last segment of a name that has
    separators. Browsers send a name, old ones sent a path. Choice: "AC/DC.mp3" is "DC.mp3", too.
    """
    text = text.rstrip("/\\")
    return text[max(text.rfind("/"), text.rfind("\\")) + 1 :]


def _visible(text: str) -> str:
    text = pattern(_WHITE_SPACE).sub(" ", text)
    # Choice: characters after Unicode 14.0 stay if versions treat them alike, as in a host.
    text = without_unsettled(pattern(_NOT_IN_NAMES).sub("", text))
    return text if text.isascii() else normalize_long("NFC", _in_context(text))


def _in_context(text: str) -> str:
    """Return *text* without the variation selectors and joiners that are out of place."""
    return pattern(_JOINER).sub("", pattern(_SELECTOR).sub("", text))


def shortened(name: str, limit: int, /) -> str:
    """Return *name* in at most *limit* octets of UTF-8, with its extension.

    Choice: an extension that takes more than half of that is not one ("Dr. and many more words").
    """
    if len(name.encode()) <= limit:
        return name
    stem, dot, extension = name.rpartition(".")
    ending = f"{dot}{extension}"
    room = limit - len(ending.encode())
    if not dot or room * 2 < limit:
        stem, ending, room = name, "", limit
    stem = _in_context(beginning(stem, room)).rstrip(" .")
    return f"{stem or FALLBACK[:room]}{ending}"
