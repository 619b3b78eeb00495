"""Calls watchlists, keys and missed frames; the test runs it and its TypeScript twin.

It answers each line, which names the key to revoke, with a line of JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

from halyard import ApiError, Halyard

ATTEMPTS_MAX = 40
PAUSE_S = 0.1


async def main() -> None:
    async with Halyard(url=os.environ["HALYARD_URL"], key=os.environ["HALYARD_KEY"]) as halyard:
        say({"ready": True})
        while line := await asyncio.to_thread(sys.stdin.readline):
            spare_key = json.loads(line)["spareKey"]
            say(
                {
                    "watchlists": await call_watchlists(halyard),
                    "keys": await call_keys(halyard, spare_key),
                    "frames": await call_frames(halyard),
                }
            )


def say(answer: object) -> None:
    print(json.dumps(answer), flush=True)


async def call_watchlists(halyard: Halyard) -> dict[str, Any]:
    created = await halyard.create_watchlist({"name": "Coins", "symbols": ["BTCUSD"]})
    changed = await halyard.update_watchlist(created["id"], {"symbols": ["ETHUSD", "BTCUSD"]})
    favourites = await halyard.update_watchlist("favourites", {"symbols": ["ETHUSD"]})
    read = await halyard.get_watchlist(created["id"])
    listed = [one["name"] for one in (await halyard.list_watchlists())["data"]]
    await halyard.delete_watchlist(created["id"])
    deleted: str | None = None
    try:
        await halyard.get_watchlist(created["id"])
    except ApiError as error:
        deleted = error.code
    return {
        "created": [created["name"], created["symbols"]],
        "changed": changed["symbols"],
        "favourites": favourites["symbols"],
        "isRead": read["id"] == created["id"] and read["symbols"][0] == "ETHUSD",
        "listed": listed,
        "deleted": deleted,
    }


async def call_keys(halyard: Halyard, spare_key: str) -> dict[str, Any]:
    async def list_names() -> list[str]:
        return [one["name"] for one in (await halyard.list_keys())["data"]]

    before = await list_names()
    await halyard.revoke_key(spare_key)
    return {"before": before, "after": await list_names()}


async def call_frames(halyard: Halyard) -> dict[str, Any]:
    account = (await halyard.list_accounts())["data"][0]["id"]
    channel = f"account:{account}"
    first = (await halyard.list_frames(channel=channel))["data"][0]

    async def list_missed() -> list[Any]:
        since = str(first["seq"])
        page = await halyard.list_frames(channel=channel, stream=first["stream"], since=since)
        return page["data"]

    none = await list_missed()
    await halyard.create_order(
        account,
        {
            "type": "limit",
            "client_order_id": "missed",
            "symbol": "BTCUSD",
            "side": "buy",
            "margin": "20",
            "leverage": 2,
            "price": "39000",
            "time_in_force": "gtc",
        },
    )
    missed: list[Any] = []
    for _ in range(ATTEMPTS_MAX):
        await asyncio.sleep(PAUSE_S)
        missed = await list_missed()
        if missed:
            break
    return {
        "first": first["type"],
        "none": len(none),
        "missed": missed[0]["type"] if missed else None,
        "isNext": bool(missed) and missed[0]["seq"] == first["seq"] + 1,
    }


asyncio.run(main())
