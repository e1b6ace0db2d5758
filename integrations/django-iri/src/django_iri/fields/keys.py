"""The key column: one row for each resource, however its address is written.

A database compares text by a collation, and no collation knows that ``HTTP://Faß.de:80`` and
``http://xn--fa-hia.de/`` are one address (RFC 3987 section 5). So a digest of the `comparison_key`
is stored beside the exact text. Any database can compare and index it.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.core import checks
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from django_iri.fields.unique import KeyField
from django_iri.messages import translated_later
from iri3987 import display
from iri3987.appearance.bidi import isolate
from iri3987.comparison import Level, key_digest
from iri3987.comparison.policy import Policy, policy_of
from iri3987.messages import TEXTS, already_there

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: The rungs of the ladder of section 5.3 that have a key.
_LEVELS: Final = ("syntax", "scheme")


class IRIKeyField(KeyField):
    """A column for the key of the `IRIField` called *source*: equal for equivalent addresses.

    *level* is that of `iri3987.equivalent`, "scheme" or "syntax". *policy* is a rule of the
    project: a function from text to text, or the dotted path to one, such as those of
    `iri3987.comparison.policy`; see `iri3987.comparison.key_digest`. The keys that are stored do
    not change with *level* or *policy*: ``manage.py iri_rekey`` writes them anew.

    With *unique* (the default), two rows cannot have equivalent addresses. The source reports that
    when it is cleaned: in `full_clean`, model forms and the admin. The error names the address that
    is there if it is equivalent to what was sent: what a policy leaves out is somebody else's. It
    does the same for a constraint such as ``UniqueConstraint(fields=["owner", "homepage_key"])``
    beside ``unique=False``, unless the constraint has words of its own. Rows of a form set are
    compared with each other by `django_iri.forms.IRIFormSetMixin`.

    `save`, `bulk_create` and fixtures write the key with the source; a value that is assigned to
    the key itself is ignored. In ``update_fields`` and `bulk_update`, name both. `update` takes
    ``**with_key(Link, homepage=text)``. Any other statement that would leave a stale key raises
    `FieldError`, and so does a source whose class has its own `pre_save` or `get_db_prep_save`.

    Null and empty text have no key (NULL), so they are never equivalent to anything. The lookup
    ``homepage__equivalent`` of the source uses this column, so it has an index even if it is not
    unique, unless *db_index* is False.

    Checks: django_iri.E003 and E004, those of every `DerivedField`; E005, *level* is unknown;
    E006, *policy* is not a function.
    """

    description: "StrOrPromise" = _("Key of an IRI")
    default_error_messages: ClassVar[dict[str, "StrOrPromise"]] = {
        "unique": translated_later(TEXTS["unique"])
    }
    # The column is the same for every level and every policy.
    non_db_attrs: tuple[str, ...] = (*KeyField.non_db_attrs, "level", "policy")

    def __init__(
        self,
        verbose_name: Any = None,
        name: str | None = None,
        *,
        source: str,
        level: Level = "scheme",
        policy: str | Policy | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(verbose_name, name, source=source, **kwargs)
        self.level = level
        self.policy = policy

    @cached_property
    def policy_function(self) -> Policy | None:
        """The function that *policy* means.

        Raises `ValueError` or `TypeError` for a wrong one, which `check` reports. It is found when
        it is first needed, because its module may import this model.
        """
        return policy_of(self.policy)

    def compute(self, text: str, /) -> str:
        """Return the key of *text*."""
        return key_digest(text, level=self.level, policy=self.policy_function)

    def deconstruct(self) -> tuple[str, str, list[Any], dict[str, Any]]:
        """Return the options for a migration: those that differ from their defaults."""
        name, path, args, kwargs = super().deconstruct()
        if self.level != "scheme":
            kwargs["level"] = self.level
        if self.policy is not None:
            kwargs["policy"] = self.policy
        return name, path, args, kwargs

    def check(self, **kwargs: Any) -> list[checks.CheckMessage]:
        """Report bad options."""
        problems = super().check(**kwargs)
        if self.level not in _LEVELS:
            text = f"level must be {' or '.join(map(repr, _LEVELS))}, not {self.level!r}."
            problems.append(checks.Error(text, obj=self, id="django_iri.E005"))
        try:
            policy_of(self.policy)
        except (TypeError, ValueError) as error:
            problems.append(checks.Error(f"{error}.", obj=self, id="django_iri.E006"))
        return problems

    def unique_error(
        self, sent: str, stored: str | None, /, *, isolated: bool = True
    ) -> ValidationError:
        """Return the error that says that *sent* is already there, as *stored*."""
        sentence, address = already_there(sent, stored or None)
        words = self.error_messages["unique"]
        if words is IRIKeyField.default_error_messages["unique"]:
            words = translated_later(sentence)
        shown = display(address)
        params = {"address": isolate(shown) if isolated else shown}
        return ValidationError(words, code="unique", params=params)
