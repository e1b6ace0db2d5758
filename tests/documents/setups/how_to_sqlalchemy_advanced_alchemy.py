"""docs/how-to/sqlalchemy/advanced-alchemy.md: the package warns of itself when it is imported."""

import warnings

with warnings.catch_warnings():
    # It uses a decorator that SQLAlchemy 2.1 deprecates.
    warnings.filterwarnings("ignore", "The declarative_mixin decorator")
    import advanced_alchemy.base  # noqa: F401
