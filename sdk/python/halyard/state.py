"""What a client knows of an account.

Its open positions and pending orders, and which closed positions and ended orders it has been told of.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from .types import Account, AccountSnapshot, AccountUpdate, EntryOrder, Position, Trade

# The number of ended items to remember, so that none is reported twice.
SEEN_MAX = 20_000


class AccountEvent(TypedDict):
    """What happened.

    `snapshot`: the whole state, at the beginning and after a gap whose trades and ended orders came
    before. `position`: opened or changed. `trade`: a position that closed, or the closed part of one;
    each comes once. `order`: a pending order that is new or changed. `order_ended`: filled, cancelled,
    rejected or expired; each comes once. `account`: the figures.
    """

    type: Literal["snapshot", "position", "trade", "order", "order_ended", "account"]
    account: NotRequired[Account]
    positions: NotRequired[list[Position]]
    orders: NotRequired[list[EntryOrder]]
    position: NotRequired[Position]
    trade: NotRequired[Trade]
    order: NotRequired[EntryOrder]


class AccountState:
    def __init__(self) -> None:
        self.account: Account | None = None
        self.positions: dict[str, Position] = {}
        self.orders: dict[str, EntryOrder] = {}
        self._seen_trades: dict[str, None] = {}
        self._seen_orders: dict[str, None] = {}

    def begin(self, snapshot: AccountSnapshot) -> None:
        """Marks everything that the first snapshot lists as ended as reported."""
        for trade in snapshot["recent_trades"]:
            _remember(self._seen_trades, trade["id"])
        for order in snapshot["recent_orders"]:
            _remember(self._seen_orders, order["id"])

    def take_ended(self, trades: list[Trade], orders: list[EntryOrder]) -> list[AccountEvent]:
        """Returns the events of the trades and ended orders that were not reported yet."""
        events: list[AccountEvent] = []
        for trade in trades:
            if _remember(self._seen_trades, trade["id"]):
                events.append({"type": "trade", "trade": trade})
        for order in orders:
            if _remember(self._seen_orders, order["id"]):
                self.orders.pop(order["id"], None)
                events.append({"type": "order_ended", "order": order})
        return events

    def take_snapshot(self, snapshot: AccountSnapshot) -> AccountEvent:
        self.account = snapshot["account"]
        # Updates in place, because callers hold the same dictionaries.
        self.positions.clear()
        self.positions.update({one["id"]: one for one in snapshot["positions"]})
        self.orders.clear()
        self.orders.update({one["id"]: one for one in snapshot["orders"]})
        return {
            "type": "snapshot",
            "account": snapshot["account"],
            "positions": snapshot["positions"],
            "orders": snapshot["orders"],
        }

    def take_update(self, update: AccountUpdate) -> list[AccountEvent]:
        self.account = update["account"]
        events: list[AccountEvent] = []
        for position in update["positions"]:
            self.positions[position["id"]] = position
            events.append({"type": "position", "position": position})
        for order in update["orders"]:
            self.orders[order["id"]] = order
            events.append({"type": "order", "order": order})
        for removed in update["removed_position_ids"]:
            self.positions.pop(removed, None)
        for order in update["ended_orders"]:
            self.orders.pop(order["id"], None)
        events += self.take_ended(update["trades"], update["ended_orders"])
        events.append({"type": "account", "account": update["account"]})
        return events


def _remember(seen: dict[str, None], name: str) -> bool:
    """Returns whether the id is new, and remembers it."""
    if name in seen:
        return False
    seen[name] = None
    if len(seen) > SEEN_MAX:
        del seen[next(iter(seen))]
    return True
