import { API_BASE } from "./config";

export type Status = "PLACED" | "PAID" | "COLLECTED" | "CANCELLED";

export interface Order {
  id: string;
  customer: string;
  status: Status;
  lines: { sku: string; quantity: number; cents: number }[];
}

export interface Wish {
  sku: string;
  quantity: number;
}

async function answer<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.json() as Promise<T>;
}

export function ordersOf(customer: string): Promise<Order[]> {
  return fetch(`${API_BASE}/orders?customer=${encodeURIComponent(customer)}`).then((response) => answer<Order[]>(response));
}

export async function placeOrder(customer: string, wishes: Wish[], paymentMethod: string): Promise<Order> {
  const response = await fetch(`${API_BASE}/orders`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ customer, wishes, paymentMethod }),
  });
  return answer<Order>(response);
}

export async function cancelOrder(id: string): Promise<Order> {
  return answer<Order>(await fetch(API_BASE + "/orders/" + id + "/cancellation", { method: "PUT" }));
}

export async function shipmentOf(orderId: string): Promise<{ orderId: string; status: string }> {
  return answer(await fetch(`${API_BASE}/shipments/${orderId}`));
}
