"""What the rows of tests/vectors/functions ask, by the names that its README gives."""

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from bs4 import BeautifulSoup
from jsonschema import FormatChecker
from jsonschema.exceptions import FormatError
from markdown import Markdown
from markdown_it import MarkdownIt

import iri3987
from iri3987 import (
    IRI,
    WEB,
    IRIError,
    IRIReference,
    Profile,
    Severity,
    comparison,
    inspect,
    messages,
    segment,
)
from iri3987._unicode import identifiers, scripts
from iri3987.adapters.jsonschema import register
from iri3987.adapters.markdown_it import iri_plugin
from iri3987.adapters.python_markdown import IRIExtension
from iri3987.appearance import bidi
from iri3987.comparison import policy as policies
from iri3987.comparison.spellings import search_variants
from iri3987.files import content_disposition, safe_filename
from iri3987.host import ip, public, punycode
from iri3987.html import Link, filters, href, link, linkify, linkify_html
from iri3987.http import asgi, wsgi
from iri3987.http.connect import check_request, location
from iri3987.http.headers import map_header
from iri3987.http.redirect import allowed_hosts, check_targets, host_as_sent, safe_location
from iri3987.mapping.leiri import from_leiri
from iri3987.mapping.mailto import from_mailto, to_mailto
from iri3987.profile import LINK
from iri3987.rows import stored_urls
from iri3987.rows.page import column
from iri3987.text import find, minimally_escaped
from iri3987.values import load
from vector_rows import Row, made, rows, texts


def profile(given: str | dict[str, Any]) -> Profile:
    """Return the profile that a row names, or tells by the one it is ``like`` and what differs."""
    if isinstance(given, str):
        return LINK if given == "link" else Profile.named(given)
    options = dict(given)
    return replace(profile(options.pop("like", "any")), **options)


def components(text: str) -> dict[str, str | None]:
    """Return all components of a reference."""
    names = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
    return {name: getattr(IRIReference(text), name) for name in names}


def replaced(text: str, kind: str = "IRI", **parts: str | None) -> str:
    """Return an IRI, or a reference, with other components."""
    return {"IRI": IRI, "reference": IRIReference}[kind](text).replace(**parts)


def same_key(one: str, other: str, level: Any = "scheme", policy: Sequence[str] = ()) -> bool:
    """Return whether two texts have one digest, which fits a column of 66 ASCII characters."""
    steps = policies.in_order(*(OPERATIONS[name] for name in policy)) if policy else None
    digests = [comparison.key_digest(text, level=level, policy=steps) for text in (one, other)]
    assert [(66, True)] * 2 == [(len(digest), digest.isascii()) for digest in digests]
    return digests[0] == digests[1]


def equivalent(one: str, other: str, level: Any) -> bool:
    """Return whether two texts are equivalent. Their keys and digests say so, too."""
    same = iri3987.equivalent(one, other, level=level)
    if level != "string":
        keys = {iri3987.comparison_key(text, level=level) for text in (one, other)}
        assert [same] * 2 == [len(keys) == 1, same_key(one, other, level)]
    return same


def same_from(one: str, other: str) -> str:
    """Return the first level on which two texts are the same."""
    levels = ("string", "syntax", "scheme")
    return next((each for each in levels if equivalent(one, other, each)), "never")


def spans(text: str, code: str) -> list[tuple[int, int]]:
    """Return where `inspect` finds what *code* is about."""
    return [(each.start, each.end) for each in inspect(text) if each.code == code]


def grave(text: str) -> list[tuple[str, str, int, int]]:
    """Return the findings that are more than worth knowing, with how grave they are."""
    found = (each for each in inspect(text) if each.severity is not Severity.INFO)
    return [(each.severity.value, each.code, each.start, each.end) for each in found]


def labels(text: str, **options: Any) -> list[str]:
    """Return the labels of the links in a text, as a reader of HTML has them."""
    written = re.findall("<a [^>]*>(.*?)</a>", linkify(text, **options))
    return [html.unescape(re.sub("<[^>]*>", "", each)) for each in written]


def warnings(text: str, profile: Profile = WEB) -> list[tuple[str, str | None, str]]:
    """Return the code of each warning, its component, and the characters that it is about."""
    found = profile.warnings(text)
    assert {each.severity for each in found} <= {Severity.WARNING}
    return [(each.code, each.component, text[each.start : each.end]) for each in found]


def label(text: str, **options: Any) -> str:
    """Return what a reader of HTML has of a link to an address."""
    return html.unescape(re.sub("<[^>]*>", "", link(text, **options)))


def found_text(text: str, **options: Any) -> list[str]:
    """Return what stands in a text where addresses are found."""
    return [text[each.start : each.end] for each in find(text, **options)]


def spelled(address: ip.Address | None) -> str | None:
    """Return an address as every Python spells it."""
    return None if address is None else ip.format_ip(address)


