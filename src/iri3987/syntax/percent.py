"""RFC 3987 sections 3.1 and 3.2: percent-encoding and percent-decoding.

All functions that write octets as "%HH" or read them are here. Others decide which a text needs.
"""

import re

from iri3987._unicode.invisible import UNSEEN, is_seen
from iri3987._unicode.joiners import is_in_place
from iri3987._unicode.patterns import late
from iri3987._unicode.version14 import is_printable
from iri3987.syntax import grammar
from iri3987.syntax.patterns import pattern

# 3.1. Encoding

_RUNS = late(r"[\x00-\x7f]++|[^\x00-\x7f]++")
#: "%" and the two digits of an octet.
TRIPLET = late(grammar.PCT_ENCODED)
#: Characters that path, query and fragment of a URI cannot hold, and a "%" without two digits.
NOT_IN_PATH_OR_QUERY = late(
    rf"[^{grammar.UNRESERVED}{grammar.SUB_DELIMS}:@/?%]|%(?![{grammar.HEXDIG}]{{2}})"
)


def encode(text: str, /) -> str:
    """Do step 2: convert characters beyond US-ASCII to UTF-8, and each octet to %HH."""
    if text.isascii():
        return text
    runs = _RUNS.findall(text)
    return "".join([run if run.isascii() else f"%{run.encode().hex('%').upper()}" for run in runs])


def encoded_length(text: str, /) -> int:
    """Return the length of `encode` of *text*, in which a lone surrogate counts as three octets."""
    octets = len(text.encode("utf-8", "surrogatepass"))
    ascii_octets = len(text.encode("ascii", "ignore"))
    return ascii_octets + len("%HH") * (octets - ascii_octets)


def most_octets(iri: str, /) -> int:
    """Return how many octets the URI of *iri* has at most."""
    # A character takes four octets of UTF-8, each as %HH, and the name of a host 255 in all.
    return len(iri) if iri.isascii() else 12 * len(iri) + 255


def most_characters(octets: int, /) -> int:
    """Return how many characters an IRI can have whose URI surely has no more than *octets*."""
    return (octets - 255) // 12


def encode_run(match: re.Match[str], /, encoding: str = "utf-8", errors: str = "strict") -> str:
    """Convert a run of characters to octets, and each octet to %HH: steps 2.1 to 2.3."""
    return f"%{match[0].encode(encoding, errors).hex('%').upper()}"


def encode_all(text: str, /) -> str:
    """Convert *text*, which is not empty, to octets, and each octet to %HH."""
    return f"%{text.encode().hex('%').upper()}"


def encode_any(match: re.Match[str], /) -> str:
    """Do what `encode_run` does, for lone surrogates too: three octets that are never decoded."""
    return encode_run(match, errors="surrogatepass")


def encode_path(octets: bytes, /) -> str:
    """Percent-encode the octets of a path that has been decoded, except slashes."""
    from urllib.parse import quote

    return quote(octets, safe="/!$&'()*+,;=:@")


def encode_value(text: str, /) -> str:
    """Percent-encode all but unreserved characters: value-chars of RFC 8187 section 3.2."""
    from urllib.parse import quote

    return quote(text, safe="")


# 3.2. Decoding


def octets_of(encoded: str, /) -> bytes:
    """Return the octets of *encoded*, which has only triplets."""
    return bytes.fromhex(encoded.replace("%", " "))


def decode_any(match: re.Match[str], /) -> str:
    """Decode triplets as UTF-8; an octet that is not UTF-8 becomes a lone surrogate."""
    return octets_of(match[0]).decode("utf-8", "surrogateescape")


def triplets(octet: str, /) -> re.Pattern[str]:
    """Return the pattern of a run of percent-encoded octets, each of which matches *octet*.

    A run ends after about 1024 octets, so that the loop needs little memory, but never inside a
    character of UTF-8: octets that continue a character belong to the run.
    """
    # Not "(?:...){1,1024}": a pattern that begins with a character is searched for much faster.
    return late(f"{octet}(?:{octet}){{0,1023}}(?:%[89ABab][{grammar.HEXDIG}]){{0,3}}")


# Step 2: all percent-encodings "except those corresponding to "%", characters in "reserved", and
# characters in US-ASCII not allowed in URIs": unreserved characters, or those beyond US-ASCII.
_UNRESERVED = "2[DdEe]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee]"
STEP_2_OCTET = f"%(?:[89A-Fa-f][0-9A-Fa-f]|{_UNRESERVED})"
_STEP_2 = triplets(STEP_2_OCTET)

# Step 4: "characters that are not appropriate according to sections 2.2, 4.1, and 6.1". Section
# 6.1 leaves a choice. Ours: all invisible characters are inappropriate. These are spaces,
# separators, formatting, private-use and unassigned characters (`is_printable` is False for them)
# and other characters that one does not see. Joiners and variation selectors are appropriate where
# they have a meaning (`iri3987._unicode.joiners`), but not in an authority.
_INAPPROPRIATE = f"[^{grammar.IUNRESERVED}]|[{UNSEEN}]"
#: The characters of `iri3987._unicode.joiners.CONTEXTUAL`, as `_decode_run` leaves them.
_CONTEXTUAL = late("(%E2%80%8[CD]|%E1%A0%8[BCDF]|%E2%B5%BF|%EF%B8%8[0-9A-F])")
_UP_TO_PATH = late("(?:[^:/?#]*+:)?(?://[^/?#]*+)?")


def normalize_percent_encoding(iri: str, /) -> str:
    """Return *iri* mapped to a URI and converted back; most IRIs stay as they are."""
    # Only characters that step 4 encodes make a difference.
    if not is_seen(iri):
        iri = encode(iri)
    return decode(iri) if "%" in iri else iri


def decode(uri: str, /) -> str:
    """Do steps 2 to 5, which do not change the delimiters."""
    iri = _STEP_2.sub(_decode_run, uri)
    return _with_joiners(iri) if _CONTEXTUAL.search(iri) else iri


def _with_joiners(iri: str) -> str:
    """Decode the joiners and variation selectors of *iri* that have a meaning where they stand."""
    # What gives them one is decoded already, or is one: judge each where all are decoded.
    start = _UP_TO_PATH.match(iri).end()  # type: ignore[union-attr]  # it matches nothing, too
    pieces = _CONTEXTUAL.split(iri[start:])
    encoded = pieces[1::2]
    pieces[1::2] = [octets_of(each).decode() for each in encoded]
    text, at = iri[:start] + "".join(pieces), start
    for index, triplets_of_one in enumerate(encoded):
        at += len(pieces[2 * index])
        if not is_in_place(text, at):
            pieces[2 * index + 1] = triplets_of_one
        at += 1
    return iri[:start] + "".join(pieces)


def _decode_run(match: re.Match[str]) -> str:
    # Step 3: an octet that is not part of strictly legal UTF-8 becomes a lone surrogate here. It is
    # encoded again below, like every character that is not appropriate (step 4).
    characters = decode_any(match)
    if is_printable(characters) and not pattern(_INAPPROPRIATE).search(characters):
        return characters
    return "".join(map(_encode_inappropriate, characters))


def _encode_inappropriate(character: str) -> str:
    if is_printable(character) and not pattern(_INAPPROPRIATE).match(character):
        return character
    return f"%{character.encode('utf-8', 'surrogateescape').hex('%').upper()}"
