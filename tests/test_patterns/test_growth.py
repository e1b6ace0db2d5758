"""Time is linear in the length of what meets a pattern, to a megabyte, by every way in.

A row names patterns, the ways by which text reaches them (`entries`), and texts that are made to be
slow for such a pattern: what it repeats, what it nearly matches, and what it must give back.
"""

import logging
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from linear import LIMIT, growth, shape
from test_patterns import found
from test_patterns.entries import ENTRIES


class Row(NamedTuple):
    """Patterns that meet the same text by the same ways."""

    patterns: str
    #: The ways in that are tried with every shape.
    entries: str
    #: Those that hand the text on to one of these: they are tried with the first two.
    faces: str
    shapes: dict[str, Callable[[int], str]]


_REFERENCES = {
    "path": shape("http://a.example/", "a", "<"),
    "path-beyond-ascii": shape("http://a.example/", "é", " "),
    "segments": shape("http://a.example/", "a/", "%"),
    "escapes": shape("http://a.example/", "%41", "%4"),
    "mixed": shape("http://a.example/", "é%C3%A9/", "\u202e"),
    "percent-signs": shape("", "%"),
    "colons": shape("a:", "a:"),
    "ats": shape("http://", "a@", "/"),
    "userinfo": shape("http://", "a:", "@a.example/"),
    "labels": shape("http://", "a.", "example/"),
    "brackets": shape("http://", "["),
    "in-brackets": shape("http://[", ":"),
    "future": shape("http://[v1.", ":", "]/"),
    "port": shape("http://a.example:", "1", "x"),
    "queries": shape("http://a.example/?", "?a=&"),
    "fragments": shape("http://a.example/", "#"),
    "scheme": shape("", "a+", "/"),
    "spaces": shape("http://a.example/", " "),
    "no-scheme": shape("/x&", "a"),
}
_TARGETS = {
    "no-slash": shape("x&", "a"),
    "nearly-schemes": shape("", "a:/"),
    "a-scheme-late": shape("login?next=/x&", "a", "://"),
    "schemes": shape("", "a://"),
    "octets": shape("/", "\xe9"),
    "percent-signs": shape("/", "%"),
    "quotes": shape("/", '"'),
}
_PATHS = {
    "broken-octets": shape("/", "%E9"),
    "marks": shape("/a", "%CC%F2"),
    "semicolons": shape("/", ";%2f"),
    "escapes": shape("/", "%41", "%4"),
    "composing": shape("/", "e%CC%81"),
}
_ESCAPES = {
    "utf-8": shape("http://a.example/", "%C3%A9"),
    "utf-8-in-part": shape("http://a.example/", "%C3", "%4"),
    "not-utf-8": shape("http://a.example/", "%FF"),
    "formatting": shape("http://a.example/?", "%E2%80%AE"),
    "unreserved": shape("http://a.example/", "%41"),
    "reserved": shape("http://a.example/", "%2f"),
    "twice": shape("http://a.example/", "%2541"),
    "controls": shape("http://a.example/", "%0a"),
    "half": shape("http://a.example/", "%4"),
    "percent-signs": shape("http://a.example/", "%"),
}
_BEYOND_ASCII = {
    "runs": shape("http://a.example/", "éa"),
    "beyond-the-bmp": shape("http://a.example/", "\U0001f600"),
    "private": shape("http://a.example/?", "\ue000"),
    "surrogates": shape("http://a.example/", "\ud800"),
    "formatting": shape("http://a.example/", "\u202e"),
    "controls": shape("http://a.example/", "\x85"),
    "ignorable": shape("http://a.example/", "\u034f"),
}
_COMPONENTS = {
    "marks": shape("http://a.example/a", "\u0301\u0323"),
    "same-mark": shape("http://a.example/a", "\u0301"),
    "right-to-left": shape("http://a.example/", "אa"),
    "right-to-left-segments": shape("http://a.example/", "אa/"),
    "right-to-left-query": shape("http://a.example/?", "א1&="),
    "right-to-left-user": shape("http://", "א1:", "@a.example/"),
    "right-to-left-fragment": shape("foo:#", "א."),
    "words": shape("http://a.example/", "aа-"),
    "one-word": shape("http://a.example/", "aа"),
    "spaces": shape("http://a.example/", "\u3000"),
    "invisible": shape("http://a.example/", "a\u200d"),
    "slashes": shape("http://a.example/", "\u2044a"),
    "unassigned": shape("http://a.example/", "\u0378"),
    "dots": shape("http://a.example/", "./"),
    "parameters": shape("http://a.example/..;", ";"),
    "compatible": shape("http://a.example/", "ａ"),
}
_HOSTS = {
    "labels": shape("http://", "a.", "b/"),
    "hyphens": shape("http://a", "-", ".example/"),
    "hyphens-apart": shape("http://", "a-", ".example/"),
    "digits": shape("http://1", "1.", "/"),
    "u-labels": shape("http://", "é."),
    "a-labels": shape("http://", "xn--."),
    "a-label": shape("http://xn--", "a-"),
    "escapes": shape("http://", "%C3%A9"),
    "escaped-dots": shape("http://", "a%2E"),
    "percent-signs": shape("http://", "%"),
    "joiners": shape("http://", "a\u200d"),
    "dots": shape("http://", "."),
    "deviations": shape("http://", "ß"),
    "context": shape("http://", "l·"),
}
_NAMES = {
    "labels": shape("", "a.", "b"),
    "u-labels": shape("", "é."),
    "a-labels": shape("", "xn--."),
    "a-labels-nearly": shape("", "xn--a", "_"),
    "a-label": shape("xn--", "a-"),
    "separators": shape("", "。xn--"),
}
_LINKS = {
    "angles": shape("", "<"),
    "targets": shape("", "</a>,"),
    "targets-open": shape("</a>", ",<"),
    "parameters": shape("</a>", ";a=b", '"'),
    "parameters-open": shape("</a>", ";a", "="),
    "names": shape("</a>", ";", "x="),
    "texts": shape("</a>", ';a="b"', "x"),
    "quote-open": shape('</a>;a="', "b"),
    "quotes": shape("</a>;a=", '"'),
    "pairs": shape('</a>;a="', "\\"),
    "pairs-closed": shape('</a>;a="', "\\a", '"x'),
    "spaces": shape("</a>;a=b", " ", "x"),
    "spaces-before-equals": shape("</a>;a", " \t", "x"),
    "commas": shape("</a>", ",", "x"),
    "types": shape('</a>;rel="', "a ", '"'),
    "anchor": shape('</a>;anchor="', "%", '"'),
}
_TIMES = {
    "digits": shape("", "0", "x"),
    "spaces": shape("", " "),
    "spaces-before-url": shape("5;", " ", "u"),
    "spaces-after-url": shape("5; url", " ", "x"),
    "url": shape("5; url=", " ", "x"),
    "urls": shape("5; ", "url="),
    "quote-open": shape("5; url='", "a"),
}
_WORDS = {"open": shape("", "a?"), "closed": shape("", "=C3=A9", "?="), "nearly": shape("", "?=")}
_TYPED = {
    "colons": shape("", "a:"),
    "scheme": shape("", "a", "/"),
    "port": shape("a:", "1", "x"),
    "host": shape("", "a", ":1x"),
    "surrogates": shape("", "\ud800"),
    "nul": shape("", "\0"),
    "spaces": shape("", " ", "x"),
    "white-space": shape("http://a.example/", "\t\n", "x"),
}
_SLASHES = {
    "slashes": shape("", "/"),
    "back": shape("", "\\"),
    "back-and-tab": shape("", "\\\t"),
    "controls": shape("", "\1", "x"),
    "escaped-controls": shape("", "%01", "x"),
    "lines": shape("http:", "\r\n", "a"),
    "userinfo": shape("http:///", "a:", "@x"),
    "userinfo-nearly": shape("http:///", "a:"),
    "numbers": shape("http://", "0x1.", "x"),
    "colons": shape("http://[", ":"),
}
_SEGMENTS = {
    "dots": shape("http://a.example/", "/.."),
    "slashes": shape("http://a.example/", "/"),
    "plain": shape("", "a"),
    "marks": shape("a", "\u0301\u0323"),
}
_ISOLATED = {"formatting": shape("", "\u2066"), "paragraphs": shape("", "\u2029a")}
_NORMALISED = {
    "marks": shape("/a", "\u0301\u0323"),
    "delimiters": shape("/", "é."),
    "long": shape("/", "\ufdfa"),
    "composing": shape("/", "\u1100\u1161"),
}

