"""RFC 3987 section 2.2: ABNF for IRI references and IRIs.

One constant a rule, under the RFC's name, with the RFC's line as its comment. A constant is the
source of a regular expression: a rule that is a set of single characters is the inside of a
bracket expression (``f"[{UCSCHAR}]"``), every other rule stands for itself. Match them with
``fullmatch``; ``$`` would let a trailing line feed through.

The RFC goes from the whole to its parts and lists its own rules before those it shares with
RFC 3986. Python needs the parts first, so this module has the section's lines in reverse order,
except that a rule stands after the rules it names.

Three things are not in this module. Section 4.1 forbids some characters of ``ucschar``:
`iri3987.syntax.patterns` leaves them out. Rules for single schemes are in `iri3987.schemes`. Zone
identifiers "are not supported by this syntax" (the section's last sentence).

The characters that a loop matches can never begin what follows the loop, so backtracking never
helps, and time is linear in the length of the text. Loops over a class of characters are
possessive, so they do not backtrack at all. Groups are not possessive: the ``re`` of Python before
3.11.5 mis-matches possessive groups that hold alternatives or loops (CPython gh-106052), and Debian
12 ships 3.11.2. ``HEXDIG`` and ``"v"`` are case-insensitive, as in ABNF (RFC 2234 section 2.3).
"""

__all__ = ["IAUTHORITY", "IPV6ADDRESS", "ISEGMENT"]
__family__ = ["SCHEME"]

# RFC 2234 appendix B.1
#: ALPHA = %x41-5A / %x61-7A
ALPHA = "A-Za-z"
#: DIGIT = %x30-39
DIGIT = "0-9"
#: HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HEXDIG = f"{DIGIT}A-Fa-f"

# The rules that are the same as those in RFC 3986

#: sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
SUB_DELIMS = r"!$&'()*+,;="
#: gen-delims = ":" / "/" / "?" / "#" / "[" / "]" / "@"
GEN_DELIMS = r":/?\#\[\]@"
#: reserved = gen-delims / sub-delims
RESERVED = f"{GEN_DELIMS}{SUB_DELIMS}"
#: unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
UNRESERVED = rf"{ALPHA}{DIGIT}\-._~"
#: pct-encoded = "%" HEXDIG HEXDIG
PCT_ENCODED = f"%[{HEXDIG}][{HEXDIG}]"
#: dec-octet = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35
DEC_OCTET = f"(?:[{DIGIT}]|[1-9][{DIGIT}]|1[{DIGIT}][{DIGIT}]|2[0-4][{DIGIT}]|25[0-5])"
#: IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
IPV4ADDRESS = rf"{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}\.{DEC_OCTET}"
#: h16 = 1*4HEXDIG
H16 = f"[{HEXDIG}]{{1,4}}"
#: ls32 = ( h16 ":" h16 ) / IPv4address
LS32 = f"(?:{H16}:{H16}|{IPV4ADDRESS})"
#: IPv6address = 6( h16 ":" ) ls32
#:             / "::" 5( h16 ":" ) ls32
#:             / [ h16 ] "::" 4( h16 ":" ) ls32
#:             / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
#:             / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
#:             / [ *3( h16 ":" ) h16 ] "::" h16 ":" ls32
#:             / [ *4( h16 ":" ) h16 ] "::" ls32
#:             / [ *5( h16 ":" ) h16 ] "::" h16
#:             / [ *6( h16 ":" ) h16 ] "::"
IPV6ADDRESS = (
    f"(?:(?:{H16}:){{6}}{LS32}"
    f"|::(?:{H16}:){{5}}{LS32}"
    f"|(?:{H16})?::(?:{H16}:){{4}}{LS32}"
    f"|(?:(?:{H16}:){{0,1}}{H16})?::(?:{H16}:){{3}}{LS32}"
    f"|(?:(?:{H16}:){{0,2}}{H16})?::(?:{H16}:){{2}}{LS32}"
    f"|(?:(?:{H16}:){{0,3}}{H16})?::{H16}:{LS32}"
    f"|(?:(?:{H16}:){{0,4}}{H16})?::{LS32}"
    f"|(?:(?:{H16}:){{0,5}}{H16})?::{H16}"
    f"|(?:(?:{H16}:){{0,6}}{H16})?::)"
)
#: IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPVFUTURE = rf"[vV][{HEXDIG}]++\.[{UNRESERVED}{SUB_DELIMS}:]++"
#: IP-literal = "[" ( IPv6address / IPvFuture ) "]"
IP_LITERAL = rf"\[(?:{IPV6ADDRESS}|{IPVFUTURE})\]"
#: port = *DIGIT
PORT = f"[{DIGIT}]*+"
#: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
SCHEME = rf"[{ALPHA}][{ALPHA}{DIGIT}+\-.]*+"

# The rules that are different from those in RFC 3986

