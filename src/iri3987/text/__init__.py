"""RFC 3987 section 7.3: URI/IRI transfer between applications: IRIs in running text.

RFC 3986 appendix C asks for delimiters around an address, and people do not write them. `find`
knows where an address in plain text begins and ends without them, by UTS #58, Unicode Link
Detection and Formatting (https://www.unicode.org/reports/tr58/), whose tests it passes but for user
names, which `iri3987.WEB` accepts, and ``"``, which an IRI cannot hold. It leaves out whatever is
doubtful. It is not for HTML: it takes "&gt" in "http://example.org/&gt;" for a part of the address.
docs/how-to/running-text.md tells the rules by examples. `iri3987.text.boundaries` is about the end
of an address. Its beginning:

- A scheme with "//" begins an address anywhere but after a letter or digit of a script that has
  spaces between words.
- An address that the profile refuses is passed over, with all that belongs to it. So is one that
  continues after an invisible character, because the text before that is another address, and one
  with a character newer than Unicode 14.0.
- Dashes and signs are parts of a host. After a letter and a dash, no name or mailbox begins; before
  a dash that more of a host follows, none ends. The same for apostrophes.

Choice: bullets, arrows and punctuation stand between names without a scheme. Behind one, a name or
a mailbox begins if a word alone is before it, or an address that is whole: "Site•a.org→b.org" has
two. The same after an apostrophe: in "l’example.org" it is example.org. After a scheme, as in
"https://a.org→b.org", these characters are parts of the host.

Choice: a domain name without a scheme, "bare", counts if its top-level domain exists, and if
nothing before or after it makes it a part of a mailbox, a path, a word or a call of a function. A
name whose top-level domain is also the suffix of a file ("md", "py", "rs", ...), or is written like
the first word of a sentence ("It"), needs "www." or a path. "Example.Com" is an address.

Choice: "。", "．" and "｡" are dots of a host (UTS #46 section 2.3), but they also end sentences.
They are dots if a top-level domain follows and none precedes. In a bare name, also if the name
stands alone: between spaces, or before a path.

Choice: in text without spaces, a bare name or a mailbox in ASCII begins after the last character of
that text, and ends where a top-level domain is followed by such text. A label like "日本example"
cannot be told apart from it, and needs a scheme.

Choice: characters that an IRI cannot hold and browsers accept behind the host, such as "|", "[" and
a bare "%", are parts of an address for a profile that repairs. For another profile, the address
ends before the first of them, and the rest is passed over.

Choice: an e-mail address counts only if *emails* asks for it, whatever the profile; its domain must
be one that `iri3987.WEB` accepts. With a quoted local part it is not found (as in UTS #58). The
characters of a local part that a "mailto:" IRI cannot hold are percent-encoded (RFC 6068). Other
schemes without "//" are found if the profile lists them: "tel:" in `iri3987.profile.LINK`.

Time is linear in the length of the text. Characters are those of Unicode 14.0.
"""

from collections.abc import Iterator

from iri3987._unicode.text import exact
from iri3987.profile import WEB, Profile
from iri3987.text.formatting import minimally_escaped
from iri3987.text.search import Found, Search

__all__ = ["Found", "find", "minimally_escaped"]


def find(
    text: str, /, *, profile: Profile = WEB, bare: bool = True, emails: bool = False
) -> Iterator[Found]:
    """Yield the addresses in *text*, from left to right; they do not overlap. Never raises.

    An address is what *profile* accepts; where it repairs, `Found.iri` is repaired. *bare* finds
    names of domains without a scheme, *emails* finds e-mail addresses, with or without "mailto:".

    >>> [(each.start, each.iri) for each in find("見よhttps://例え.テスト/あ。президент.рф（a@b.org）")]
    [(2, IRI('https://例え.テスト/あ')), (19, IRI('https://президент.рф'))]
    >>> [each.iri for each in find("Ask (me@example.org).", emails=True)]
    [IRI('mailto:me@example.org')]
    """
    yield from Search(exact(text), profile, bare=bare, emails=emails)
