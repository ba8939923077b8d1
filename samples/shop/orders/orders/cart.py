"""What a customer has put aside but not yet bought."""

from __future__ import annotations

from dataclasses import dataclass, field

from orders.money import Money

MAX_LINES = 100


class CartFull(Exception):
    """The cart already holds as many different products as it may."""


@dataclass
class Line:
    sku: str
    unit_price: Money
    quantity: int

    def total(self) -> Money:
        return self.unit_price.times(self.quantity)


@dataclass
class Cart:
    customer: str
    lines: dict[str, Line] = field(default_factory=dict)
    voucher_code: str | None = None

    def put(self, sku: str, unit_price: Money, quantity: int = 1) -> None:
        """Adds pieces of a product; a product that is there already grows in number and keeps its first price."""
        if quantity < 1:
            raise ValueError("quantity must be at least 1")
        if sku in self.lines:
            self.lines[sku].quantity += quantity
            return
        if len(self.lines) >= MAX_LINES:
            raise CartFull(f"a cart holds at most {MAX_LINES} different products")
        self.lines[sku] = Line(sku, unit_price, quantity)

    def take_out(self, sku: str) -> None:
        self.lines.pop(sku, None)

    def subtotal(self) -> Money:
        """The sum of all lines before vouchers and delivery."""
        total = Money(0)
        for line in self.lines.values():
            total = total + line.total()
        return total

    def is_empty(self) -> bool:
        return not self.lines
