"""RFC 3987 section 7.6: which labels of a domain name are shown in Unicode."""

from functools import lru_cache

from iri3987._domain_name import host_in
from iri3987.exceptions import IRIError
from iri3987.host import host_to_unicode


@lru_cache(maxsize=1024)
def is_safe_name(host: str, /) -> bool:
    """Tell whether `display` shows *host*, a short name beyond ASCII that `to_uri` maps, as it is.

    There is a cache, because hosts repeat.
    """
    try:
        return with_safe_labels(host_in(host, 0, len(host), "uts46")) == host
    except IRIError:
        return False


@lru_cache(maxsize=1024)
def with_safe_labels(name: str) -> str:
    """Return *name*, a result of `host_to_ascii`, with its safe labels decoded.

    There is a cache, because hosts repeat; the names are short.
    """
    if "xn--" not in name:
        return name
    from iri3987._unicode.safe_labels import is_safe

    labels = name.split(".")
    decoded = [host_to_unicode(label, profile="idna2008") for label in labels]
    *others, top = filter(None, decoded)
    if not others:
        top = ""  # a lone label is not a top-level domain
    # `host_to_ascii` accepts the whole name with all A-labels decoded, so it accepts this one.
    return ".".join(
        unicode if unicode != label and is_safe(unicode, top) else label
        for label, unicode in zip(labels, decoded, strict=True)
    )
