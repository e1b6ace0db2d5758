r"""RFC 3987 section 3.1: the IRI that text is meant to be if it lacks only percent-encoding.

https://www.rfc-editor.org/rfc/rfc3987#section-3.1

"Systems accepting IRIs MAY also deal with the printable characters in US-ASCII that are not allowed
in URIs." People paste addresses that work in a browser: "?family=A|B", "?filter[name]=x", "/100%",
"/a b". They are not IRIs, but become IRIs if the characters that an IRI cannot hold are
percent-encoded. `repair` does only that, with the parts that the URL Standard finds in the text
(https://url.spec.whatwg.org/):

- space, ``"<>^{|}`` and backtick, "[" and "]", and a "%" without two hexadecimal digits are
  percent-encoded in the path, the query and the fragment; so is a second "#";
- a backslash is a slash in the path of the schemes that the URL Standard calls special (http,
  https, ws, wss, ftp, file), and of a reference without a scheme, whose base is taken to be
  special; in other places it is percent-encoded;
- scheme and authority are never changed. A backslash that would end or begin one of them is
  refused, because clients disagree about the host that they open: write "/".

Browsers send some of these characters as they are: "|", "[", "]" and a bare "%". So the octets that
are sent change, from "/100%" to "/100%25"; servers read both alike.

`repair` refuses the same characters as `IRIReference`: misleading and invisible ones (bidirectional
formatting, controls), lone surrogates, noncharacters and private use. Browsers remove TAB, CR and
LF anywhere in a text, and spaces at its two ends: that is not percent-encoding, so these are
refused, too. So is every change to "http:x" or "http:///x", in which only browsers find the host x.

Choice: opaque paths, which "mailto:" and "urn:" have. The URL Standard leaves all of ASCII there
as it is (its C0 control percent-encode set), for the scheme to judge. Those schemes allow octets to
be percent-encoded (RFC 6068 section 2, RFC 8141 section 2), so the characters above, and the
backslash, are percent-encoded there too. In "file:", "|" stays and is refused: a browser takes it
for the colon of "C:".
"""

from iri3987._repair import repair_with_changes
from iri3987._text import exact

__all__ = ["repair"]


def repair(text: str, /) -> str:
    r"""Return *text* with what an IRI cannot hold percent-encoded, if it lacks nothing else.

    An IRI reference is returned as it is. Raises `IRIError` for any other fault, with its position
    in *text*.

    >>> repair("https://例え.テスト/?family=A|B&filter[name]=ä b#100%")
    'https://例え.テスト/?family=A%7CB&filter%5Bname%5D=ä%20b#100%25'
    >>> repair(r"https://example.org/a\b?c\d")
    'https://example.org/a/b?c%5Cd'
    >>> repair(r"https:\\example.org")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: bad-character: expected "/", found ...
    """
    return exact(repair_with_changes(text).text)
