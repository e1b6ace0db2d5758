"""Chromium and Firefox by WebDriver BiDi: how they are told things, and how a test waits for them.

Chromium's driver speaks the protocol, and Firefox does so itself.
https://www.w3.org/TR/webdriver-bidi/

A browser answers before it has done what it was told: a script may show something later. So a test
says what it waits for (`leave`, `eventually`), and waits as long as a busy machine may need. It
costs nothing if the thing is there already.
"""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

websocket = pytest.importorskip("websocket", reason="needs websocket-client")

T = TypeVar("T")

#: axe-core, which `.ci/node` installs beside Pyodide.
AXE = Path(
    os.environ.get("IRI3987_NODE") or Path(__file__).parents[1] / ".node",
    "node_modules/axe-core/axe.min.js",
)
#: Seconds after which something will not happen any more.
PATIENCE = 100
#: Keys, as WebDriver names them.
TAB, ENTER = "\ue004", "\ue007"

_FIREFOX = ("--headless", "--no-remote", "--remote-debugging-port=0", "about:blank")
_CHROMIUM = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    # The shared memory of a container may be smaller than a page.
    "--disable-dev-shm-usage",
    # Nothing but the pages of the tests takes time.
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    # A page that is not in front is as quick as one that is.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
)
_LISTEN = """() => {
    window.violations = [];
    const note = event => window.violations.push(event.violatedDirective);
    document.addEventListener("securitypolicyviolation", note);
}"""


class BiDiError(Exception):
    """The browser refuses what it is told, or cannot do it now."""


class Browser:
    """One tab of a browser that listens at *address*, with the capabilities of its session."""

    def __init__(self, address: str, **capabilities: object) -> None:
        # Firefox refuses programs that say they are a page.
        self._socket = websocket.create_connection(address, timeout=PATIENCE, suppress_origin=True)
        self._number = 0
        self._tab = ""
        #: What has happened in the tab, by the methods of the protocol.
        self.events: list[tuple[str, Any]] = []
        self.tell("session.new", capabilities={"alwaysMatch": capabilities})
        self.tell("script.addPreloadScript", functionDeclaration=_LISTEN)
        self.renew()

    def tell(self, method: str, /, **params: Any) -> Any:
        """Send a command, and return its result. Raises `BiDiError`."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._number:
            if "method" in answer:
                self.events.append((answer["method"], answer["params"]))
        if answer["type"] == "error":
            raise BiDiError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def renew(self) -> None:
        """Go on in a new tab, in which nothing has happened."""
        old = self._tab
        # The first tab of Firefox has no focus.
        self._tab = self.tell("browsingContext.create", type="tab")["context"]
        if old:
            self.tell("browsingContext.close", context=old)
        self.events.clear()

    def close(self) -> None:
        """End the browser."""
        with suppress(BiDiError, OSError, websocket.WebSocketException):
            self.tell("browser.close")
        self._socket.close()

    def get(self, address: str) -> None:
        """Open a page, and wait until it is there."""
        self.tell("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def resize(self, width: int, height: int = 900) -> None:
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

    def text(self, selector: str) -> str | None:
        """Return the text of an element, as it is in the page."""
        text: str | None = self.run(
            "return document.querySelector(arguments[0])?.textContent", selector
        )
        return text

    def texts(self, selector: str) -> list[str]:
        """Return the texts of elements."""
        script = "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)"
        return list(self.run(script, selector))

    def faults(self) -> list[str]:
        """Return what axe-core finds in the page, or skip the test without it."""
        if not AXE.exists():
            pytest.skip("needs axe-core: IRI3987_NODE names its folder")
        return list(
            self.run(f"""{AXE.read_text("utf-8")};
            return axe.run().then(({{violations}}) => violations.flatMap(({{id, nodes}}) =>
                nodes.map(({{target, html}}) => `${{id}}: ${{target}} ${{html.slice(0, 80)}}`)));
            """)
        )

    def press(self, *keys: str) -> None:
        """Press keys, one after the other: characters of a text, or `TAB` and the like."""
        actions = [
            {"type": kind, "value": key}
            for text in keys
            for key in text
            for kind in ("keyDown", "keyUp")
        ]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def click(self, selector: str) -> None:
        """Click on the middle of an element, or on what covers it."""
        show = "document.querySelector(arguments[0]).scrollIntoView({block: 'center'})"
        self.run(show, selector)
        element = {"type": "element", "element": self._find("css", selector)[0]}
        actions: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": element},
            *({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")),
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": actions})

    def give(self, selector: str, *files: Path) -> None:
        """Choose files in an input."""
        [element] = self._find("css", selector)
        names = list(map(str, files))
        self.tell("input.setFiles", context=self._tab, element=element, files=names)

    def count(self, role: str, name: str) -> int:
        """Return how many elements assistive technology finds by *role* and *name*."""
        return len(self._find("accessibility", {"role": role, "name": name}))

    def _find(self, kind: str, value: object) -> list[dict[str, str]]:
        locator = {"type": kind, "value": value}
        found = self.tell("browsingContext.locateNodes", context=self._tab, locator=locator)
        return [{"sharedId": each["sharedId"]} for each in found["nodes"]]

    def _act(self, source: dict[str, Any]) -> None:
        self.tell("input.performActions", context=self._tab, actions=[source])

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
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            # Between two pages there is none that could be asked.
            with suppress(BiDiError):
                if (found := read()) == expected:
                    return found
            time.sleep(0.05)
        return read()


class Chromium(Browser):
    """Chromium, which can also be told what its own protocol has, and says what goes wrong."""

    def renew(self) -> None:
        """Go on in a new tab, in which nothing has happened."""
        super().renew()
        self.cdp("Log.enable")

    def cdp(self, method: str, /, **params: object) -> Any:
        """Send a command of the DevTools Protocol, and return its result."""
        session = self.tell("goog:cdp.getSession", context=self._tab)["session"]
        sent = {"method": method, "params": params, "session": session}
        return self.tell("goog:cdp.sendCommand", **sent)["result"]

    def screen(
        self, *, width: int = 1200, height: int = 900, scheme: str = "light", scale: float = 1
    ) -> None:
        """Set the size of the screen, which is that of a phone if it is narrow, and its colours."""
        size = {"width": width, "height": height, "deviceScaleFactor": scale}
        self.cdp("Emulation.setDeviceMetricsOverride", **size, mobile=width < 600)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.cdp("Emulation.setEmulatedMedia", features=features)

    def complaints(self) -> list[str]:
        """Return what the console has to say since the last time, as of requests that failed."""
        self.run("")  # what is under way comes before the answer
        own = [params["text"] for method, params in self.events if method == "log.entryAdded"]
        logged = [each for method, each in self.events if method == "goog:cdp.Log.entryAdded"]
        self.events.clear()
        return own + [each["params"]["entry"]["text"] for each in logged]


def _program(name: str) -> str:
    """Return where a program is, or skip the test without it."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"needs {name}: apt-get install chromium chromium-driver firefox-esr")
    return found


