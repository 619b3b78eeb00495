"""Verifies that a webhook comes from the broker, as Standard Webhooks defines it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Mapping

from .errors import HalyardError

# The tolerated age of a message: an older one may be a replay.
TOLERANCE_S = 5 * 60


def verify_webhook(headers: Mapping[str, str], body: bytes, secret: str) -> tuple[str, Any]:
    """Returns the id and the event; raises when the signature or the time is wrong.

    Drop an id that you know. `body` is what was received, before any parsing.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    message_id = lower.get("webhook-id", "")
    timestamp = lower.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
        raise HalyardError("The webhook is too old or has no time")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    signatures = lower.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(f"v1,{expected}", one) for one in signatures):
        raise HalyardError("The signature of the webhook is wrong")
    return message_id, json.loads(body)
