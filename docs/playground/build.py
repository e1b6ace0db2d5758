"""Write the playground, a folder of static files: ``python docs/playground/build.py FOLDER``.

The answers of the examples are made here, so that the first one is there at once.
It needs ``iri3987`` and ``idna`` in this interpreter and, unless the option ``--without-engine``
stands before the folder, the npm package ``pyodide``, which ``.ci/node`` installs. Nothing is
loaded from elsewhere, neither here nor by the page. The standard library is enough, so that the
documentation can call `build`.
"""

import base64
import hashlib
import importlib
import importlib.metadata
import importlib.util
import io
import json
import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

__all__ = ["FILES", "MissingEngineError", "build", "pyodide"]

HERE: Final = Path(__file__).parent
#: The files of the page that are copied as they are.
FILES: Final = (
    "index.html",
    "playground.css",
    "playground.js",
    "elements.js",
    "link.js",
    "offline.js",
    "settings.js",
    "showing.js",
    "worker.js",
    "icon.svg",
)
#: The modules that answer the page.
MODULES: Final = ("playground.py", "verdict.py")
#: The files of the npm package that a browser needs.
ENGINE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
#: The files that the worker loads, and says how far it is.
COUNTED: Final = ("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "python.zip")
PACKAGES: Final = ("iri3987", "idna")


class MissingEngineError(FileNotFoundError):
    """The npm package ``pyodide`` is not there."""


def pyodide() -> Path:
    """Return the folder of the npm package: that of IRI3987_NODE, or of ``.node`` here.

    Raises `MissingEngineError` if it is not there.
    """
    default = HERE.parents[1] / ".node"
    folder = Path(os.environ.get("IRI3987_NODE") or default) / "node_modules" / "pyodide"
    missing = [name for name in ENGINE if not (folder / name).is_file()]
    if missing:
        raise MissingEngineError(
            f"{folder} has no {missing[0]}: run .ci/node, which installs the npm package "
            "pyodide, or set IRI3987_NODE to a folder in which it is installed"
        )
    return folder


def build(folder: str | Path, /, *, without_engine: bool = False) -> None:
    """Write the playground into *folder*, which is made if it is not there.

    Raises `MissingEngineError` if Pyodide is not there. With *without_engine*, the page is written
    without it, and says that it cannot start.
    """
    folder = Path(folder)
    files = {name: (HERE / name).read_bytes() for name in FILES}
    files["python.zip"] = _packages()
    try:
        files |= _engine(pyodide())
    except MissingEngineError:
        if not without_engine:
            raise
    files["examples.js"] = _examples(sum(len(files.get(name, b"")) for name in COUNTED))
    files["service-worker.js"] = _service_worker(files)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _engine(source: Path) -> dict[str, bytes]:
    """Return the files of Pyodide, with a lock file that names no package to be fetched."""
    files = {f"pyodide/{name}": (source / name).read_bytes() for name in ENGINE}
    lock = json.loads((source / "pyodide-lock.json").read_text("utf-8"))
    lock["packages"] = {}
    files["pyodide/pyodide-lock.json"] = json.dumps(lock).encode()
    return files


def _examples(size: int) -> bytes:
    """Return the examples with their answers, which are shown at once, and what else is loaded."""
    if str(HERE) not in sys.path:
        sys.path.append(str(HERE))
    playground = importlib.import_module("playground")
    examples = json.loads((HERE / "examples.json").read_text("utf-8"))
    for each in examples:
        each["answer"] = playground.report(each["text"], other=each.get("other"))
    return (
        f"export const size = {size};\nexport const examples = {json.dumps(examples)};\n".encode()
    )


def _service_worker(files: dict[str, bytes]) -> bytes:
    """Return the service worker, with the paths of *files* and their hashes before its code."""
    # A server has the page under the name of its folder, and may redirect "index.html" to it.
    hashes = {
        "./" if name == "index.html" else name: f"sha256-{_digest(content)}"
        for name, content in files.items()
    }
    code = f"const FILES = {json.dumps(hashes)};\n".encode()
    code += (HERE / "service-worker.js").read_bytes()
    return f'const VERSION = "{_digest(code)}";\n'.encode() + code


def _digest(content: bytes) -> str:
    """Return the hash of *content* as browsers write it in "integrity"."""
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def _packages() -> bytes:
    """Return a zip file of the core, of idna, and of the modules that answer the page."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for name, path in sorted(_members()):
            # The same files make the same archive, so that browsers need not load it again.
            member = zipfile.ZipInfo(name)
            member.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(member, path.read_bytes())
    return archive.getvalue()


def _members() -> Iterator[tuple[str, Path]]:
    """Yield the names in the zip file, and the files."""
    for name in MODULES:
        yield name, HERE / name
    for package in PACKAGES:
        spec = importlib.util.find_spec(package)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"{package} is not installed for {sys.executable}")
        source = Path(spec.origin).parent
        for path in source.rglob("*"):
            is_needed = path.suffix not in {".pyc", ".po"} and not path.name.startswith("make_")
            if path.is_file() and is_needed:
                yield f"{package}/{path.relative_to(source).as_posix()}", path
        # The versions, and the licences.
        for record in importlib.metadata.files(package) or ():
            if record.name == "METADATA" or "licenses" in record.parts:
                yield record.as_posix(), Path(str(record.locate()))


def main() -> int | str:
    """Build what the command line says."""
    option = "--without-engine"
    folders = [each for each in sys.argv[1:] if each != option]
    if len(folders) != 1:
        return f"usage: python docs/playground/build.py [{option}] FOLDER"
    try:
        build(folders[0], without_engine=option in sys.argv)
    except (MissingEngineError, ModuleNotFoundError) as error:
        return str(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