@contextmanager
def _listening(name: str, *options: str, folder: Path, sign: str) -> Iterator[str]:
    """Start a program that writes where it listens, behind *sign*, and give that."""
    log = folder / "log.txt"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [_program(name), *options],
            stdout=output,
            stderr=output,
            env={**os.environ, "HOME": str(folder)},
        )
    try:
        end = time.monotonic() + PATIENCE
        while not (found := re.search(rf"{sign}(\S+?)\.?\s", log.read_text("utf-8", "replace"))):
            assert process.poll() is None, f"{name} has ended"
            assert time.monotonic() < end, f"{name} does not listen"
            time.sleep(0.1)
        yield found[1]
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def firefox(folder: Path) -> Iterator[Browser]:
    """Start Firefox with its profile in *folder*."""
    options = (*_FIREFOX, "--profile", str(folder))
    sign = "WebDriver BiDi listening on "
    with (
        _listening("firefox-esr", *options, folder=folder, sign=sign) as address,
        closing(Browser(f"{address}/session")) as browser,
    ):
        yield browser


@contextmanager
def chromium(folder: Path, *flags: str) -> Iterator[Chromium]:
    """Start Chromium with its profile in *folder*, and more *flags*."""
    arguments = [*_CHROMIUM, *flags, f"--user-data-dir={folder / 'profile'}"]
    wanted = {"goog:chromeOptions": {"binary": _program("chromium"), "args": arguments}}
    sign = "started successfully on port "
    with (
        _listening("chromedriver", "--port=0", folder=folder, sign=sign) as port,
        closing(Chromium(f"ws://127.0.0.1:{port}/session", **wanted)) as browser,
    ):
        events = ["log.entryAdded", "network.beforeRequestSent", "goog:cdp.Log.entryAdded"]
        browser.tell("session.subscribe", events=events)
        yield browser


STARTED = {"chromium": chromium, "firefox": firefox}


@pytest.fixture(scope="module", params=STARTED)
def browser(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """Each browser that is installed, one for the tests of a module."""
    with STARTED[request.param](tmp_path_factory.mktemp(request.param)) as found:
        yield found


@pytest.fixture(scope="module")
def one_chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """Chromium, one for the tests of a module."""
    with chromium(tmp_path_factory.mktemp("chromium")) as found:
        yield found


@pytest.fixture
def chrome(one_chromium: Chromium) -> Chromium:
    """Chromium with a new tab for each test."""
    one_chromium.renew()
    return one_chromium
