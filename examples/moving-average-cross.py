"""Moving-average cross: holds a bought position while the fast average of the closing prices is above
the slow one, and closes it when the fast average is below. It decides once for each new candle.

    export HALYARD_URL=http://localhost:3000 HALYARD_KEY=hk_practice_…
    PYTHONPATH=sdk/python python3 examples/moving-average-cross.py

Settings: HALYARD_URL, HALYARD_KEY (scope trade), SYMBOL (BTCUSD), TIMEFRAME (1m), FAST (5) and SLOW (20)
in candles, MARGIN (100.00) in euros, LEVERAGE (2).

It treats every open position of the symbol as its own and can be restarted at any time. Give it an
account, or a symbol, in which nobody else trades.
"""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import datetime, timedelta
from statistics import fmean
from typing import Any

from halyard import Halyard, HalyardError

LENGTHS_MIN = {
    "1m": 1,
    "5m": 5,
    "15m": 15,
    "30m": 30,
    "1h": 60,
    "4h": 240,
    "1d": 1_440,
    "1w": 10_080,
}
# The API returns at most 2,000 candles, and twice as many as needed are read.
SLOW_MAX = 1_000

URL = os.environ.get("HALYARD_URL", "")
KEY = os.environ.get("HALYARD_KEY", "")
SYMBOL = os.environ.get("SYMBOL", "BTCUSD")
TIMEFRAME: Any = os.environ.get("TIMEFRAME", "1m")
FAST = int(os.environ.get("FAST", "5"))
SLOW = int(os.environ.get("SLOW", "20"))
MARGIN = os.environ.get("MARGIN", "100.00")
LEVERAGE = int(os.environ.get("LEVERAGE", "2"))


async def main() -> None:
    if not URL or not KEY:
        raise SystemExit("Set HALYARD_URL and HALYARD_KEY")
    if TIMEFRAME not in LENGTHS_MIN:
        raise SystemExit(f"TIMEFRAME is one of {', '.join(LENGTHS_MIN)}")
    if not 1 <= FAST < SLOW <= SLOW_MAX:
        raise SystemExit(f"FAST and SLOW are whole numbers with 1 ≤ FAST < SLOW ≤ {SLOW_MAX}")
    async with Halyard(url=URL, key=KEY) as halyard:
        accounts = (await halyard.list_accounts())["data"]
        if not accounts:
            raise SystemExit("The key opens no account")
        account_id = accounts[0]["id"]
        print(f"Trading {SYMBOL} with account {account_id}", flush=True)
        decided_at = ""
        async for candles in halyard.follow_candles(SYMBOL, TIMEFRAME):
            if not candles or candles[-1]["start_at"] == decided_at:
                continue
            decided_at = candles[-1]["start_at"]
            try:
                await decide(halyard, account_id, decided_at)
            except HalyardError as error:
                # The next candle decides again, from the positions that are open then.
                print(error, file=sys.stderr)


async def decide(halyard: Halyard, account_id: str, start_at: str) -> None:
    closes = await list_closes(halyard, start_at)
    if len(closes) < SLOW:
        print(f"Waiting for candles: {len(closes)} of {SLOW}", flush=True)
        return
    difference = fmean(closes[-FAST:]) - fmean(closes)
    held = (await halyard.list_positions(account_id))["data"]
    positions = [position for position in held if position["symbol"] == SYMBOL]
    if difference > 0 and not positions:
        await open_position(halyard, account_id, start_at)
    if difference < 0:
        for position in positions:
            trade = await halyard.close_position(account_id, position["id"], {})
            print(f"Closed at {trade['close_price']} with {trade['profit']}", flush=True)


async def open_position(halyard: Halyard, account_id: str, start_at: str) -> None:
    quotes = (await halyard.list_quotes(symbols=SYMBOL))["data"]
    if not quotes:
        return
    order = await halyard.create_order(
        account_id,
        {
            "type": "market",
            # One order for each candle: repeating it opens nothing.
            "client_order_id": f"cross-{SYMBOL}-{start_at}",
            "symbol": SYMBOL,
            "side": "buy",
            "margin": MARGIN,
            "leverage": LEVERAGE,
            "requested_price": quotes[0]["ask"],
        },
    )
    if order["type"] == "market":
        print(f"Bought at {order['position']['open_price']}", flush=True)


async def list_closes(halyard: Halyard, start_at: str) -> list[float]:
    """The closing prices of the last SLOW candles before the current one, which is not complete."""
    start = datetime.fromisoformat(start_at)
    first = start - 2 * SLOW * timedelta(minutes=LENGTHS_MIN[TIMEFRAME])
    candles = await halyard.list_candles(
        symbol=SYMBOL, timeframe=TIMEFRAME, from_=first.isoformat(), to=start_at
    )
    # Averages decide and are never booked: binary floating point is exact enough for them.
    complete = [one for one in candles["data"] if datetime.fromisoformat(one["start_at"]) < start]
    return [float(candle["close"]) for candle in complete][-SLOW:]


asyncio.run(main())
