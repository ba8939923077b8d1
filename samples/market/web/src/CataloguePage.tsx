import { useEffect, useState } from "react";
import { products, stockOf, type Product } from "./catalogue";
import { placeOrder } from "./orders";

export function CataloguePage({ customer }: { customer: string }) {
  const [offers, setOffers] = useState<Product[]>([]);
  const [note, setNote] = useState("");

  useEffect(() => {
    void products().then(setOffers);
  }, []);

  async function buy(sku: string) {
    const stock = await stockOf(sku);
    if (stock.free === 0) return setNote("Nothing left");
    const order = await placeOrder(customer, [{ sku, quantity: 1 }], "card");
    setNote(`Order ${order.id}`);
  }

  return (
    <section>
      <p>{note}</p>
      {offers.map((product) => (
        <button key={product.sku} onClick={() => buy(product.sku)}>
          {product.title}
        </button>
      ))}
    </section>
  );
}
