"""Finds what ended during a gap for which the server sent a snapshot instead of the frames.

The snapshot lists the latest 50 of each kind; this finds the rest in the REST lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from .api import Api
from .errors import ApiError
from .types import AccountSnapshot, EntryOrder, Trade

# Exceeds the difference between the clocks of two servers.
CLOCK_MARGIN = timedelta(minutes=1)
# Exceeds the time from the decision about an order to the snapshot that contains it.
COMMIT_MARGIN = timedelta(seconds=1)
PAGE = "200"
PAGES_MAX = 500


@dataclass(frozen=True)
class Absence:
    account_id: str
    # The times of the first frame of the stream, and of the last one before the gap.
    first_at: str
    last_at: str
    pending_ids: list[str]
    open_ids: list[str]
    snapshot: AccountSnapshot


async def find_missed(api: Api, absence: Absence) -> tuple[list[Trade], list[EntryOrder]]:
    """Returns what ended, oldest first, including items that the client may know."""
    since = max(_time(absence.last_at) - CLOCK_MARGIN, _time(absence.first_at) - COMMIT_MARGIN)
    trades = await _find_trades(api, absence, since)
    orders = await _find_orders(api, absence, since)
    return (
        sorted(trades, key=lambda trade: trade["closed_at"]),
        sorted(orders, key=lambda order: order["ended_at"] or ""),
    )


async def _find_trades(api: Api, absence: Absence, since: datetime) -> list[Trade]:
    still_open = {position["id"] for position in absence.snapshot["positions"]}
    closed = set(absence.open_ids) - still_open
    found: dict[str, Trade] = {}

    def take_until_old(trades: list[Trade]) -> bool:
        for trade in trades:
            if _time(trade["closed_at"]) >= since or trade["id"] in closed:
                found[trade["id"]] = trade
            closed.discard(trade["id"])
        return not closed and (not trades or _time(trades[-1]["closed_at"]) < since)

    if take_until_old(absence.snapshot["recent_trades"]):
        return list(found.values())
    cursor: str | None = None
    for _ in range(PAGES_MAX):
        page = await api.list_trades(absence.account_id, limit=PAGE, cursor=cursor)
        cursor = page["next_cursor"]
        if take_until_old(page["data"]) or cursor is None:
            return list(found.values())
    raise RuntimeError("Too many positions closed during the gap")


async def _find_orders(api: Api, absence: Absence, since: datetime) -> list[EntryOrder]:
    """Finds ended orders.

    They are listed by when they were placed, so one that was pending for long can be anywhere in the
    list: those that the client knew as pending are read one by one.
    """
    snapshot = absence.snapshot
    found: dict[str, EntryOrder] = {}

    def take_until_old(orders: list[EntryOrder]) -> bool:
        for order in orders:
            if _time(order["placed_at"]) >= since:
                found[order["id"]] = order
        return not orders or _time(orders[-1]["placed_at"]) < since

    is_done = take_until_old(snapshot["recent_orders"])
    cursor: str | None = None
    pages = 0
    while not is_done:
        if pages == PAGES_MAX:
            raise RuntimeError("Too many orders ended during the gap")
        pages += 1
        page = await api.list_orders(
            absence.account_id, status="ended", limit=PAGE, cursor=cursor
        )
        cursor = page["next_cursor"]
        is_done = take_until_old(page["data"]) or cursor is None
    still_pending = {order["id"] for order in snapshot["orders"]}
    recent = {order["id"]: order for order in snapshot["recent_orders"]}
    for order_id in absence.pending_ids:
        if order_id in still_pending or order_id in found:
            continue
        order = recent.get(order_id) or await _find_order(api, absence.account_id, order_id)
        if order is not None:
            found[order_id] = order
    return list(found.values())


async def _find_order(api: Api, account_id: str, order_id: str) -> EntryOrder | None:
    """Returns the order; None for a rejected one that the server has deleted because of its age."""
    try:
        return await api.get_order(account_id, order_id)
    except ApiError as error:
        if error.code == "not-found":
            return None
        raise


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)
