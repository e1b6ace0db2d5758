"""The parts that the settings of Django REST framework name: it reads them before the API."""

from typing import Any

from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.response import Response


class Parser(JSONParser):
    """JSON that is nested too deeply is an error of the sender."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        """Return what was sent."""
        try:
            return super().parse(*args, **kwargs)
        except RecursionError:
            raise ParseError from None


def with_codes(error: Exception, context: Any) -> Response | None:
    """Answer with the code of each error beside its message."""
    from rest_framework.views import exception_handler  # its module reads the settings, too

    response = exception_handler(error, context)
    if response is not None and isinstance(error, ValidationError):
        response.data = error.get_full_details()
    return response