def block(text: str, ask: Callable[[Any], object]) -> object:
    """Return the one answer to a question about the first, the middle and the last address."""
    addresses = ip_network(text)
    some = (addresses[0], addresses[addresses.num_addresses // 2], addresses[-1])
    [answer] = set(map(ask, some))
    return answer


def already_there(sent: str, stored: str) -> str | None:
    """Return the address that a refusal names: the stored one, or none."""
    sentence, address = messages.already_there(sent, stored)
    assert address in ([stored] if "%(address)s" in sentence else [sent])
    return address if "%(address)s" in sentence else None


def language(tag: str) -> str:
    """Return the language whose words a tag finds."""
    found = messages.translate("a space", tag)
    known = [each for each in messages.LANGUAGES if found == messages.translate("a space", each)]
    return "+".join(known) or "en"


def character(text: str) -> object:
    """Return how a sentence names the first character of a text."""
    about = IRIError("", "bad-character", position=0)
    return messages.parts(about, text, None, {}, str)[1]["character"]


PROPERTIES = [name for name, each in vars(IRIReference).items() if isinstance(each, property)]


def row_is_like(stored: str, address: str, without: Sequence[str] = ()) -> bool:
    """Return whether a stored text says of itself what an address does, but for some of it."""
    row, meant = load(stored, IRI), IRIReference(address)
    expected = {name: None if name in without else getattr(meant, name) for name in PROPERTIES}
    return expected == {name: getattr(row, name) for name in PROPERTIES}


CHECKER = FormatChecker()
register(CHECKER)


def has_format(text: str, name: str) -> bool:
    """Return whether a text has a format of JSON Schema, or raise the error of the core."""
    try:
        CHECKER.check(text, name)
    except FormatError as found:
        raise found.cause or found from None
    return True


def csv_column(text: str, name: str) -> list[tuple[int, str]]:
    """Return the cells of a column that are not empty, each with the number of its line."""
    cells = column(iter(text.splitlines(keepends=True)), name)
    return [(line, cell) for line, cell in cells if cell]


ENGINES: dict[str, Callable[[str], str]] = {
    "markdown-it-py": MarkdownIt("gfm-like").use(iri_plugin).render,
    "Python-Markdown": Markdown(extensions=[IRIExtension()]).convert,
}


def markdown(text: str, engine: str) -> list[tuple[object, str]]:
    """Return the target and the text of each link that an engine makes."""
    page = BeautifulSoup(ENGINES[engine](text), "html.parser")
    return [(each["href"], each.text) for each in page("a")]


def is_label_shown(label: str) -> bool:
    """Return whether a label is shown in Unicode: in ".com", or where it has a dot."""
    address = f"http://{label if '.' in label else f'{label}.com'}/".replace("./", "/")
    return address == iri3987.display(address)


def asgi_target(sent: str, path: str, root_path: str = "", query: str = "") -> str:
    """Return the target of a request as ASGI has it: what was sent, a character for each octet."""
    scope = {"path": path, "root_path": root_path, "query_string": query.encode("latin-1")}
    return asgi.request_target({"raw_path": sent.encode("latin-1"), **scope})


def links_of_html(text: str, **options: Any) -> list[tuple[str | None, dict[str, str]]]:
    """Return the target and the attributes of each link that stands in HTML."""
    links: list[tuple[str | None, dict[str, str]]] = []

    def existing(found: Link) -> Link:
        links.append((found.href, found.attributes))
        return found

    linkify_html(text, html.escape, existing=existing, **options)
    return links


#: Functions that have their own names in the rows.
_NAMED: dict[Any, str] = {
    iri3987: "confusable display host_to_ascii host_to_unicode normalize relativize repair resolve "
    "skeleton to_iri to_uri",
    comparison: "normalize_case normalize_characters normalize_path_segments "
    "normalize_percent_encoding normalize_scheme preferred",
    policies: "in_nfc sorted_query without_final_dot without_fragment without_trailing_slash",
    stored_urls: "add_scheme from_url_field to_readable",
    filters: "iri iri_text iri_urlize",
}
OPERATIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(module, name) for module, names in _NAMED.items() for name in names.split()},
    "to_punycode": punycode.encode,
    "from_punycode": punycode.decode,
    "ascii_host": lambda text: IRIReference(text).ascii_host,
    "ip_address": lambda text: spelled(IRIReference(text).ip_address),
    "parse_host_ip": lambda text: spelled(ip.parse_host_ip(text)),
    "format_ip": lambda text: ip.format_ip(IPv6Address(text)),
    "check_public": public.check_public,
    "label": label,
    "labels": labels,
    "link": link,
    "isolated": lambda text: re.sub("</?a[^>]*>", "", link(text)),
    "href": href,
    "href_of_row": lambda text: href(load(text, IRI)),
    "linkify": linkify,
    "linkify_html": lambda text, **options: linkify_html(text, linkify, **options),
    "found": lambda text, **options: [each.iri for each in find(text, **options)],
    "found_text": found_text,
    "make_profile": lambda _, **options: Profile(**options),
    "warns": lambda text: bool(WEB.warnings(text)),
    "warnings": warnings,
    "warning_messages": lambda text, profile=WEB: [each.message for each in profile.warnings(text)],
    "named_profile": Profile.named,
    "check_messages": lambda _, own: messages.check_messages(own, "value"),
    "language": language,
    "character": character,
    "typed": lambda text, profile: profile.for_forms().clean(text),
    "links_of_html": links_of_html,
    "content_disposition": content_disposition,
    "check": lambda text, profile=WEB: profile.check(text),
    "clean": lambda text, profile=WEB: profile.clean(text),
    "why_not_public": lambda text, profile=None: public.why_not_public(ip_address(text), profile),
    "safe_location": lambda base, text, **options: safe_location(
        text, base=lambda: IRI(base), **options
    ),
    "allowed_hosts": allowed_hosts,
    "location": location,
    "check_request": check_request,
    "host_as_sent": host_as_sent,
    "check_targets": lambda _, names: check_targets(names),
    "host_list": lambda _, entries: Profile(deny_hosts=entries).deny_hosts,
    "asgi_target": asgi_target,
    "wsgi_target": lambda sent, **environ: wsgi.request_target({"RAW_URI": sent, **environ}),
    "request_target": lambda text: IRIReference(text).request_target,
    "search_variants": lambda text: sorted(search_variants(text)),
    "isolate": bidi.isolate,
    "violations": lambda text: list(bidi.violations(text)),
    "without_violations": bidi.without_violations,
    "inspect": lambda text: [each.code for each in inspect(text)],
    "spans": spans,
    "grave": grave,
    "no_error": lambda text: all(each.severity is not Severity.ERROR for each in inspect(text)),
    "to_mailto": to_mailto,
    "from_mailto": from_mailto,
    "equivalent": equivalent,
    "same_key": same_key,
    "same_from": same_from,
    "already_there": already_there,
    "IRI": IRI,
    "components": components,
    "origin": lambda text: IRIReference(text).origin,
    "replace": replaced,
    "has_format": has_format,
    "row_is_like": row_is_like,
    "csv_column": csv_column,
    "markdown": markdown,
    "is_block_public": lambda text: block(text, public.is_public),
    "why_block": lambda text: block(text, public.why_not_public),
    "is_label_shown": is_label_shown,
    "identifier_types": lambda text: sorted(identifiers.identifier_types(text)),
    "is_allowed": identifiers.is_allowed,
    "resolved_scripts": lambda text: sorted(scripts.resolved_scripts(text)),
    "restriction_level": scripts.restriction_level,
    "look_alike": lambda *names: 1 == len(set(map(segment.look_alike_key, names))),
    "has": lambda text, code: bool(spans(text, code)),
    "minimally_escaped": minimally_escaped,
    "from_leiri": from_leiri,
    "mailboxes": lambda text: from_mailto(to_mailto(text)),
    "display_host": lambda host: iri3987.display(f"http://{host}/")[7:-1],
    "find": lambda text, **options: list(find(text, **options)),
    "file_name": safe_filename,
    "map_header": lambda value, name: map_header(name, value),
    "segment": segment.clean,
    "slug": segment.slug,
}


