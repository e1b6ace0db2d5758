"""The runner of curl: what it asks a proxy of ours, which redirects it where a row has a base."""

import re
import shutil
import socket
import subprocess
import threading

from benchmarks.runners import Operations, Row, serve

_CURL = shutil.which("curl")
_ANSWER = "HTTP/1.1 {} -\r\nContent-Length: 0\r\nConnection: close\r\n{}\r\n"


def _targets(url: str, location: str | None = None) -> list[str]:
    """Return the addresses that curl asks the proxy for: two, if it is redirected."""
    found: list[str] = []

    def answer(listening: socket.socket) -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:  # curl has ended
                return
            with connection, connection.makefile("rb") as lines:
                found.append(next(lines).decode("utf-8", "backslashreplace").split(" ")[1])
                while next(lines, b"").strip():
                    pass
                is_first = location is not None and len(found) == 1
                redirect = _ANSWER.format(302, f"Location: {location}\r\n")
                connection.sendall((redirect if is_first else _ANSWER.format(200, "")).encode())

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=answer, args=[listening])
        thread.start()
        proxy = f"http://127.0.0.1:{listening.getsockname()[1]}"
        options = ["--disable", "--globoff", "--silent", "--noproxy", "", "--location"]
        command = [_CURL or "", *options, "--max-redirs", "1", "--proxy", proxy, "--", url]
        subprocess.run(command, env={"LC_ALL": "C.UTF-8"}, check=False, stdout=subprocess.DEVNULL)
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()
    return found


def _sent(url: str) -> str:
    """Return the address that curl asks for, with the fragment, which it does not send."""
    [target] = _targets(url)
    return target + url[url.index("#") :] if "#" in url else target


def operations() -> Operations:
    """Return its operations."""
    if _CURL is None:
        raise ImportError("curl is not installed")
    return {"iri_to_uri": lambda row: _sent(row["input"]), "resolve": _resolve}


def _resolve(row: Row) -> str:
    location = row["input"]
    target = _targets(row["base"], location)[1]
    return target + location[location.index("#") :] if "#" in location else target


def asks(row: Row) -> bool:
    """Return whether curl sends what a row is about by a proxy of HTTP."""
    if row["op"] not in {"iri_to_uri", "resolve"}:
        return False
    scheme = re.match("[A-Za-z][A-Za-z0-9+.-]*:", row["input"])
    is_http = scheme is None or scheme[0].lower() == "http:"
    return is_http and str(row.get("base", row["input"])).startswith("http://")


def _version() -> str:
    if _CURL is None:
        return ""
    return subprocess.check_output([_CURL, "--version"], text=True).split()[1]


if __name__ == "__main__":
    note = "for HTTP, what it sends: dot segments are removed, little else is checked"
    serve("curl", operations, note, of=_version(), asks=asks)
