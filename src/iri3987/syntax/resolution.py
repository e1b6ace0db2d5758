"""RFC 3987 section 6.5: relative IRI references, which is RFC 3986 section 5.

"Relative IRI references are processed in the same way as relative URI references". `resolve` has
the branches of the pseudocode of RFC 3986 section 5.2.2. RFC 3986 section 5.1 asks for an absolute
base; here the base may also be a relative reference, and then the result is one.
"""

from collections.abc import Iterator
from itertools import takewhile

from iri3987._unicode.text import exact
from iri3987.syntax import grammar, is_iri_reference
from iri3987.syntax.components import Checked, Components, shield, split, unsplit, validate
from iri3987.syntax.errors import iri_error

__all__ = ["relativize", "remove_dot_segments", "resolve"]


def resolve(base: str, reference: str, /, *, strict: bool = True) -> str:
    """Return what *reference* means where *base* is the base (RFC 3986 section 5.2).

    With *strict* False, a scheme in *reference* that is the base's own is ignored, as RFC 3986
    section 5.2.2 allows for old data ("http:g"). Raises `IRIError` if one is not an IRI reference.

    >>> resolve("http://a/b/c/é?q", "../ü#x")
    'http://a/b/ü#x'
    """
    validate(base, grammar.IRI_REFERENCE)
    validate(reference, grammar.IRI_REFERENCE)
    b = split(base)
    r = split(reference)
    # 5.2.2. Transform References
    #
    # Schemes are compared as RFC 3986 section 6.2.2.1 says, in either case.
    if not strict and r.scheme and b.scheme and r.scheme.lower() == b.scheme.lower():
        r = r._replace(scheme=None)
    if r.scheme is not None:
        t = r._replace(path=remove_dot_segments(r.path))
    elif r.host is not None:
        t = r._replace(scheme=b.scheme, path=remove_dot_segments(r.path))
    elif r.path == "":
        t = b._replace(query=b.query if r.query is None else r.query, fragment=r.fragment)
    else:
        path = r.path if r.path.startswith("/") else _merge(b, r.path)
        t = b._replace(path=remove_dot_segments(path), query=r.query, fragment=r.fragment)
    return unsplit(shield(t))


def _merge(base: Components, path: str) -> str:
    """RFC 3986 section 5.2.3, Merge Paths."""
    if base.host is not None and base.path == "":
        return f"/{path}"
    return base.path[: base.path.rfind("/") + 1] + path


def remove_dot_segments(path: str, /) -> str:
    """Return *path* without "." and ".." segments (RFC 3986 section 5.2.4).

    These are the RFC's five rules, with a list for the output buffer, so that time is linear.

    >>> remove_dot_segments("/a/b/c/./../../g"), remove_dot_segments("mid/content=5/../6")
    ('/a/g', 'mid/6')
    """
    segments = exact(path).split("/")
    # A. A prefix of "../" or "./" is removed; it can only stand at the very beginning.
    start = 0
    while segments[start] in {".", ".."} and start + 1 < len(segments):
        start += 1
    first, *rest = segments[start:]
    # D. So is an input that is only "." or "..".
    output = [] if first in {"", ".", ".."} else [first]
    for segment in rest:
        if segment == "..":
            # C. "/../" is "/", and removes the last segment of the output with its "/" (if any).
            del output[-1:]
        elif segment != ".":
            # E. The first path segment moves to the output. (B. "/./" is "/".)
            output.append(f"/{segment}")
    if rest and rest[-1] in {".", ".."}:
        # B, C. At the end, "/." and "/.." leave a "/".
        output.append("/")
    return "".join(output)


def relativize(base: str, target: str, /) -> str:
    """Return the shortest reference that means *target* where *base* is the base.

    ``resolve(base, relativize(base, target)) == target`` always holds. Raises `IRIError`
    ("not-relativizable") for a *target* with dot-segments, which resolution would change.

    >>> relativize("http://a/b/c/d", "http://a/b/é?q")
    '../é?q'
    """
    base = Checked(validate(base, grammar.IRI))
    target = validate(target, grammar.IRI)
    if resolve(base, target) != target:
        reason = 'expected a path without "." and ".." segments'
        raise iri_error(target, "not-relativizable", reason, component="ipath")
    return min(
        (
            reference
            for reference in _references(split(base), split(target))
            if is_iri_reference(reference) and resolve(base, reference) == target
        ),
        key=len,
    )


def _references(base: Components, target: Components) -> Iterator[str]:
    """Yield references that may mean *target*; `relativize` chooses among those that do."""
    yield unsplit(target)
    if target.scheme != base.scheme:
        return
    target = target._replace(scheme=None)
    if target.host is not None:
        yield unsplit(target)
    if target.authority != base.authority:
        return
    directory, path = remove_dot_segments(_merge(base, "")), target.path
    # A path that begins with "//" needs the remedy of `shield` even where there is an authority.
    for relative in ("", *_relative_paths(directory, path), path, f"/.{path}"):
        yield unsplit(target._replace(host=None, path=relative))
    yield unsplit(target._replace(host=None, path="", query=None))


def _relative_paths(directory: str, target: str) -> Iterator[str]:
    """Yield paths that lead from *directory* to *target*: down from what they share, or up."""
    above = directory.split("/")[:-1]
    segments = target.split("/")
    pairs = zip(above, segments[:-1], strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    path = "../" * (len(above) - shared) + "/".join(segments[shared:])
    yield path
    # A first segment that is empty or has a ":" needs a "." before it.
    yield f"./{path}"
    # "../" and ".." lead to the same place, and so do "./" and ".".
    if path.endswith("../"):
        yield path[:-1]
    yield "."
