"""Time is linear in the length of what meets a pattern, to a megabyte, by every way in.

A row names patterns, the ways by which text reaches them (`entries`), and texts that are made to be
slow for such a pattern: what it repeats, what it nearly matches, and what it must give back.
"""

import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import iri3987
from linear import Text, shape, steep
from test_patterns import found, shapes
from test_patterns.entries import ENTRIES


class Row(NamedTuple):
    """Patterns that meet the same text by the same ways."""

    patterns: str
    #: The ways in that are tried with every shape.
    entries: str
    #: Those that hand the text on to one of these: they are tried with the first two.
    faces: str
    shapes: dict[str, Text]


ROWS = [
    Row(
        "",
        "IRIReference, to_uri, to_iri, inspect, display, normalize_case, normalize_characters, "
        "normalize_percent_encoding, normalize_path_segments, normalize_scheme, normalize, "
        "comparison_key, equivalent, resolve, relativize, relativize base, remove_dot_segments, "
        "from_leiri",
        "",
        shapes.ADDRESSES,
    ),
    Row("", "Location, Link, Refresh, HX-Location", "", shapes.VALUES),
    Row(
        "iri3987.syntax.IRI, IRI_REFERENCE, ABSOLUTE_IRI; "
        "iri3987._patterns.STRAY_PERCENT, _ORDINARY, _ORDINARY_ASCII, _RELATIVE, _RELATIVE_ASCII; "
        "iri3987._components._SPLIT, _SCHEME; iri3987._diagnosis._APPENDIX_B, "
        "_SCHEME_PART, _IUSERINFO, _IREG_NAME, _IP_LITERAL, _IN_IP_LITERAL, _PORT, "
        "_IPATH, _IQUERY, _IFRAGMENT",
        "IRIReference, is_*, to_uri, WEB.check, from_leiri, resolve, relativize, comparison_key",
        "inspect, display, django form field, django model field, django model field stored, "
        "django filters, flask filters, wtforms, sqlalchemy",
        shapes.REFERENCES,
    ),
    Row(
        "iri3987.target._SCHEME_AND_AUTHORITY; iri3987._percent.NOT_IN_PATH_OR_QUERY",
        "origin_form, wsgi.request_target",
        "asgi.request_target, flask request_iri, django request.iri, django middleware request",
        shapes.TARGETS,
    ),
    Row(
        "django_iri.http._BROKEN, _UNTOUCHED, _TRIPLET, _SURROGATE, _UNSEEN",
        "django canonical, django transcode, django middleware request",
        "django request.iri",
        shapes.PATHS,
    ),
    Row(
        "iri3987._percent._STEP_2, _INAPPROPRIATE, TRIPLET; iri3987._invisible.f'[{UNSEEN}]'",
        "to_iri, normalize",
        "comparison_key, display, django filters, django request.iri",
        shapes.ESCAPES,
    ),
    Row(
        "iri3987.inspection._structure._ESCAPES, _ESCAPED_ESCAPE, _ESCAPED_CONTROL",
        "inspect",
        "django form field warnings, wtforms",
        shapes.ESCAPES,
    ),
    Row(
        "iri3987.mapping._BEYOND_ASCII, _REG_NAME, _PRINTABLE_BUT_NOT_IN_URIS; "
        "iri3987._percent._RUNS",
        "to_uri, to_uri encoding, to_uri preprocess",
        "",
        shapes.together(shapes.BEYOND_ASCII, shapes.HOSTS),
    ),
    Row(
        "iri3987._safe_names.DOMAIN; iri3987.display._NOT_URI_CHARACTERS, _SLASHES, "
        "_BEFORE_USERINFO, _USERINFO, IRI_REFERENCE",
        "display",
        "django filters, flask filters",
        shapes.together(
            shapes.BEYOND_ASCII,
            shapes.ESCAPES,
            shapes.SLASHES,
            {
                "mailboxes": shape("mailto:", "a@é,"),
                "mailbox": shape("mailto:a@", "é"),
                "mailbox-encoded": shape("mailto:a@", "é%FF"),
            },
        ),
    ),
    Row("iri3987.leiri._NOT_IN_IRIS, _NOT_IN_QUERIES", "from_leiri", "", shapes.BEYOND_ASCII),
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
    Row(
        "iri3987._href._ADDRESS",
        "html.href",
        "django filters, flask filters",
        shapes.together(shapes.REFERENCES, shapes.HOSTS, shapes.BEYOND_ASCII),
    ),
    Row("iri3987.bidi._ENDS_ISOLATE", "isolate", "", shapes.ISOLATED),
    Row(
        "iri3987._formatting._CHARACTER; "
        "iri3987.inspection._structure._DOT_SEGMENT, _REST[scheme], _REST[port], IREG_NAME; "
        "iri3987.inspection._ordinary._ADDRESS, _STRIKING_ESCAPE, _WORD; "
        "iri3987._visual_order.MAY_BE_RIGHT_TO_LEFT, _BETWEEN_LETTERS; "
        "iri3987.inspection._characters._RUN, _SPACE_LIKE, _INVISIBLE, _DELIMITER_LIKE, "
        "_BESIDE_ASCII, _UCSCHAR, _IPRIVATE, _COMPONENTS[iuserinfo], _COMPONENTS[ireg-name], "
        "_COMPONENTS[ipath], _COMPONENTS[iquery], _COMPONENTS[ifragment], _COMPONENTS[port]; "
        "iri3987.inspection._labels._WORD",
        "inspect",
        "django form field warnings, wtforms",
        shapes.together(shapes.COMPONENTS, shapes.BEYOND_ASCII),
    ),
    Row(
        "iri3987.inspection._labels._PLAIN, _DEVIATION, _AT_STAKE, _JOINER, LABEL",
        "inspect",
        "django form field warnings",
        shapes.HOSTS,
    ),
    Row(
        "iri3987._idna.NOT_IN_IRI, _CONTEXTJ, _CONTEXTO, _IN_CONTEXT, _PLAIN_ASCII, "
        "_EVERYDAY_LABEL; "
        "iri3987._domain_name._NAMED, _NOT_LDH, _TRIPLETS, _CHARACTERS, _SEPARATORS, NUMBER, "
        "_IPV4; iri3987._authority._USER_AND_PASSWORD; "
        "iri3987._unicode.safe_labels._MISPLACED, _DOT_ON_DOT",
        "WEB.check, normalize",
        "ascii_host, display, to_uri, django form field, wtforms",
        shapes.HOSTS,
    ),
    Row(
        "iri3987._domain_name._A_LABEL, _FORBIDDEN; iri3987.host.IP_LITERAL",
        "host_to_unicode, host_to_ascii, host_to_ascii whatwg, skeleton, confusable",
        "",
        shapes.NAMES,
    ),
    Row(
        "iri3987.jsonschema._NOT_ASCII, _NOT_LDH, _ASCII_NOT_LDH, _LABEL, _RESERVED",
        "jsonschema.FORMATS",
        "",
        shapes.together(shapes.FORMATS, shapes.NAMES),
    ),
    Row(
        "iri3987.address.IPV6ADDRESS",
        "address_of, check_public",
        "",
        shapes.ADDRESSES,
    ),
    Row(
        "iri3987._typed._SCHEME, _HOST_AND_PORT",
        "Profile.clean, words.tell",
        "Profile.warnings",
        shapes.TYPED,
    ),
    Row(
        "iri3987._repair._LACKING, _TWO_SLASHES; iri3987.conversion._END_OF_AUTHORITY",
        "repair, Profile.clean, from_url_field",
        "Profile.warnings",
        shapes.together(shapes.LACKING, shapes.REFERENCES, shapes.SLASHES),
    ),
    Row("iri3987.segment._DECODED", "segment", "flask converters", shapes.SEGMENTS),
    Row(
        "iri3987._file_names._WHITE_SPACE, _NOT_IN_NAMES, _SELECTOR, _JOINER, _DEVICE, _CONTINUES; "
        "iri3987.files._NOT_SENT, _NOT_IN_FALLBACK",
        "safe_filename, content_disposition",
        "",
        shapes.NAMES_OF_FILES,
    ),
    Row(
        "iri3987._file_addresses._AFTER_DRIVE, _HOST_AND_SHARE, _ENDS_POSIX, _ENDS_WINDOWS, "
        "_ONLY_DOTS",
        "file paths",
        "",
        shapes.PATHS_OF_FILES,
    ),
    Row(
        "iri3987.comparison._DELIMITERS, IRI_REFERENCE",
        "normalize_characters, normalize_characters NFKC",
        "",
        shapes.NORMALISED,
    ),
    Row(
        "iri3987.headers._CONTROL, _UP_TO_AUTHORITY, _NOT_AFTER_AUTHORITY",
        "Location",
        "HX-Location, django middleware response, django redirect, flask response, "
        "flask safe_redirect, starlette safe_redirect",
        shapes.together(shapes.TARGETS, shapes.ESCAPES),
    ),
    Row(
        "iri3987.headers._LINK, _PARAMETER, _QUOTED_PAIR; flask_iri.response._LINE_BREAK",
        "Link",
        "django middleware response, flask response",
        shapes.LINKS,
    ),
    Row("iri3987.headers._TIME", "Refresh", "django middleware response", shapes.TIMES),
    Row("django_iri.middleware._WORD", "django middleware encoded word", "", shapes.WORDS),
    Row("django_iri.http._ENCODED_HOST", "django with_a_labels, django redirect", "", shapes.HOSTS),
    Row(
        "django_iri.fields.lookups._UNSTORABLE; iri3987.inputs._SURROGATE; "
        "sqlalchemy_iri.types._UNSTORABLE",
        "django form field, django validator, django model field, django model field stored, "
        "django widget, spellings, wtforms, sqlalchemy",
        "django form field warnings",
        shapes.TYPED,
    ),
    Row(
        "django_iri.fields.hosts._AUTHORITY, _INSIDE; "
        "django_iri.unchanged._LINE_ENDS, _NOT_IN_PAGES",
        "django host column, django unchanged",
        "",
        shapes.together(shapes.HOSTS, shapes.SLASHES, shapes.TYPED),
    ),
    Row(
        "iri3987.text._COLON_OF_AUTHORITY, _COLON, _DOT, _AT, _NAME, _LOCAL, _PORT, "
        "_NOT_IN_MAILTO, _IS_QUERY; iri3987._running_text._INSIDE, _SOFT, _AUTHORITY, "
        "_USUAL_ADDRESS, _NEXT_ADDRESS, _SPACELESS, _GOES_ON, _UNSEEN, _LETTER, _LAST_SPACELESS, "
        "_SELECTOR, _UP_TO_PATH, _REPAIRED; iri3987._top_level._SPACELESS; "
        "iri3987._domain_name.PLAIN; "
        "iri3987.html._DELIMITERS, _AUTHORITY",
        "text.find, text.find ANY, html.linkify, html.link",
        "",
        shapes.RUNNING,
    ),
    Row(
        "iri3987._markup._MARKUP, _ATTRIBUTES, _ONE_ATTRIBUTE, _END_OF_RAW, _REFERENCE, _WRITTEN, "
        "_ANY_REFERENCE, _CLASS",
        "html.linkify_html",
        "",
        shapes.MARKUP,
    ),
    Row(
        "flask_iri.converters._BEFORE_DOT_SEGMENT, IRIConverter.regex; "
        "django_iri.converters.IRIConverter.regex, ISegmentConverter.regex; "
        "starlette_iri.convertors._SCHEME, _SLASH, _SLASH_TWICE, IRIConvertor.regex, "
        "SegmentConvertor.regex",
        "flask converters, django converters, starlette convertors",
        "flask request_iri, starlette request_iri",
        shapes.SEGMENTS,
    ),
]
#: Patterns that text from outside never meets, and why.
NEVER = {
    "iri3987._running_text._BEYOND_BMP": "reads classes of characters that we have written",
    "iri3987._links._NAME": "reads what the project's own function returns",
    "iri3987._markup._SKIPPED": "reads the names that the project skips",
    "iri3987.jinja._PREFIX": "reads the schemes that a template names",
    "iri3987.conversion._UNRESERVED": "reads one character",
    "iri3987._unicode.make_link_terms._UCSCHAR": "reads one character",
    "iri3987._unicode.make_link_terms._INVISIBLE": "reads one character",
    "iri3987._unicode.make_tables._VERSION": "reads the Unicode Consortium's files",
    "iri3987._unicode.make_tables: [!-~]+": "reads the Unicode Consortium's files",
    "iri3987._told._TRIPLETS": "takes 24 triplets, and no more",
    "iri3987.address._ZEROS": "eight groups that we have written",
    "django_iri.checks._BEFORE_HOST": "reads the project's settings",
    "django_iri.checks._PORT": "reads the project's settings",
    "iri3987._options._SCHEME": "reads what the project's source says",
    "django_iri.validators.IRIValidator.regex": "is empty, for those who ask for it",
    "django_iri.fields.lookups: ^[\\x00-\\x20]*([A-Za-z][A-Za-z0-9+.\\-]*):": "meets columns",
}


