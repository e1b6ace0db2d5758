"""The filters and the test, for any Jinja environment, with or without Flask.

| in a template | gives |
|---|---|
| ``{{ link|uri }}`` | the mapped URI, for ``href`` and ``src``; "" if it is not for links |
| ``{{ link|iri }}`` | the IRI, with its host in Unicode: the inverse of ``uri`` |
| ``{{ link|display_iri }}`` | text that is safe to show a person |
| ``{{ link|iri_link }}`` | a whole link, of the two |
| ``{% if link is iri %}`` | whether it is an IRI: absolute, and as RFC 3987 has it |
"""

from jinja2 import Environment

from flask_iri import filters


def install(environment: Environment, /) -> None:
    """Give *environment* the filters ``uri``, ``iri``, ``display_iri``, ``iri_link``, test ``iri``.

    >>> environment = Environment(autoescape=True)
    >>> install(environment)
    >>> environment.from_string("{{ it|iri_link }}").render(it="http://faß.de/?a&b")
    '<a href="http://xn--fa-hia.de/?a&amp;b"><bdi dir="ltr">http://faß.de/?a&amp;b</bdi></a>'
    """
    environment.filters.update(
        uri=filters.uri,
        iri=filters.iri,
        display_iri=filters.display_iri,
        iri_link=filters.iri_link,
    )
    environment.tests.update(iri=filters.is_iri)
