"""The worker: what the core answers for texts, on whatever interpreter runs this file.

``python -I -S answers.py TEXTS ANSWERS FOLDER...`` reads TEXTS, a list of texts in JSON, and writes
to ANSWERS a line for each text, in JSON: the answers of all that is `asked`. FOLDERs are what it
imports from: ours and that of idna. It needs nothing else, so that it runs on an interpreter that
has no packages.
"""

import json
import logging
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

#: Functions that are asked about a text as it is.
NAMES = """
to_uri to_iri display normalize comparison_key repair
is_iri is_iri_reference is_absolute_iri is_uri is_uri_reference
comparison.normalize_characters comparison.key_digest comparison.spellings.search_variants
syntax.resolution.remove_dot_segments mapping.leiri.from_leiri http.request_target.origin_form
appearance.bidi.isolate appearance.bidi.without_violations
segment.clean segment.slug segment.look_alike_key html.filters.iri_link
mapping.mailto.to_mailto mapping.mailto.from_mailto files.safe_filename files.content_disposition
"""


def asked() -> dict[str, Callable[[str, str], Any]]:
    """Return what is asked, by name: each is asked of a text and of the one before it."""
    import iri3987
    from iri3987 import comparison, files, html
    from iri3987.adapters.jsonschema import FORMATS
    from iri3987.host import ip, public
    from iri3987.http import headers
    from iri3987.text import find

    def parse_host_ip(host: str) -> Any:
        found = ip.parse_host_ip(host)
        if found is None:
            return None
        return [found.packed.hex(), ip.format_ip(found), public.is_public(found)]

    def deny_hosts(host: str) -> Any:
        try:
            return list(iri3987.Profile(deny_hosts=[host]).deny_hosts)
        except ValueError:
            return None

    def inspect(text: str) -> list[list[Any]]:
        return [
            [each.code, each.severity.name, each.component, each.start, each.end, each.message]
            for each in iri3987.inspect(text)
        ]

    def parts(text: str) -> list[str | None]:
        iri = iri3987.IRIReference(text)
        own = [iri.scheme, iri.authority, iri.userinfo, iri.host, iri.port, iri.path, iri.query]
        return [*own, iri.fragment, iri.uri, iri.display]

    def link(text: str) -> list[str]:
        values = [f'<{text}>; rel="a {text}"; title="{text}"', f"<{text}>;anchor={text}, <b>", text]
        return [headers.safe_header("Link", value) for value in values]

    of_one: dict[str, Callable[[str], Any]] = {
        name: resolve_name(f"iri3987.{name}") for name in NAMES.split()
    }
    of_hosts: dict[str, Callable[[str], Any]] = {
        "host_to_ascii": iri3987.host_to_ascii,
        "host_to_ascii, IDNA 2008": partial(iri3987.host_to_ascii, profile="idna2008"),
        "host_to_ascii, URL Standard": partial(iri3987.host_to_ascii, profile="whatwg"),
        "host_to_unicode": iri3987.host_to_unicode,
        "check_public": public.check_public,
        "skeleton": iri3987.skeleton,
        "parse_host_ip": parse_host_ip,
        "deny_hosts": deny_hosts,
    }
    of_one |= {name: _about_host(function) for name, function in of_hosts.items()}
    of_one |= {
        "to_uri, percent": partial(iri3987.to_uri, host="percent"),
        "to_uri, preprocess": partial(iri3987.to_uri, preprocess=True),
        "to_uri, encoding": partial(iri3987.to_uri, encoding="iso-8859-1"),
        "to_iri, unicode": partial(iri3987.to_iri, host="unicode"),
        "inspect": inspect,
        "normalize, scheme": partial(iri3987.normalize, level="scheme"),
        "normalize_characters, NFKC": partial(comparison.normalize_characters, form="NFKC"),
        "key_digest, syntax": partial(comparison.key_digest, level="syntax"),
        "FORMATS": lambda text: [
            has_format(each) for has_format in FORMATS.values() for each in (text, host_in(text))
        ],
        "IRIReference": parts,
        "resolve": partial(iri3987.resolve, "http://é.example/b/c/d;p?q"),
        "map_header, Location": partial(headers.map_header, "Location"),
        "map_header, Link": lambda text: headers.map_header("Link", f"<{text}>; rel=next"),
        "map_header, Refresh": lambda text: headers.map_header("Refresh", f"5; url={text}"),
        "map_header, HX-Location": partial(headers.map_header, "HX-Location"),
        "safe_header, Location": partial(headers.safe_header, "Location"),
        "safe_header, Link": link,
        "safe_header, Refresh": lambda text: headers.safe_header("Refresh", f"5; url='{text}'"),
        "ascii_host": lambda text: iri3987.IRIReference(text).ascii_host,
        "WEB.check": lambda text: iri3987.WEB.check(text).uri,
        "WEB.clean": lambda text: iri3987.WEB.clean(text).uri,
        "WEB.warnings": lambda text: [list(map(str, each)) for each in iri3987.WEB.warnings(text)],
        "safe_location": location,
        "describe": described,
        "safe_filename, short": partial(files.safe_filename, max_octets=20),
        "find": lambda text: [list(each) for each in find(f"は{text}。 {text} é", emails=True)],
        "link": partial(html.link, shorten=20),
        "linkify": lambda text: html.linkify(f"は{text}。 {text} é", emails=True),
    }
    of_two: dict[str, Callable[[str, str], Any]] = {
        "equivalent": lambda text, other: iri3987.equivalent(text, other, level="scheme"),
        "resolve, base": iri3987.resolve,
        "relativize": lambda text, other: iri3987.relativize(other, text),
        "confusable": lambda text, other: iri3987.confusable(host_in(text), host_in(other)),
    }
    return {name: _alone(function) for name, function in of_one.items()} | of_two


