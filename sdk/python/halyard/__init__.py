"""The client of the Halyard trading API."""

from .api import API_VERSION
from .client import Halyard
from .errors import ApiError, ConnectionError, HalyardError
from .follow import AccountFollower
from .state import AccountEvent
from .webhook import verify_webhook

__all__ = [
    "API_VERSION",
    "AccountEvent",
    "AccountFollower",
    "ApiError",
    "ConnectionError",
    "Halyard",
    "HalyardError",
    "verify_webhook",
]
