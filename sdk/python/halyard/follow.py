"""The events of an account in order, across interruptions, and the latest prices."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, AsyncIterator

from .api import Api
from .errors import ApiError, HalyardError
from .missed import Absence, find_missed
from .state import AccountEvent, AccountState
from .stream import Frame, Position, StreamConnection
from .types import Account, AccountSnapshot, EntryOrder
from .types import Position as OpenPosition

# The maximum number of frames that wait for a slow consumer. Beyond it the channel pauses, and the
# consumer's next read requests the missing frames.
WAITING_MAX = 1_000
RECOVERY_RETRY_S = 1.0
TOO_MANY = 429
SERVER_ERRORS = 500


class AccountFollower:
    """Yields the events of the account."""

    def __init__(self, api: Api, connection: StreamConnection, account_id: str) -> None:
        self._api = api
        self._connection = connection
        self._account_id = account_id
        self._state = AccountState()

    @property
    def account(self) -> Account | None:
        """The account as of the last event."""
        return self._state.account

    @property
    def positions(self) -> dict[str, OpenPosition]:
        """Open positions by id, as of the last event."""
        return self._state.positions

    @property
    def orders(self) -> dict[str, EntryOrder]:
        """Pending orders by id, as of the last event."""
        return self._state.orders

    async def __aiter__(self) -> AsyncIterator[AccountEvent]:
        channel = _AccountChannel(f"account:{self._account_id}", self._connection)
        state = self._state
        first_at = last_at = ""
        self._connection.open(channel)
        try:
            while True:
                frame = await channel.next()
                if frame["type"] == "update":
                    events = state.take_update(frame["data"])
                elif first_at == "":
                    state.begin(frame["data"])
                    events = [state.take_snapshot(frame["data"])]
                else:
                    snapshot = frame["data"]
                    events = await self._recover(first_at, last_at, snapshot)
                    events.append(state.take_snapshot(snapshot))
                first_at = first_at or frame["at"]
                last_at = frame["at"]
                for event in events:
                    yield event
        finally:
            self._connection.leave(channel)

    async def _recover(
        self, first_at: str, last_at: str, snapshot: AccountSnapshot
    ) -> list[AccountEvent]:
        """Returns the events of trades and ended orders in the missed frames."""
        absence = Absence(
            account_id=self._account_id,
            first_at=first_at,
            last_at=last_at,
            pending_ids=list(self.orders),
            open_ids=list(self.positions),
            snapshot=snapshot,
        )
        while True:
            try:
                trades, orders = await find_missed(self._api, absence)
                return self._state.take_ended(trades, orders)
            except HalyardError as error:
                # Retries while the API is unreachable, because the gap can't be closed without it.
                if isinstance(error, ApiError) and not _is_passing(error.status):
                    raise
                await asyncio.sleep(RECOVERY_RETRY_S)


def _is_passing(status: int) -> bool:
    return status >= SERVER_ERRORS or status == TOO_MANY


class _AccountChannel:
    """Delivers each frame of the account once and in order."""

    def __init__(self, name: str, connection: StreamConnection) -> None:
        self.name = name
        self._connection = connection
        self._waiting: deque[Frame] = deque()
        self._last: Position | None = None
        self._is_paused = False
        self._error: Exception | None = None
        self._awake = asyncio.Event()

    def position(self) -> Position | None:
        return self._last

    def receive(self, frame: Frame) -> None:
        if frame["type"] == "unsubscribed" or self._is_paused:
            return
        stream, seq = frame["stream"], frame["seq"]
        is_same_stream = self._last is not None and self._last[0] == stream
        expected = 0 if self._last is None else self._last[1] + 1
        if frame["type"] == "heartbeat":
            if is_same_stream and seq >= expected:
                self._connection.subscribe(self)
            return
        if frame["type"] == "update" and (not is_same_stream or seq != expected):
            # Drops a repeated frame. After a missing one, requests the frames since the last.
            if not is_same_stream or seq > expected:
                self._connection.subscribe(self)
            return
        if len(self._waiting) >= WAITING_MAX:
            self._is_paused = True
            self._connection.pause(self)
            return
        self._last = (stream, seq)
        self._waiting.append(frame)
        self._awake.set()

    def fail(self, error: Exception) -> None:
        self._error = error
        self._awake.set()

    async def next(self) -> Frame:
        while True:
            if self._waiting:
                return self._waiting.popleft()
            if self._error is not None:
                raise self._error
            if self._is_paused:
                self._is_paused = False
                self._connection.subscribe(self)
            self._awake.clear()
            await self._awake.wait()


async def follow_latest(connection: StreamConnection, name: str) -> AsyncIterator[Any]:
    """Yields the latest state of a channel; a slow consumer misses the states in between."""
    channel = _LatestChannel(name)
    connection.open(channel)
    try:
        while True:
            yield await channel.next()
    finally:
        connection.leave(channel)


class _LatestChannel:
    def __init__(self, name: str) -> None:
        self.name = name
        self._last: Position | None = None
        self._data: Any = None
        self._error: Exception | None = None
        self._awake = asyncio.Event()

    def position(self) -> Position | None:
        return self._last

    def receive(self, frame: Frame) -> None:
        if frame["type"] not in ("snapshot", "update"):
            return
        self._last = (frame["stream"], frame["seq"])
        self._data = frame["data"]
        self._awake.set()

    def fail(self, error: Exception) -> None:
        self._error = error
        self._awake.set()

    async def next(self) -> Any:
        while True:
            data, self._data = self._data, None
            if data is not None:
                return data
            if self._error is not None:
                raise self._error
            self._awake.clear()
            await self._awake.wait()
