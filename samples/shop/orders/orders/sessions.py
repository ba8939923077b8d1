"""Who is logged in. Sessions live in memory; a restart logs everybody out, which is fine for a corner shop."""

from __future__ import annotations

import os
import secrets
import threading
import time

SESSION_SECONDS = int(os.environ.get("SESSION_HOURS", "12")) * 3600


class SessionStore:
    def __init__(self, lifetime: float = SESSION_SECONDS, now=time.monotonic) -> None:
        self._lifetime = lifetime
        self._now = now
        self._expiry_by_token: dict[str, tuple[str, float]] = {}
        self._lock = threading.Lock()

    def open(self, customer: str) -> str:
        """A fresh token that nobody can guess."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._expiry_by_token[token] = (customer, self._now() + self._lifetime)
        return token

    def customer_of(self, token: str) -> str | None:
        with self._lock:
            found = self._expiry_by_token.get(token)
            if found is None or found[1] < self._now():
                return None
            return found[0]

    def remove_expired(self) -> int:
        """Forgets sessions whose time is over, and says how many there were. Called every minute."""
        with self._lock:
            dead = [token for token, (_, expiry) in self._expiry_by_token.items() if expiry < self._now()]
            for token in dead:
                del self._expiry_by_token[token]
            return len(dead)
