"""Turns a cart into an order, or leaves everything as it was."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from orders.cart import Cart
from orders.catalog_client import CatalogClient, OutOfStock
from orders.pricing import Quote, Voucher, quote


class Payments(Protocol):
    def charge(self, order_id: str, cents: int, token: str) -> str: ...


class ParcelQueue(Protocol):
    def announce(self, order_id: str, lines: list[tuple[str, int]]) -> None: ...


class PaymentDeclined(Exception):
    """The bank refused. Nothing was bought and nothing is reserved any more."""


@dataclass(frozen=True)
class Order:
    id: str
    customer: str
    quote: Quote
    receipt: str


class Checkout:
    def __init__(self, catalog: CatalogClient, payments: Payments, parcels: ParcelQueue) -> None:
        self._catalog = catalog
        self._payments = payments
        self._parcels = parcels

    def place_order(self, cart: Cart, voucher: Voucher | None, payment_token: str) -> Order:
        """Reserves stock, charges the customer, announces the parcel. Whatever fails before the charge is undone."""
        if cart.is_empty():
            raise ValueError("an empty cart can't be ordered")
        order_id = uuid.uuid4().hex
        priced = quote(cart, voucher, date.today())
        self._reserve_all(order_id, cart)
        try:
            receipt = self._payments.charge(order_id, priced.total.cents, payment_token)
        except PaymentDeclined:
            self._catalog.release(order_id)
            raise
        self._parcels.announce(order_id, [(line.sku, line.quantity) for line in cart.lines.values()])
        return Order(order_id, cart.customer, priced, receipt)

    def _reserve_all(self, order_id: str, cart: Cart) -> None:
        for line in cart.lines.values():
            try:
                self._catalog.reserve(order_id, line.sku, line.quantity)
            except OutOfStock:
                self._catalog.release(order_id)
                raise
