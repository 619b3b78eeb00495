"""Sends requests with the key and a timeout per attempt; retries those that can't act twice."""

from __future__ import annotations

import asyncio
import random
import re
import uuid
from dataclasses import dataclass, field
from typing import Any, Mapping
from urllib.parse import quote

import httpx

from .errors import ApiError, ConnectionError, HalyardError

API_PATH = "/api/v1"
RETRY_FIRST_S = 0.2
RETRY_LONGEST_S = 5.0
RETRY_AFTER_LONGEST_S = 60.0
TOO_MANY = 429
NOT_FOUND = 404
# Statuses after which the request may have been executed.
UNKNOWN_OUTCOMES = (502, 503, 504)


@dataclass(frozen=True)
class Operation:
    id: str
    method: str
    path: str
    is_idempotent: bool
    is_repeatable: bool
    has_reply: bool


@dataclass(frozen=True)
class Request:
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str | None] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True)
class File:
    media_type: str
    content: bytes


class Transport:
    def __init__(self, *, url: str, key: str, timeout_s: float, retries_max: int) -> None:
        self._url = url.rstrip("/")
        self._retries_max = retries_max
        self._timeout_s = timeout_s
        # The attempt has one deadline, in `_attempt`, and runs in a task of its own: a deadline
        # inside the caller's task competes with those of anyio, and CancelledError reaches the caller.
        self._client = httpx.AsyncClient(
            headers={"authorization": f"Bearer {key}"}, timeout=None, trust_env=False
        )

    async def send(self, operation: Operation, request: Request) -> Any:
        """Returns the parsed reply; raises an ApiError or a ConnectionError."""
        key = _find_key(operation, request)
        is_outcome_unknown = False
        retries = 0
        while True:
            answer = await self._attempt(operation, request, key)
            response = answer if isinstance(answer, httpx.Response) else None
            status = None if response is None else response.status_code
            # An earlier attempt, whose reply was lost, has deleted it.
            is_deletion = operation.method == "DELETE" and not operation.has_reply
            if is_deletion and is_outcome_unknown and status == NOT_FOUND:
                return None
            if response is not None and response.is_success:
                return _read_reply(response)
            is_unknown = status is None or status in UNKNOWN_OUTCOMES
            is_outcome_unknown |= is_unknown and operation.method != "GET"
            may_retry = status == TOO_MANY or (is_unknown and operation.is_repeatable)
            if retries >= self._retries_max or not may_retry:
                raise _to_error(answer, is_outcome_unknown, key)
            await asyncio.sleep(_wait_s(response, retries))
            retries += 1

    async def close(self) -> None:
        await self._client.aclose()

    async def _attempt(
        self, operation: Operation, request: Request, key: str | None
    ) -> httpx.Response | Exception:
        path = re.sub(
            r"\{(\w+)\}", lambda found: quote(request.path[found[1]], safe=""), operation.path
        )
        headers = {"idempotency-key": key} if operation.is_idempotent and key is not None else {}
        query = {name: value for name, value in request.query.items() if value is not None}
        sending = asyncio.create_task(
            self._client.request(
                operation.method,
                f"{self._url}{API_PATH}{path}",
                params=query or None,
                json=request.body,
                headers=headers,
            )
        )
        try:
            # httpx limits each read only, so a server that sends single bytes slowly would never
            # time out.
            await asyncio.wait({sending}, timeout=self._timeout_s)
        finally:
            sending.cancel()
        # A cancelled request ends before the next attempt begins.
        await asyncio.wait({sending})
        if sending.cancelled():
            return TimeoutError("The API did not answer in time")
        error = sending.exception()
        if error is None:
            return sending.result()
        if isinstance(error, (httpx.HTTPError, TimeoutError)):
            return error
        raise error


def _find_key(operation: Operation, request: Request) -> str | None:
    """Returns the idempotency key. An order has its own id, which serves the same purpose."""
    if operation.is_idempotent:
        return request.idempotency_key or str(uuid.uuid4())
    return None if request.body is None else request.body.get("client_order_id")


def _read_reply(response: httpx.Response) -> Any:
    media_type = response.headers.get("content-type", "")
    if not response.content:
        return None
    if media_type.startswith("application/json"):
        return response.json()
    return File(media_type, response.content)


def _to_error(
    answer: httpx.Response | Exception, is_outcome_unknown: bool, key: str | None
) -> HalyardError:
    if isinstance(answer, Exception):
        error = ConnectionError(
            f"The API could not be reached: {answer!r}",
            is_outcome_unknown=is_outcome_unknown,
            idempotency_key=key,
        )
        error.__cause__ = answer
        return error
    if not answer.headers.get("content-type", "").startswith("application/problem+json"):
        return ConnectionError(
            f"The answer {answer.status_code} is not the API's",
            is_outcome_unknown=is_outcome_unknown,
            idempotency_key=key,
        )
    return ApiError(answer.json(), is_outcome_unknown=is_outcome_unknown, idempotency_key=key)


def _wait_s(response: httpx.Response | None, retries: int) -> float:
    """Returns the delay that the reply asks for, otherwise an exponential one with jitter."""
    sent = "" if response is None else response.headers.get("retry-after", "")
    if sent.isdigit() and int(sent) > 0:
        return min(float(sent), RETRY_AFTER_LONGEST_S)
    return back_off_s(retries, RETRY_FIRST_S, RETRY_LONGEST_S)


def back_off_s(tries: int, first_s: float, longest_s: float) -> float:
    full_s: float = min(first_s * 2 ** min(tries, 20), longest_s)
    return full_s * (0.5 + random.random() / 2)