def described(text: str) -> list[str]:
    """Return what people are told of *text*: why it is refused, or warnings.

    They are told it in English and one other language: the languages take turns.
    """
    from iri3987 import WEB, IRIError
    from iri3987.messages import LANGUAGES, describe

    try:
        WEB.check(text)
    except IRIError as error:
        other = LANGUAGES[len(text) % len(LANGUAGES)]
        return [describe(error, text, WEB, language=each) for each in ("en", other)]
    return [describe(each, text, WEB) for each in WEB.warnings(text)]


def location(text: str) -> str | None:
    """Return where a redirect to *text* leads."""
    from iri3987 import IRI
    from iri3987.http.redirect import safe_location

    base = IRI("http://é.example/b")
    return safe_location(text, base=lambda: base, allowed_hosts=["例え.テスト"])


def _about_host(function: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: function(host_in(text))


def _alone(function: Callable[[str], Any]) -> Callable[[str, str], Any]:
    return lambda text, _: function(text)


def host_in(text: str) -> str:
    """Return what could be the host in *text*, cut without any help of ours, or the whole."""
    _, slashes, rest = text.partition("//")
    host = rest if slashes else text
    for delimiter in "/?#":
        host, _, _ = host.partition(delimiter)
    return host.rpartition("@")[2]


def answer(function: Callable[[str, str], Any], text: str, other: str) -> Any:
    """Return what *function* answers: an error is its code, component, place and message."""
    from iri3987 import IRIError

    try:
        return function(text, other)
    except IRIError as error:
        return {"error": [error.code, error.component, error.position, str(error)]}


def main(texts: str, answers: str, *folders: str) -> None:
    """Write the answers for *texts* to the file *answers*."""
    sys.path[:0] = folders
    logging.disable()
    functions = asked().values()
    other = ""
    with Path(answers).open("w", encoding="ascii") as file:
        for text in json.loads(Path(texts).read_text(encoding="ascii")):
            line = [answer(function, text, other) for function in functions]
            file.write(f"{json.dumps(line)}\n")
            other = text


if __name__ == "__main__":
    main(*sys.argv[1:])
