"""What a push message needs of cryptography: the key of the house, its signature, and what only one browser can read.

It is large, so a house loads it when somebody first wants push messages.
"""

import base64
from typing import Final

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from tablee.server.store.notification_choices import PushDevice

KEY_BYTES: Final = 65
AUTH_BYTES: Final = 16
CURVE: Final = ec.SECP256R1()


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Raises ValueError."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_private_key() -> str:
    """The secret number of a new key, base64url."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encoded(number.to_bytes(32, "big"))


def check_browser_keys(public_key: str, auth: str) -> None:
    """Raises ValueError unless a browser may have made these."""
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(public_key))
    if len(decoded(public_key)) != KEY_BYTES or len(decoded(auth)) != AUTH_BYTES:
        raise ValueError(auth)


class PushEncryption:
    """Signs with the key of the house, so that push services know the sender, and encrypts for one browser."""

    def __init__(self, private_key: str) -> None:
        self._vapid = Vapid02.from_raw(private_key.encode())
        public = ec.derive_private_key(int.from_bytes(decoded(private_key), "big"), CURVE).public_key()
        self.public_key = encoded(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        """What browsers need of the key, base64url."""

    def headers(self, contact: str, origin: str) -> dict[str, str]:
        """The headers of a request to a push service."""
        return dict(self._vapid.sign({"sub": contact, "aud": origin}))

    @staticmethod
    def encrypted(text: bytes, device: PushDevice) -> bytes:
        """What only this browser can read; raises ValueError if its keys are none."""
        body: bytes = http_ece.encrypt(
            text,
            private_key=ec.generate_private_key(CURVE),
            dh=decoded(device.public_key),
            auth_secret=decoded(device.auth),
            version="aes128gcm",
        )
        return body
