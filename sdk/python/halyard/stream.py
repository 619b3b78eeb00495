"""One WebSocket for all channels of a client.

It connects when the first channel is opened, connects again after every break, and asks for each
channel from the frame that it had last.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, Protocol

from websockets.exceptions import WebSocketException

from .errors import ApiError, ConnectionError
from .sockets import open_socket, rejected_status
from .transport import back_off_s

STREAM_PATH = "/api/v1/stream"
KEY_ENDED = 4401
REFUSED = (401, 403)
RETRY_FIRST_S = 0.1
RETRY_LONGEST_S = 5.0
FRAME_BYTES_MAX = 16_000_000

Position = tuple[str, int]
Frame = dict[str, Any]


class Channel(Protocol):
    name: str

    def position(self) -> Position | None:
        """Returns the frame to continue after; None requests a snapshot."""
        ...

    def receive(self, frame: Frame) -> None: ...

    def fail(self, error: Exception) -> None: ...


class StreamConnection:
    def __init__(self, *, url: str, key: str, silence_s: float) -> None:
        # Converts http to ws, and https to wss.
        self._address = f"ws{url.rstrip('/').removeprefix('http')}{STREAM_PATH}"
        self._key = key
        self._silence_s = silence_s
        self._channels: dict[str, Channel] = {}
        self._socket: Any = None
        self._running: asyncio.Task[None] | None = None
        # Messages wait here in order, so that a channel can send without waiting.
        self._outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def open(self, channel: Channel) -> None:
        if channel.name in self._channels:
            raise ValueError(f"{channel.name} is followed already")
        self._channels[channel.name] = channel
        if self._running is None:
            self._running = asyncio.create_task(self._run())
        else:
            self.subscribe(channel)

    def subscribe(self, channel: Channel) -> None:
        """Requests the channel's frames after its position."""
        position = channel.position()
        message: dict[str, Any] = {"op": "subscribe", "channel": channel.name}
        if position is not None:
            message["stream"], message["since"] = position
        self._send(message)

    def pause(self, channel: Channel) -> None:
        """Stops the server from sending; the channel keeps its position."""
        self._send({"op": "unsubscribe", "channel": channel.name})

    def leave(self, channel: Channel) -> None:
        if self._channels.get(channel.name) is not channel:
            return
        del self._channels[channel.name]
        self.pause(channel)
        if not self._channels:
            self._stop()

    def close(self) -> None:
        self._fail(ConnectionError("The client was closed"))

    def _send(self, message: dict[str, Any]) -> None:
        if self._socket is not None:
            self._outgoing.put_nowait(message)

    def _stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
        self._running = None

    async def _run(self) -> None:
        tries = 0
        while self._channels:
            try:
                tries = await self._connect(tries)
            except (OSError, TimeoutError, WebSocketException, EOFError) as error:
                status = rejected_status(error)
                if status in REFUSED:
                    self._fail(ConnectionError(f"The stream was refused with the status {status}"))
                    return
                closed = getattr(error, "rcvd", None)
                if closed is not None and closed.code == KEY_ENDED:
                    self._fail(ConnectionError("The API key has ended"))
                    return
            await asyncio.sleep(back_off_s(tries, RETRY_FIRST_S, RETRY_LONGEST_S))
            tries += 1

    async def _connect(self, tries: int) -> int:
        """Uses one connection until it breaks; returns 0 if a frame has arrived."""
        socket = await open_socket(
            self._address,
            headers={"authorization": f"Bearer {self._key}"},
            open_timeout=self._silence_s,
            close_timeout=0.1,
            ping_interval=None,
            max_size=FRAME_BYTES_MAX,
        )
        self._outgoing = asyncio.Queue()
        self._socket = socket
        writing = asyncio.create_task(self._write(socket, self._outgoing))
        try:
            for channel in list(self._channels.values()):
                self.subscribe(channel)
            while True:
                # A half-open connection delivers not even heartbeats.
                async with asyncio.timeout(self._silence_s):
                    text = await socket.recv()
                tries = 0
                self._receive(json.loads(text))
        except TimeoutError:
            return tries
        finally:
            # A new connection may have taken its place.
            if self._socket is socket:
                self._socket = None
            writing.cancel()
            socket.transport.abort()

    async def _write(
        self, socket: Any, outgoing: asyncio.Queue[dict[str, Any]]
    ) -> None:
        try:
            while True:
                await socket.send(json.dumps(await outgoing.get()))
        except (OSError, WebSocketException):
            # The reader gets the same error.
            return

    def _receive(self, frame: Frame) -> None:
        name = frame["channel"]
        channel = None if name is None else self._channels.get(name)
        if frame["type"] != "error":
            if channel is not None:
                channel.receive(frame)
        elif channel is not None:
            self.leave(channel)
            channel.fail(ApiError(frame["problem"]))
        elif frame["problem"]["code"] == "api-key-invalid":
            self._fail(ApiError(frame["problem"]))

    def _fail(self, error: Exception) -> None:
        """Fails all channels without a retry, which the server would reject, too."""
        channels = list(self._channels.values())
        self._channels.clear()
        self._stop()
        for channel in channels:
            channel.fail(error)
