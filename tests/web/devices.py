"""People before a browser: what they see, what they click, and everything that reaches their device."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Final, Literal, Self

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocket
from tests.patience import PATIENCE_MS

from tablee.core.texts import Lang

Size = Literal["desktop", "phone", "small"]
SIZES: Final = {"desktop": (1280, 800), "phone": (360, 740), "small": (320, 640)}

FAULTS: Final = ("error", "warning")
"""What nobody may find in the console."""
BLOCKED: Final = "Service Worker registration blocked by Playwright"
"""A warning about this test itself."""


class Device:
    """One device. `frames` is every message that its sockets received."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.faults: list[str] = []
        self.frames: list[str] = []
        self.foreign: list[str] = []
        self._sockets: list[WebSocket] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        page.on("websocket", self._listen)
        page.on("request", lambda request: self._watch(request.url))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in FAULTS and message.text != BLOCKED:
            self.faults.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        self._sockets.append(socket)
        socket.on(
            "framereceived", lambda frame: self.frames.append(frame if isinstance(frame, str) else frame.decode())
        )

    def _watch(self, address: str) -> None:
        if not address.startswith((self.url, self.url.replace("http", "ws", 1), "data:", "blob:")):
            self.foreign.append(address)

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.url + path)
        return self.page

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request of the page's own, with its cookie."""
        answer = self.context.request.fetch(
            f"{self.url}/api{path}",
            method=method,
            data=json.dumps(body) if body is not None else None,
            # Not kept open: the house may just be closing a connection that was idle.
            headers={"Content-Type": "application/json", "Connection": "close"},
            timeout=PATIENCE_MS,
        )
        assert answer.ok, answer.text()
        return answer.json() if answer.text() else None

    def come_back(self, name: str) -> Page:
        """Somebody who has been here before, under this name.

        The page asks who that is only if the device was a guest's, so the house must know the guest before.
        """
        self.ask("POST", "/me", {"name": name})
        page = self.open()
        page.evaluate("localStorage.setItem('tablee.guest', '1')")
        return page

    def until_told(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        """Wait for a table of which this holds."""
        self.until(lambda: holds(self.told[-1]))

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until this holds; it may do so whenever the house has told something."""
        while not holds():
            self._sockets[-1].wait_for_event("framereceived", timeout=PATIENCE_MS)

    @property
    def told(self) -> list[dict[str, Any]]:
        """The tables this device was told, the latest last."""
        heard = [json.loads(frame) for frame in self.frames]
        return [message for message in heard if message["type"] == "table"]


class Devices:
    """Opens devices; at the end none of them may have seen a fault, or have spoken to anybody but the house."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._stack = ExitStack()
        self._all: list[Device] = []

    def __enter__(self) -> Self:
        return self

    def open(
        self,
        lang: Lang = "en",
        size: Size = "desktop",
        *,
        dark: bool = False,
        moving: bool = False,
        scale: int = 1,
        notified: bool = False,
    ) -> Device:
        """Another device; `scale` is how many of its dots are a pixel of the page, `notified` whether it has a service
        worker that may show notifications."""
        width, height = SIZES[size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "fr": "fr-FR"}[lang],
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if moving else "reduce",
            has_touch=size != "desktop",
            device_scale_factor=scale,
            service_workers="allow" if notified else "block",
            permissions=["notifications"] if notified else [],
        )
        self._stack.callback(context.close)
        visitor = Device(context, self._url)
        self._all.append(visitor)
        return visitor

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._stack:
            if error is None:
                for visitor in self._all:
                    assert visitor.faults == [], visitor.faults
                    assert visitor.foreign == []
