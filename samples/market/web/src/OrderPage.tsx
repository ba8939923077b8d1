import { useEffect, useState } from "react";
import { cancelOrder, ordersOf, type Order } from "./orders";

const price = (order: Order) => order.lines.reduce((sum, line) => sum + line.cents * line.quantity, 0) / 100;

export function OrderPage({ customer }: { customer: string }) {
  const [orders, setOrders] = useState<Order[]>([]);

  useEffect(() => {
    void ordersOf(customer).then(setOrders);
  }, [customer]);

  async function cancel(id: string) {
    const cancelled = await cancelOrder(id);
    setOrders((before) => before.map((order) => (order.id === id ? cancelled : order)));
  }

  return (
    <ul>
      {orders.map((order) => (
        <li key={order.id}>
          {order.id} {order.status} {price(order).toFixed(2)}
          {order.status === "PLACED" && <button onClick={() => cancel(order.id)}>Cancel</button>}
        </li>
      ))}
    </ul>
  );
}