#: iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
#: ucschar = %xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF
#:         / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD
#:         / %x40000-4FFFD / %x50000-5FFFD / %x60000-6FFFD
#:         / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD
#:         / %xA0000-AFFFD / %xB0000-BFFFD / %xC0000-CFFFD
#:         / %xD0000-DFFFD / %xE1000-EFFFD
UCSCHAR = (
    "\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    "\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U0003fffd"
    "\U00040000-\U0004fffd\U00050000-\U0005fffd\U00060000-\U0006fffd"
    "\U00070000-\U0007fffd\U00080000-\U0008fffd\U00090000-\U0009fffd"
    "\U000a0000-\U000afffd\U000b0000-\U000bfffd\U000c0000-\U000cfffd"
    "\U000d0000-\U000dfffd\U000e1000-\U000efffd"
)
#: iunreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar
IUNRESERVED = rf"{ALPHA}{DIGIT}\-._~{UCSCHAR}"
#: ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@"
IPCHAR = f"(?:[{IUNRESERVED}{SUB_DELIMS}:@]|{PCT_ENCODED})"
#: ifragment = *( ipchar / "/" / "?" )
IFRAGMENT = f"(?:[{IUNRESERVED}{SUB_DELIMS}:@/?]++|{PCT_ENCODED})*"
#: iquery = *( ipchar / iprivate / "/" / "?" )
IQUERY = f"(?:[{IUNRESERVED}{SUB_DELIMS}:@{IPRIVATE}/?]++|{PCT_ENCODED})*"
#: isegment-nz-nc = 1*( iunreserved / pct-encoded / sub-delims / "@" )
ISEGMENT_NZ_NC = f"(?:[{IUNRESERVED}{SUB_DELIMS}@]++|{PCT_ENCODED})+"
#: isegment-nz = 1*ipchar
ISEGMENT_NZ = f"(?:[{IUNRESERVED}{SUB_DELIMS}:@]++|{PCT_ENCODED})+"
#: isegment = *ipchar
ISEGMENT = f"(?:[{IUNRESERVED}{SUB_DELIMS}:@]++|{PCT_ENCODED})*"
#: ipath-empty = 0<ipchar>
IPATH_EMPTY = ""
#: ipath-abempty = *( "/" isegment )
#
# As isegment is *ipchar, this is "/" and then any mix of ipchar and "/": one loop, not two.
IPATH_ABEMPTY = f"(?:/(?:[{IUNRESERVED}{SUB_DELIMS}:@/]++|{PCT_ENCODED})*)?"
#: ipath-rootless = isegment-nz *( "/" isegment )
IPATH_ROOTLESS = f"{ISEGMENT_NZ}{IPATH_ABEMPTY}"
#: ipath-noscheme = isegment-nz-nc *( "/" isegment )
IPATH_NOSCHEME = f"{ISEGMENT_NZ_NC}{IPATH_ABEMPTY}"
#: ipath-absolute = "/" [ isegment-nz *( "/" isegment ) ]
IPATH_ABSOLUTE = f"/(?:{ISEGMENT_NZ}{IPATH_ABEMPTY})?"
#: ipath = ipath-abempty / ipath-absolute / ipath-noscheme / ipath-rootless / ipath-empty
IPATH = f"(?:{IPATH_ABEMPTY}|{IPATH_ABSOLUTE}|{IPATH_NOSCHEME}|{IPATH_ROOTLESS}|{IPATH_EMPTY})"
#: ireg-name = *( iunreserved / pct-encoded / sub-delims )
IREG_NAME = f"(?:[{IUNRESERVED}{SUB_DELIMS}]++|{PCT_ENCODED})*"
#: ihost = IP-literal / IPv4address / ireg-name
IHOST = f"(?:{IP_LITERAL}|{IPV4ADDRESS}|{IREG_NAME})"
#: iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" )
IUSERINFO = f"(?:[{IUNRESERVED}{SUB_DELIMS}:]++|{PCT_ENCODED})*"
#: iauthority = [ iuserinfo "@" ] ihost [ ":" port ]
IAUTHORITY = f"(?:{IUSERINFO}@)?{IHOST}(?::{PORT})?"
#: irelative-part = "//" iauthority ipath-abempty / ipath-absolute / ipath-noscheme / ipath-empty
IRELATIVE_PART = (
    f"(?://{IAUTHORITY}{IPATH_ABEMPTY}|{IPATH_ABSOLUTE}|{IPATH_NOSCHEME}|{IPATH_EMPTY})"
)
#: irelative-ref = irelative-part [ "?" iquery ] [ "#" ifragment ]
IRELATIVE_REF = rf"{IRELATIVE_PART}(?:\?{IQUERY})?(?:\#{IFRAGMENT})?"
#: ihier-part = "//" iauthority ipath-abempty / ipath-absolute / ipath-rootless / ipath-empty
IHIER_PART = f"(?://{IAUTHORITY}{IPATH_ABEMPTY}|{IPATH_ABSOLUTE}|{IPATH_ROOTLESS}|{IPATH_EMPTY})"
#: absolute-IRI = scheme ":" ihier-part [ "?" iquery ]
ABSOLUTE_IRI = rf"{SCHEME}:{IHIER_PART}(?:\?{IQUERY})?"
#: IRI = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]
IRI = rf"{SCHEME}:{IHIER_PART}(?:\?{IQUERY})?(?:\#{IFRAGMENT})?"
#: IRI-reference = IRI / irelative-ref
IRI_REFERENCE = f"(?:{IRI}|{IRELATIVE_REF})"
