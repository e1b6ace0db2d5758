"""A text split at its delimiters, for the rules."""

from iri3987._diagnosis import parts
from iri3987.inspection._findings import Hit


class ParsedText:
    """A text split at its delimiters, whether it is an IRI reference or not."""

    def __init__(self, text: str, /) -> None:
        self.text = text
        #: Where each component is, by its ABNF name; a port has its colon with it.
        self.spans = {part.name: (start, end) for start, end, part in parts(text) if start >= 0}
        start, end = self.spans.get("scheme", (0, 0))
        self.scheme = text[start:end].lower()

    def component_at(self, position: int) -> str:
        """Return the name of the component that holds the character, or ends before it.

        Slashes at the beginning of the text belong to the host: a mark can stand on them.
        """
        names = [name for name, (start, _) in self.spans.items() if start <= position]
        return names[-1] if names else next(iter(self.spans))

    def component(self, name: str) -> str:
        """Return the text of a component, "" if it is absent."""
        start, end = self.spans.get(name, (0, 0))
        return self.text[start:end]

    def hit(self, code: str, span: tuple[int, int], reason: str) -> Hit:
        """Return a hit in the component where it starts."""
        return Hit(code, self.component_at(span[0]), *span, reason)
