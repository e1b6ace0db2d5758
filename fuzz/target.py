"""The process that fuzzes one target: ``python -m fuzz.target NAME [libFuzzer's options]``."""

import sys
from importlib import import_module


def text_of(data: bytes) -> str:
    """Return the text that octets stand for: UTF-8, and lone surrogates for what is none."""
    return data.decode("utf-8", "surrogateescape")


def main() -> None:
    """Fuzz the target named by the first argument, until libFuzzer ends the process."""
    atheris = import_module("atheris")
    name = sys.argv.pop(1)
    with atheris.instrument_imports(include=["iri3987"]):
        laws = import_module("laws")
    law = laws.LAWS[name]
    atheris.Setup(sys.argv, lambda data: law(text_of(data)))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