ROWS = [
    Row(
        "iri3987.syntax.IRI, IRI_REFERENCE, ABSOLUTE_IRI; iri3987._patterns._BAD_PERCENT; "
        "iri3987._components._SPLIT; iri3987._diagnosis._APPENDIX_B, _FORMATTING, "
        "_SCHEME_PART, _IUSERINFO, _IREG_NAME, _IP_LITERAL, _IN_IP_LITERAL, _PORT, "
        "_IPATH, _IQUERY, _IFRAGMENT",
        "IRIReference, is_*, to_uri, WEB.check, from_leiri, resolve, relativize, comparison_key",
        "inspect, display, django form field, django model field, django model field stored, "
        "django filters, flask filters, wtforms, sqlalchemy",
        _REFERENCES,
    ),
    Row(
        "iri3987.target._SCHEME_AND_AUTHORITY, _NOT_IN_TARGETS",
        "origin_form, wsgi.request_target",
        "asgi.request_target, flask request_iri, django request.iri, django middleware request",
        _TARGETS,
    ),
    Row(
        "django_iri.request._BROKEN, _UNTOUCHED, _TRIPLET, _SURROGATE",
        "django canonical, django middleware request",
        "django request.iri",
        _PATHS,
    ),
    Row(
        "iri3987.mapping._STEP_2, _INAPPROPRIATE, f'[{_IGNORABLE}]'; iri3987.comparison._TRIPLET",
        "to_iri, normalize",
        "comparison_key, display, django filters, django request.iri",
        _ESCAPES,
    ),
    Row(
        "iri3987.inspection._structure._ESCAPES, _ESCAPED_ESCAPE, _ESCAPED_CONTROL",
        "inspect",
        "django form field warnings, wtforms",
        _ESCAPES,
    ),
    Row(
        "iri3987.mapping._RUNS, _BEYOND_ASCII, _REG_NAME, _NOT_IN_URIS",
        "to_uri, to_uri encoding, to_uri preprocess",
        "",
        {**_BEYOND_ASCII, **_HOSTS, "semicolons": shape("http://a.example/", " ;")},
    ),
    Row(
        "iri3987.display._NOT_IN_URIS, _STRAY_PERCENT, _SLASHES, _BEFORE_USERINFO, _USERINFO",
        "display",
        "django filters, flask filters",
        {**_BEYOND_ASCII, **_ESCAPES, **_SLASHES},
    ),
    Row("iri3987.leiri._NOT_IN_IRIS, _NOT_IN_QUERIES", "from_leiri", "", _BEYOND_ASCII),
    Row(
        "iri3987._unicode._assigned.UNASSIGNED, UNSETTLED",
        "to_iri, inspect, normalize, normalize_characters, host_to_ascii",
        "display, django form field, wtforms",
        {
            "newer": shape("http://a.example/", "\U0001fae8"),
            "newer-marks": shape("/a", "\u0897"),
            "emoji": shape("/", "\U0001f600"),
            "newer-apart": shape("é", "\u0897a"),
        },
    ),
    Row("iri3987.bidi._ENDS_ISOLATE", "isolate", "", _ISOLATED),
    Row(
        "iri3987.inspection._structure._FORMATTING, _DOT_SEGMENT, _REST[scheme], _REST[port], "
        "IREG_NAME; iri3987.inspection._rules._ORDINARY; iri3987.bidi.MAY_BE_RIGHT_TO_LEFT; "
        "iri3987.inspection._characters._RUN, _SPACE_LIKE, _INVISIBLE, _DELIMITER_LIKE, "
        "_BESIDE_ASCII, _UCSCHAR, _IPRIVATE, _COMPONENTS[iuserinfo], _COMPONENTS[ireg-name], "
        "_COMPONENTS[ipath], _COMPONENTS[iquery], _COMPONENTS[ifragment], _COMPONENTS[port]; "
        "iri3987.inspection._labels._WORD",
        "inspect",
        "django form field warnings, wtforms",
        {**_COMPONENTS, **_BEYOND_ASCII},
    ),
    Row(
        "iri3987.inspection._labels._PLAIN, _ENDS_IN_NUMBER, _DEVIATION, _JOINER, LABEL, "
        "IPV4ADDRESS",
        "inspect",
        "django form field warnings",
        _HOSTS,
    ),
    Row(
        "iri3987._idna.NOT_IN_IRI, _CONTEXTJ, _CONTEXTO, _IN_CONTEXT; "
        "iri3987._domain_name._NOT_LDH, _TRIPLETS, _CHARACTERS, _SEPARATORS, _NUMBER, _IPV4; "
        "iri3987._authority._PORT, _USER_AND_PASSWORD; "
        "iri3987._unicode.safe_labels._MISPLACED, _DOT_ON_DOT",
        "WEB.check, normalize",
        "display, to_uri, django form field, wtforms",
        {**_HOSTS, "port": _REFERENCES["port"], "userinfo": _REFERENCES["userinfo"]},
    ),
    Row(
        "iri3987._domain_name._A_LABEL, _FORBIDDEN; iri3987.host.IP_LITERAL",
        "host_to_unicode, host_to_ascii, host_to_ascii whatwg, skeleton",
        "",
        _NAMES,
    ),
    Row("iri3987._typed._SCHEME, _HOST_AND_PORT", "Profile.clean", "Profile.warnings", _TYPED),
    Row("iri3987.segment._DECODED, _FORMATTING", "segment", "flask converters", _SEGMENTS),
    Row(
        "iri3987.comparison._DELIMITERS",
        "normalize_characters, normalize_characters NFKC",
        "",
        _NORMALISED,
    ),
    Row(
        "iri3987.headers._CONTROL, _SCHEME_AND_AUTHORITY, _NOT_IN_URIS, _NOT_IN_PARTS",
        "Location",
        "HX-Location, django middleware response, django redirect, flask response, "
        "flask safe_redirect",
        {**_TARGETS, **_ESCAPES},
    ),
    Row(
        "iri3987.headers._LINK, _PARAMETER, _QUOTED_PAIR; flask_iri.response._LINE_BREAK",
        "Link",
        "django middleware response, flask response",
        _LINKS,
    ),
    Row("iri3987.headers._TIME", "Refresh", "django middleware response", _TIMES),
    Row("django_iri.middleware._WORD", "django middleware encoded word", "", _WORDS),
    Row("django_iri.http._ENCODED_HOST", "django with_a_labels, django redirect", "", _HOSTS),
    Row(
        "django_iri.forms._SCHEME, _HOST_AND_PORT; django_iri.validators._ONE_LETTER; "
        "django_iri.lookups._UNSTORABLE; django_iri.widgets._SURROGATE; "
        "flask_iri.wtforms._SURROGATE; flask_iri.sqlalchemy._UNSTORABLE",
        "django form field, django validator, django model field, django model field stored, "
        "django widget, django search, wtforms, sqlalchemy",
        "django form field warnings",
        _TYPED,
    ),
    Row(
        "django_iri.hosts._AUTHORITY, _INSIDE, _NUMBER; "
        "django_iri.unchanged._LINE_ENDS, _NOT_IN_PAGES",
        "django host column, django unchanged",
        "",
        {**_HOSTS, **_SLASHES, **_TYPED},
    ),
    Row(
        "flask_iri.converters._BEFORE_DOT_SEGMENT, IRIConverter.regex; "
        "django_iri.converters.IRIConverter.regex, ISegmentConverter.regex",
        "flask converters, django converters",
        "flask request_iri",
        _SEGMENTS,
    ),
]
#: What text from outside never meets, and why.
NEVER = {
    "iri3987._unicode.make_tables._VERSION": "reads the Unicode Consortium's files",
    "iri3987._unicode.make_tables: [!-~]+": "reads the Unicode Consortium's files",
    "iri3987.comparison: :?(?<![^:])0(?::0)+(?![^:]):?": "eight groups that we have written",
    "django_iri.checks._BEFORE_HOST": "reads the project's settings",
    "django_iri.checks._PORT": "reads the project's settings",
    "django_iri.http._IP_LITERAL": "reads the project's settings",
    "iri3987._options._SCHEME": "reads what the project's source says",
    "django_iri.validators.IRIValidator.regex": "is empty, for those who ask for it",
    "django_iri.transforms: ^([A-Za-z][A-Za-z0-9+.\\-]*):": "meets what a bounded column holds",
}


