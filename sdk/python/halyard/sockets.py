"""Opens a WebSocket with any version of websockets from 10 on, whose client was rewritten in 13."""

from __future__ import annotations

from typing import Any, Mapping

import websockets

try:
    from websockets.asyncio.client import connect

    HEADERS = "additional_headers"
except ImportError:
    from websockets.client import connect  # type: ignore[assignment]

    HEADERS = "extra_headers"

# From this version on, the client uses the proxy of the environment by default.
PROXY_SINCE = 15
HAS_PROXY = int(websockets.__version__.split(".")[0]) >= PROXY_SINCE


async def open_socket(address: str, *, headers: Mapping[str, str], **options: Any) -> Any:
    """Returns the connection; raises what websockets raises."""
    options[HEADERS] = dict(headers)
    if HAS_PROXY:
        options["proxy"] = None
    return await connect(address, **options)


def rejected_status(error: BaseException) -> int | None:
    """Returns the HTTP status that answered the handshake; None for another error."""
    response = getattr(error, "response", None)
    status = getattr(response, "status_code", None)
    return status if status is not None else getattr(error, "status_code", None)
