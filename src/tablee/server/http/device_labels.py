"""What a device is called in the list of a guest's devices: its browser and its system, nothing more."""

from typing import Final

_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


def device_label(user_agent: str) -> str:
    """The browser and the system; empty if neither is known.

    >>> device_label("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox, Android'
    """
    found = [next((name for sign, name in signs.items() if sign in user_agent), "") for signs in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, found))