def plain(value: Any) -> Any:
    """Return a result as JSON has it."""
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value if value is None or isinstance(value, bool | int) else str(value)


def answer(row: Row) -> dict[str, Any]:
    """Return what a row says of its result or its error, as it is found."""
    given = [*([row["base"]] if "base" in row else []), *texts(row)]
    options = dict(row.get("options", {})) | {name: row[name] for name in ["name"] if name in row}
    if "profile" in options and row["op"] not in {"host_to_ascii", "host_to_unicode"}:
        options["profile"] = profile(options["profile"])
    try:
        result = OPERATIONS[row["op"]](*given, **options)
    except IRIError as error:
        wanted, _, there = error.reason.partition(", found ")
        places = {"component": error.component, "position": error.position}
        return {
            "code": error.code,
            "section": error.section,
            "reason": wanted,
            "found": there,
        } | places
    except (TypeError, ValueError) as mistake:
        kind = "type" if isinstance(mistake, TypeError) else "value"
        return {"mistake": str(mistake), "kind": kind}
    return {"expected": plain(result)}


def expected(row: Row) -> dict[str, Any]:
    """Return what a row says of its result or of its error: `code` may be null, for any."""
    if "mistake" in row:
        return {"mistake": row["mistake"], "kind": row["kind"]}
    if "code" not in row:
        value = row["expected"]
        is_long = isinstance(value, dict) and row["op"] != "components"
        return {"expected": made(value) if is_long else value}
    told = ("code", "component", "position", "within", "section", "reason", "found")
    return {name: row[name] for name in told if name in row}


def different(name: str) -> Iterator[tuple[str, object, object]]:
    """Yield each row of a file whose answer is another one: its id, what it expects, and that."""
    for row in rows(name):
        found, wanted = answer(row), expected(row)
        if "code" in found and wanted.get("code", "") is None:
            del wanted["code"]
        if "within" in wanted and found.get("position") is not None:
            first, last = wanted["within"]
            found["within"] = wanted["within"] if first <= found["position"] <= last else None
        if wanted.get("mistake", "-") in found.get("mistake", ""):
            found["mistake"] = wanted["mistake"]
        if wanted != {each: found.get(each, row["id"]) for each in wanted}:
            yield row["id"], wanted, found
