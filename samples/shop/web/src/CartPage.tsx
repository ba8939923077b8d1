import { useEffect, useState } from "preact/hooks";
import { ApiError, CartView, ShopApi } from "./api";
import { formatMoney, pieces } from "./format";

interface Props {
  api: ShopApi;
  onOrdered: (orderId: string) => void;
}

/** Shows what is in the cart and lets the customer buy it. */
export function CartPage({ api, onOrdered }: Props) {
  const [cart, setCart] = useState<CartView | null>(null);
  const [voucher, setVoucher] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    api.cart().then(setCart, (error) => setProblem(String(error.message)));
  }, [api]);

  async function buy() {
    setProblem(null);
    try {
      const order = await api.placeOrder("door", voucher || undefined);
      onOrdered(order.id);
    } catch (error) {
      setProblem(explain(error));
    }
  }

  if (!cart) return <p>{problem ?? "One moment …"}</p>;
  return (
    <section>
      <ul>
        {cart.lines.map((line) => (
          <li key={line.sku}>
            {line.sku}: {pieces(line.quantity)}, {formatMoney(line.cents)}
          </li>
        ))}
      </ul>
      <p>Subtotal {formatMoney(cart.subtotalCents)}</p>
      <input value={voucher} onInput={(event) => setVoucher(event.currentTarget.value)} placeholder="Voucher" />
      <button onClick={buy} disabled={cart.lines.length === 0}>
        Buy
      </button>
      {problem && <p role="alert">{problem}</p>}
    </section>
  );
}

function explain(error: unknown): string {
  if (error instanceof ApiError && error.status === 409) return "Somebody was faster: " + error.message;
  if (error instanceof ApiError && error.status === 401) return "You were away for long. Please log in again.";
  return error instanceof Error ? error.message : "Something went wrong.";
}
