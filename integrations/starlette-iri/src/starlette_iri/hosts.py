"""Names of hosts for `TrustedHostMiddleware`, in any script."""

from iri3987.http import redirect

__all__ = ["allowed_hosts"]


def allowed_hosts(*names: str) -> list[str]:
    """Return *names* as `TrustedHostMiddleware` needs them: clients send A-labels.

    As in Starlette, a name may be "*", or begin with "*." for all subdomains. Raises `ValueError`
    for anything else that is not a host, and for a name with a port, because Starlette does not
    compare ports.

    >>> allowed_hosts("例え.テスト", "*.faß.de", "localhost", "*")
    ['xn--r8jz45g.xn--zckzah', '*.xn--fa-hia.de', 'localhost', '*']
    """
    return redirect.allowed_hosts(*names, subdomains="*.")