def listed() -> Iterator[str]:
    """Yield the names in `ROWS`, in full."""
    for row in ROWS:
        for names in row.patterns.split("; "):
            first, *others = names.split(", ")
            yield first
            module = first.rpartition(".")[0]
            if first.endswith(".regex"):
                module = module.rpartition(".")[0]
            yield from (f"{module}.{name}" for name in others)


#: Each text by each way in, once: rows share some.
CASES = {
    (entry, text(1000)): (name, text)
    for row in ROWS
    for entries, shapes in (
        (row.entries, list(row.shapes.items())),
        (row.faces, list(row.shapes.items())[:2]),
    )
    for entry in filter(None, entries.split(", "))
    for name, text in shapes
}


def test_every_pattern_is_listed():
    """Each pattern of the packages is measured here, or is said never to meet such a text."""
    names = {*found.compiled(), *found.lazy(), *found.written()}
    assert [] == sorted(names - set(listed()) - NEVER.keys())
    assert [] == sorted({*listed(), *NEVER} - names)
    assert len(list(listed())) == len(set(listed()) - NEVER.keys())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entry", "text"),
    [pytest.param(entry, text, id=f"{entry}-{name}") for (entry, _), (name, text) in CASES.items()],
)
def test_time_is_linear(entry, text, monkeypatch):
    """A megabyte takes less than 6 * 6 times as long as a sixteenth of it."""
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)
    # Without the cap, which would hide how the patterns grow.
    monkeypatch.setattr("iri3987.headers._MAX_CHARACTERS", 2**30)
    assert growth(ENTRIES[entry], text) < LIMIT


def test_quadratic_time_is_seen():
    """What takes sixteen times as long for four times the text is seen before a megabyte."""

    def quadratic(text):
        deadline = time.process_time() + (len(text) / 2**16) ** 2 / 20
        while time.process_time() < deadline:
            pass

    assert LIMIT <= growth(quadratic, shape("", "a"))
