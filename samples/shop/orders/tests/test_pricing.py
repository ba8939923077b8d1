from datetime import date

import pytest

from orders.cart import Cart
from orders.money import Money
from orders.pricing import Voucher, VoucherRejected, apply_voucher, quote

TODAY = date(2030, 6, 1)
SUMMER = Voucher("SUMMER", percent=10, minimum=Money(20_00), valid_until=date(2030, 8, 31))


def cart_of(cents: int, quantity: int) -> Cart:
    cart = Cart("ada")
    cart.put("tea", Money(cents), quantity)
    return cart


def test_small_orders_pay_for_delivery():
    assert quote(cart_of(10_00, 1), None, TODAY).total == Money(14_90)


def test_large_orders_are_delivered_free():
    assert quote(cart_of(10_00, 5), None, TODAY).delivery == Money(0)


def test_bulk_discount_comes_before_the_voucher():
    priced = quote(cart_of(10_00, 10), SUMMER, TODAY)
    assert priced.bulk_discount == Money(5_00)
    assert priced.voucher_discount == Money(9_50)


def test_expired_vouchers_are_rejected():
    with pytest.raises(VoucherRejected, match="expired"):
        apply_voucher(Money(50_00), SUMMER, date(2030, 9, 1))


def test_vouchers_need_their_minimum():
    with pytest.raises(VoucherRejected, match="at least"):
        apply_voucher(Money(19_99), SUMMER, TODAY)
