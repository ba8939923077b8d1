"""From a cart to the amount a customer pays: vouchers, bulk discounts, delivery and tax."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from orders.cart import Cart
from orders.money import Money

FREE_DELIVERY_FROM = Money(50_00)
DELIVERY_FEE = Money(4_90)
VAT_PERCENT = 19
BULK_THRESHOLD = 10
BULK_PERCENT = 5


class VoucherRejected(Exception):
    """A voucher can't be used for this cart; the text may be shown to the customer."""


@dataclass(frozen=True)
class Voucher:
    code: str
    percent: int
    minimum: Money
    valid_until: date


@dataclass(frozen=True)
class Quote:
    """All parts of a price, so that an invoice can show them."""

    subtotal: Money
    bulk_discount: Money
    voucher_discount: Money
    delivery: Money
    total: Money
    included_vat: Money


def bulk_discount(cart: Cart) -> Money:
    """Lines of ten pieces or more get five percent off."""
    saved = Money(0)
    for line in cart.lines.values():
        if line.quantity >= BULK_THRESHOLD:
            saved = saved + line.total().percent(BULK_PERCENT)
    return saved


def apply_voucher(amount: Money, voucher: Voucher | None, today: date) -> Money:
    """What the voucher takes off the amount. Raises VoucherRejected when it has expired or the amount is too small."""
    if voucher is None:
        return Money(0)
    if today > voucher.valid_until:
        raise VoucherRejected(f"voucher {voucher.code} expired on {voucher.valid_until:%d %B %Y}")
    if amount < voucher.minimum:
        raise VoucherRejected(f"voucher {voucher.code} needs an order of at least {voucher.minimum}")
    return amount.percent(voucher.percent)


def delivery_fee(amount: Money) -> Money:
    return Money(0) if amount >= FREE_DELIVERY_FROM else DELIVERY_FEE


def included_vat(gross: Money) -> Money:
    """The tax contained in a gross amount."""
    return Money(gross.cents * VAT_PERCENT // (100 + VAT_PERCENT), gross.currency)


def quote(cart: Cart, voucher: Voucher | None, today: date) -> Quote:
    """Prices a cart. Bulk discounts come first, then the voucher on what is left; delivery is never discounted."""
    subtotal = cart.subtotal()
    bulk = bulk_discount(cart)
    goods = subtotal - bulk
    off = apply_voucher(goods, voucher, today)
    goods = goods - off
    delivery = delivery_fee(goods)
    total = goods + delivery
    return Quote(subtotal, bulk, off, delivery, total, included_vat(total))