def listed() -> Iterator[str]:
    """Yield the names in `ROWS`, in full."""
    for names in filter(None, "; ".join(row.patterns for row in ROWS).split("; ")):
        first, *others = names.split(", ")
        yield first
        module = first.rpartition(".")[0]
        if first.endswith(".regex"):
            module = module.rpartition(".")[0]
        yield from (f"{module}.{name}" for name in others)


def cases() -> dict[str, dict[str, Text]]:
    """Return the texts that each way in is tried with, each text once: rows share some."""
    found: dict[str, dict[str, tuple[str, Text]]] = {}
    for row in ROWS:
        for number, (name, text) in enumerate(row.shapes.items()):
            ways = row.entries if number > 1 else f"{row.entries}, {row.faces}"
            for entry in filter(None, ways.split(", ")):
                others = found.setdefault(entry, {})
                others.setdefault(text(1000), (f"{name}-{len(others)}", text))
    return {entry: dict(texts.values()) for entry, texts in found.items()}


CASES = cases()


@pytest.mark.slow
def test_every_pattern_is_listed():
    """Each pattern of the packages is measured here, or is said never to meet such a text."""
    names = {*found.compiled(), *found.lazy(), *found.written()}
    assert [] == sorted(names - set(listed()) - NEVER.keys())
    assert [] == sorted({*listed(), *NEVER} - names)
    assert len(list(listed())) == len(set(listed()) - NEVER.keys())


