"""docs/tutorials/sqlalchemy.md: the commands of Alembic are run in its folder."""

COMMANDS = ("alembic ",)
