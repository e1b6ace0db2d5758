"""``manage.py iri_convert links.Link.homepage --using iri3987.repair``."""

from django_iri.management.commands import iri_audit


class Command(iri_audit.Command):
    """Replace addresses by what a function makes of them."""

    name = "convert"
