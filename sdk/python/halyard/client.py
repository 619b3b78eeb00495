"""The client: the operations of the API, and its streams."""

from __future__ import annotations

from types import TracebackType
from typing import Any, AsyncIterator, Literal

from .api import Api
from .follow import AccountFollower, follow_latest
from .stream import StreamConnection
from .transport import Operation, Request, Transport
from .types import Candle, Quote

TIMEOUT_S = 10.0
RETRIES_MAX = 4
SILENCE_S = 3.0

Timeframe = Literal["1m", "5m", "15m", "30m", "1h", "4h", "1d", "1w"]


class Halyard(Api):
    """A client of one API key. Use it as `async with Halyard(url=…, key=…) as halyard`.

    `url` is the broker's, such as `https://broker.example`. `timeout_s` is for one attempt of a
    request; `retries_max` says how often it is repeated after a failure that allows it.
    Without a frame for `silence_s` a stream counts as broken; the server sends one each second.
    """

    def __init__(
        self,
        *,
        url: str,
        key: str,
        timeout_s: float = TIMEOUT_S,
        retries_max: int = RETRIES_MAX,
        silence_s: float = SILENCE_S,
    ) -> None:
        self._transport = Transport(
            url=url, key=key, timeout_s=timeout_s, retries_max=retries_max
        )
        self._connection = StreamConnection(url=url, key=key, silence_s=silence_s)

    async def __aenter__(self) -> Halyard:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends all streams."""
        self._connection.close()
        await self._transport.close()

    def follow_account(self, account_id: str) -> AccountFollower:
        """Returns the events of an account.

        None is missed and none comes twice, whatever the connection does.
        """
        return AccountFollower(self, self._connection, account_id)

    def follow_quotes(self, symbol: str) -> AsyncIterator[Quote]:
        """Yields the latest quote of an instrument, and each that follows it."""
        return follow_latest(self._connection, f"quotes:{symbol}")

    async def follow_candles(
        self, symbol: str, timeframe: Timeframe
    ) -> AsyncIterator[list[Candle]]:
        """Yields the last completed candle and the current one, after each change."""
        name = f"candles:{symbol}:{timeframe}"
        async for update in follow_latest(self._connection, name):
            yield update["candles"]

    async def _send(self, operation: Operation, request: Request) -> Any:
        return await self._transport.send(operation, request)
