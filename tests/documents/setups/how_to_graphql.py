"""docs/how-to/graphql.md: without the log of each error."""

import logging

NEEDS = ("strawberry", "graphene")

logging.disable()
