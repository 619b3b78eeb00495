"""A bot for the reconnect test: it trades and follows its account while the connection breaks.

It reads one command a line, `trade` with a round or `report`, and answers each with a line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any, Awaitable, Callable

from halyard import AccountFollower, ApiError, ConnectionError, Halyard

KEPT_MAX = 5
ATTEMPTS_MAX = 30
PAUSE_S = 0.2
TERMS = {"symbol": "BTCUSD", "side": "buy", "margin": "20", "leverage": 2}

seen: dict[str, Any] = {"trades": [], "ended": [], "snapshots": 0}
kept: dict[str, list[str]] = {"positions": [], "orders": []}
# Calls that failed with an unknown outcome and were made again with the key of the error.
repeated = 0


async def main() -> None:
    async with Halyard(
        url=os.environ["HALYARD_URL"],
        key=os.environ["HALYARD_KEY"],
        timeout_s=1.5,
        silence_s=1.5,
        retries_max=1,
    ) as halyard:
        accounts = await insist(lambda attempt: halyard.list_accounts())
        account = accounts["data"][0]["id"]
        follower = halyard.follow_account(account)
        following = asyncio.create_task(follow(follower))
        say({"ready": True})
        while line := await asyncio.to_thread(sys.stdin.readline):
            command = json.loads(line)
            if command["op"] == "trade":
                await trade(halyard, account, command["round"])
                say({"round": command["round"]})
            else:
                orders = list(follower.orders.values())
                say(
                    {**seen, "repeated": repeated, "positions": list(follower.positions)}
                    | {"orders": orders}
                )
        following.cancel()


def say(answer: Any) -> None:
    print(json.dumps(answer), flush=True)


async def follow(follower: AccountFollower) -> None:
    async for event in follower:
        if event["type"] == "snapshot":
            seen["snapshots"] += 1
        elif event["type"] == "trade":
            seen["trades"].append(event["trade"]["id"])
        elif event["type"] == "order_ended":
            seen["ended"].append(event["order"]["id"])


async def trade(halyard: Halyard, account: str, number: int) -> None:
    """Opens a position and closes an older one, places an order and cancels an older one."""

    async def open_position(attempt: int) -> Any:
        quotes = await halyard.list_quotes(symbols="BTCUSD")
        order: Any = {
            "type": "market",
            "client_order_id": f"round-{number}-open-{attempt}",
            "requested_price": quotes["data"][0]["ask"] if quotes["data"] else "1",
            **TERMS,
        }
        return await certain(lambda key: halyard.create_order(account, order))

    async def place_order(attempt: int) -> Any:
        order: Any = {
            "type": "limit",
            "client_order_id": f"round-{number}-limit-{attempt}",
            "price": "39000",
            "time_in_force": "gtc",
            **TERMS,
        }
        return await certain(lambda key: halyard.create_order(account, order))

    kept["positions"].append((await insist(open_position))["position"]["id"])
    kept["orders"].append((await insist(place_order))["id"])
    if len(kept["positions"]) > KEPT_MAX:
        position = kept["positions"].pop(0)
        await insist(
            lambda attempt: certain(
                lambda key: halyard.close_position(account, position, {}, idempotency_key=key)
            )
        )
    if len(kept["orders"]) > KEPT_MAX:
        order_id = kept["orders"].pop(0)
        await insist(lambda attempt: halyard.cancel_order(account, order_id))


async def certain(call: Callable[[str | None], Awaitable[Any]]) -> Any:
    """Repeats a call whose outcome is unknown with the key that its error carries."""
    global repeated
    key: str | None = None
    for attempt in range(1, ATTEMPTS_MAX + 1):
        try:
            return await call(key)
        except (ApiError, ConnectionError) as error:
            is_unknown = error.is_outcome_unknown and error.idempotency_key is not None
            if not is_unknown or attempt == ATTEMPTS_MAX:
                raise
            key = error.idempotency_key
            repeated += 1
            await asyncio.sleep(PAUSE_S)


async def insist(call: Callable[[int], Awaitable[Any]]) -> Any:
    """Retries after temporary errors: no connection, no price yet."""
    for attempt in range(1, ATTEMPTS_MAX + 1):
        try:
            return await call(attempt)
        except (ApiError, ConnectionError) as error:
            is_passing = not isinstance(error, ApiError) or error.problem["retryable"]
            if not is_passing or attempt == ATTEMPTS_MAX:
                raise
            await asyncio.sleep(PAUSE_S)


asyncio.run(main())
