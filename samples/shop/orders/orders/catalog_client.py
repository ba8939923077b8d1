"""Talks to the catalog service about products and stock."""

from __future__ import annotations

import os

import httpx

from orders.money import Money

CATALOG_URL = os.environ.get("CATALOG_URL", "http://localhost:8080")
TIMEOUT_SECONDS = 2.0


class OutOfStock(Exception):
    def __init__(self, sku: str) -> None:
        super().__init__(f"{sku} is out of stock")
        self.sku = sku


class CatalogClient:
    """One per process; safe to share between threads."""

    def __init__(self, base_url: str = CATALOG_URL) -> None:
        self._http = httpx.Client(base_url=base_url, timeout=TIMEOUT_SECONDS)

    def price_of(self, sku: str) -> Money:
        answer = self._http.get(f"/api/products/{sku}")
        answer.raise_for_status()
        return Money(answer.json()["priceCents"])

    def reserve(self, order_id: str, sku: str, quantity: int) -> None:
        """Sets pieces aside for an order for fifteen minutes. Raises OutOfStock when there are too few."""
        answer = self._http.post(f"/api/products/{sku}/reservations", json={"orderId": order_id, "quantity": quantity})
        if answer.status_code == 409:
            raise OutOfStock(sku)
        answer.raise_for_status()

    def release(self, order_id: str) -> None:
        self._http.delete(f"/api/reservations/{order_id}")
