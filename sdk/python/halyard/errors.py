"""The errors of a call."""

from __future__ import annotations

from .types import Problem


class HalyardError(Exception):
    """Any failure of a call.

    `is_outcome_unknown` says whether the request may have been carried out although no answer says
    so. Sending it again with the same `idempotency_key` (for an order its `client_order_id`) is safe.
    """

    def __init__(
        self,
        message: str,
        *,
        is_outcome_unknown: bool = False,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(message)
        self.is_outcome_unknown = is_outcome_unknown
        self.idempotency_key = idempotency_key


class ApiError(HalyardError):
    """The API replied with an error; `code` names it."""

    def __init__(
        self,
        problem: Problem,
        *,
        is_outcome_unknown: bool = False,
        idempotency_key: str | None = None,
    ) -> None:
        text = f"{problem['code']}: {problem['detail']} (request {problem['request_id']})"
        super().__init__(
            text, is_outcome_unknown=is_outcome_unknown, idempotency_key=idempotency_key
        )
        self.problem = problem
        self.code = problem["code"]
        self.status = problem["status"]


class ConnectionError(HalyardError):
    """There was no reply, or the reply is not the API's."""
