"""Browsers by WebDriver BiDi: Firefox itself, and Chromium by its driver, with the same words.

Firefox has no driver in Debian, and needs none: it speaks the protocol.
https://www.w3.org/TR/webdriver-bidi/
"""

import base64
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

import chromium

websocket = pytest.importorskip("websocket", reason="needs websocket-client")

T = TypeVar("T")

FIREFOX = shutil.which("firefox-esr")
#: Keys, as WebDriver names them.
TAB, ENTER = "\ue004", "\ue007"
_ADDRESS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_LISTEN = """() => {
    window.violations = [];
    const note = event => window.violations.push(event.violatedDirective);
    document.addEventListener("securitypolicyviolation", note);
}"""


class BiDiError(Exception):
    """The browser refuses what it is told, or cannot do it now."""


class Browser:
    """One tab of a browser that listens at *address*; *new* if it has no session yet."""

    def __init__(self, address: str, *, new: bool) -> None:
        # Firefox refuses programs that say they are a page.
        self._socket = websocket.create_connection(
            address, timeout=chromium.PATIENCE, suppress_origin=True
        )
        self._number = 0
        if new:
            self.tell("session.new", capabilities={})
        self.tell("script.addPreloadScript", functionDeclaration=_LISTEN)
        # The first tab of Firefox has no focus.
        self._tab = self.tell("browsingContext.create", type="tab")["context"]

    def tell(self, method: str, **params: Any) -> Any:
        """Send a command, and return its result. Raises `BiDiError`."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._number:
                break
        if answer["type"] == "error":
            raise BiDiError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def close(self) -> None:
        """Leave the browser alone."""
        self._socket.close()

    def get(self, address: str) -> None:
        """Open a page, and wait until it is there."""
        self.tell("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Give the page a size in CSS pixels."""
        size = {"width": width, "height": height}
        self.tell("browsingContext.setViewport", context=self._tab, viewport=size)

    def run(self, body: str, *arguments: object) -> Any:
        """Run the *body* of a function in the page, and return its result, or what it promises."""
        answer = self.tell(
            "script.callFunction",
            functionDeclaration=f"async text => JSON.stringify(await (function () {{ {body} }})"
            ".apply(null, JSON.parse(text)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            target={"context": self._tab},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise BiDiError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def image(self) -> bytes:
        """Return a PNG image of what is to be seen."""
        shot = self.tell("browsingContext.captureScreenshot", context=self._tab)
        return base64.b64decode(shot["data"])

    def press(self, *keys: str) -> None:
        """Press keys, one after the other: characters of a text, or `TAB` and the like."""
        actions = [
            {"type": kind, "value": key}
            for text in keys
            for key in text
            for kind in ("keyDown", "keyUp")
        ]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self.tell("input.performActions", context=self._tab, actions=[source])

    def count(self, role: str, name: str) -> int:
        """Return how many elements assistive technology finds by *role* and *name*."""
        locator = {"type": "accessibility", "value": {"role": role, "name": name}}
        found = self.tell("browsingContext.locateNodes", context=self._tab, locator=locator)
        return len(found["nodes"])

    def leave(self, act: Callable[[], object]) -> None:
        """Do what leads to another page, and return when that is there."""
        self.run("window.isOldPage = true")
        act()
        # Firefox has an empty document between two pages.
        ready = "return !window.isOldPage && location.href !== 'about:blank'"
        ready += " && document.readyState === 'complete' && document.body !== null"
        assert self.eventually(lambda: self.run(ready), True)

    def eventually(self, read: Callable[[], T], expected: T) -> T:
        """Return what *read* returns: when that is *expected*, or at last what it is instead."""
        end = time.monotonic() + chromium.PATIENCE
        while time.monotonic() < end:
            # Between two pages there is none that could be asked.
            with suppress(BiDiError):
                if (found := read()) == expected:
                    return found
            time.sleep(0.05)
        return read()


@contextmanager
def _firefox(folder: Path) -> Iterator[Browser]:
    """Start Firefox with its profile in *folder*."""
    if FIREFOX is None:
        pytest.skip("needs Firefox: apt-get install firefox-esr")
    log = folder / "log.txt"
    command = [FIREFOX, "--headless", "--no-remote", "--remote-debugging-port", "0"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--profile", str(folder), "about:blank"],
            stdout=output,
            stderr=output,
            env={**os.environ, "HOME": str(folder)},
        )
    try:
        end = time.monotonic() + chromium.PATIENCE
        while not (found := _ADDRESS.search(log.read_text("utf-8", "replace"))):
            assert process.poll() is None, "Firefox has ended"
            assert time.monotonic() < end, "Firefox does not listen"
            time.sleep(0.1)
        browser = Browser(f"{found[1]}/session", new=True)
        yield browser
        with suppress(BiDiError, websocket.WebSocketException):
            browser.tell("browser.close")
        browser.close()
    finally:
        process.terminate()
        process.wait(chromium.PATIENCE)


@contextmanager
def _chromium(folder: Path) -> Iterator[Browser]:
    """Start Chromium, whose driver speaks the protocol, too."""
    for mark in chromium.NEEDED[1:]:
        if mark.args[0]:
            pytest.skip(mark.kwargs["reason"])
    with chromium.started(folder, bidi=True) as chrome:
        browser = Browser(chrome.capabilities["webSocketUrl"], new=False)
        yield browser
        browser.close()


STARTED = {"chromium": _chromium, "firefox": _firefox}


@pytest.fixture(scope="module", params=STARTED)
def browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """Each browser that is installed, one for the tests of a module."""
    with STARTED[request.param](tmp_path_factory.mktemp(request.param)) as found:
        yield found
