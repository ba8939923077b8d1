/** The order service as the browser sees it. */

export interface CartLine {
  sku: string;
  quantity: number;
  cents: number;
}

export interface CartView {
  lines: CartLine[];
  subtotalCents: number;
}

export class ApiError extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

export class ShopApi {
  constructor(private readonly token: string, private readonly base = "/api") {}

  cart(): Promise<CartView> {
    return this.call("GET", "/cart");
  }

  addToCart(sku: string, quantity = 1): Promise<void> {
    return this.call("POST", "/cart/lines", { sku, quantity });
  }

  placeOrder(paymentToken: string, voucher?: string): Promise<{ id: string; totalCents: number }> {
    return this.call("POST", "/orders", { payment_token: paymentToken, voucher });
  }

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.base + path, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new ApiError(response.status, await errorText(response));
    return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
  }
}

/** FastAPI puts the reason into `detail`; anything else is shown as its status. */
async function errorText(response: Response): Promise<string> {
  try {
    return (await response.json()).detail ?? response.statusText;
  } catch {
    return response.statusText;
  }
}