def test_every_way_in_is_tried():
    """So is each way in, and each public function of the core is one."""
    assert set() == CASES.keys() ^ ENTRIES.keys()
    functions = {name for name in iri3987.__all__ if name[0].islower() and name[:3] != "is_"}
    assert set() == functions - CASES.keys()


@pytest.mark.slow
@pytest.mark.parametrize("entry", CASES)
def test_time_is_linear(entry, silence, monkeypatch):
    """Sixteen times the text takes less than 6 * 6 times as long, whatever the text."""
    # Without the cap, which would hide how the patterns grow.
    monkeypatch.setattr("iri3987.headers._MAX_CHARACTERS", 2**30)
    assert {} == steep(ENTRIES[entry], CASES[entry])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "factor"),
    [(0, 1e5), (0, 4), (0, 1 / 500), (2**14, 1 / 500), (2**18, 1 / 500)],
    ids=["at-once", "early", "slowly", "late", "at-the-longest"],
)
def test_quadratic_time_is_seen(start, factor):
    """A pattern is seen that takes sixteen times as long for four times the text."""

    def quadratic(text):
        extra = max(0, len(text) - start) / 2**16
        deadline = time.process_time() + len(text) / 2**24 + min(2, extra**2 * factor)
        while time.process_time() < deadline:
            pass

    shapes = {"short": lambda _: "a", "long": shape("", "a")}
    assert ["long"] == [name.partition(",")[0] for name in steep(quadratic, shapes)]


def test_linear_time_is_seen():
    """A pattern that takes four times as long for four times the text is linear."""

    def linear(text):
        deadline = time.process_time() + len(text) / 2**22
        while time.process_time() < deadline:
            pass

    assert {} == steep(linear, {"short": lambda _: "a", "long": shape("", "a")})
    assert {} == steep(len, {"long": shape("", "a")})
