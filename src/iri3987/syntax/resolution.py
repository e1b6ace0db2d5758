"""RFC 3987 section 6.5: relative IRI references, which is RFC 3986 section 5.

https://www.rfc-editor.org/rfc/rfc3986#section-5.2

"Relative IRI references are processed in the same way as relative URI references": characters
outside ASCII make no difference. `resolve` is the pseudocode of RFC 3986 section 5.2.2, line for
line. RFC 3986 section 5.1 asks for an absolute base; here the base may also be a relative
reference, and then the result is one.
"""

from collections.abc import Iterator

from iri3987._unicode.text import exact
from iri3987.syntax import grammar, is_iri_reference
from iri3987.syntax.components import Checked, Components, shield, split, unsplit, validate
from iri3987.syntax.errors import iri_error

__all__ = ["relativize", "remove_dot_segments", "resolve"]


def resolve(base: str, reference: str, /, *, strict: bool = True) -> str:
    """Return what *reference* means where *base* is the base (RFC 3986 section 5.2).

    With *strict* False, a scheme in *reference* that is the base's own is ignored, as RFC 3986
    section 5.2.2 allows for old data ("http:g"). Raises `IRIError` if one of the two is not an IRI
    reference.

    >>> resolve("http://a/b/c/é?q", "../ü#x")
    'http://a/b/ü#x'
    """
    validate(base, grammar.IRI_REFERENCE)
    validate(reference, grammar.IRI_REFERENCE)
    b = split(base)
    r = split(reference)
    # 5.2.2. Transform References
    scheme: str | None
    authority: str | None
    r_scheme = r.scheme
    # Schemes are compared as RFC 3986 section 6.2.2.1 says, in either case.
    if not strict and r_scheme and b.scheme and r_scheme.lower() == b.scheme.lower():
        r_scheme = None
    if r_scheme is not None:
        scheme, authority = r_scheme, r.authority
        path, query = remove_dot_segments(r.path), r.query
    else:
        if r.authority is not None:
            authority = r.authority
            path, query = remove_dot_segments(r.path), r.query
        else:
            if r.path == "":
                path = b.path
                query = r.query if r.query is not None else b.query
            else:
                if r.path.startswith("/"):
                    path = remove_dot_segments(r.path)
                else:
                    path = remove_dot_segments(_merge(b.authority, b.path, r.path))
                query = r.query
            authority = b.authority
        scheme = b.scheme
    fragment = r.fragment
    return unsplit(scheme, authority, shield(scheme, authority, path), query, fragment)


def _merge(authority: str | None, base_path: str, path: str) -> str:
    """RFC 3986 section 5.2.3, Merge Paths."""
    if authority is not None and base_path == "":
        return f"/{path}"
    return base_path[: base_path.rfind("/") + 1] + path


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
    scheme, authority, _, _, _, path, query, fragment = target
    yield unsplit(scheme, authority, path, query, fragment)
    if scheme != base.scheme:
        return
    if authority is not None:
        yield unsplit(None, authority, path, query, fragment)
    if authority != base.authority:
        return
    directory = remove_dot_segments(_merge(authority, base.path, ""))
    # A path that begins with "//" needs the remedy of `shield` even where there is an authority.
    for relative in ("", *_relative_paths(directory, path), path, f"/.{path}"):
        yield unsplit(None, None, relative, query, fragment)
    yield unsplit(None, None, "", None, fragment)


def _relative_paths(directory: str, target: str) -> Iterator[str]:
    """Yield paths that lead from *directory* to *target*: down from what they share, or up."""
    above = directory.split("/")[:-1]
    segments = target.split("/")
    shared = 0
    for ours, theirs in zip(above, segments[:-1], strict=False):
        if ours != theirs:
            break
        shared += 1
    path = "../" * (len(above) - shared) + "/".join(segments[shared:])
    yield path
    # A first segment that is empty or has a ":" needs a "." before it.
    yield f"./{path}"
    # "../" and ".." lead to the same place, and so do "./" and ".".
    if path.endswith("../"):
        yield path[:-1]
    yield "."
