"""docs/how-to/middleware.md: the header is sent as the comment says."""


def check(names):
    """The application sends the mapped address."""
    sent = []
    names["application"]({}, lambda *started: sent.extend(started[1]))
    assert [("Location", "http://xn--fa-hia.de/stra%C3%9Fe")] == sent
