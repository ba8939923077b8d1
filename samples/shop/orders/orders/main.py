"""HTTP routes of the order service."""

from __future__ import annotations

from fastapi import Depends, FastAPI, Header, HTTPException
from pydantic import BaseModel

from orders.cart import Cart, CartFull
from orders.catalog_client import CatalogClient, OutOfStock
from orders.pricing import VoucherRejected
from orders.sessions import SessionStore
from orders.wiring import checkout, find_voucher

app = FastAPI(title="orders")
catalog = CatalogClient()
sessions = SessionStore()
carts: dict[str, Cart] = {}


class AddLine(BaseModel):
    sku: str
    quantity: int = 1


class PlaceOrder(BaseModel):
    payment_token: str
    voucher: str | None = None


def current_customer(authorization: str = Header()) -> str:
    customer = sessions.customer_of(authorization.removeprefix("Bearer "))
    if customer is None:
        raise HTTPException(401, "please log in again")
    return customer


@app.post("/api/cart/lines", status_code=204)
def add_line(body: AddLine, customer: str = Depends(current_customer)) -> None:
    cart = carts.setdefault(customer, Cart(customer))
    try:
        cart.put(body.sku, catalog.price_of(body.sku), body.quantity)
    except CartFull as full:
        raise HTTPException(422, str(full)) from full


@app.get("/api/cart")
def show_cart(customer: str = Depends(current_customer)) -> dict:
    cart = carts.setdefault(customer, Cart(customer))
    return {
        "lines": [{"sku": line.sku, "quantity": line.quantity, "cents": line.total().cents} for line in cart.lines.values()],
        "subtotalCents": cart.subtotal().cents,
    }


@app.post("/api/orders", status_code=201)
def place_order(body: PlaceOrder, customer: str = Depends(current_customer)) -> dict:
    try:
        order = checkout(catalog).place_order(carts[customer], find_voucher(body.voucher), body.payment_token)
    except OutOfStock as short:
        raise HTTPException(409, str(short)) from short
    except VoucherRejected as rejected:
        raise HTTPException(422, str(rejected)) from rejected
    del carts[customer]
    return {"id": order.id, "totalCents": order.quote.total.cents, "receipt": order.receipt}
