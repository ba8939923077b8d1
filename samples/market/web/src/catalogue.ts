import axios from "axios";
import { API_BASE, PAYMENTS_BASE } from "./config";

export interface Product {
  sku: string;
  title: string;
  supplier: string;
}

export interface Stock {
  sku: string;
  free: number;
  cents: number;
}

const api = axios.create({ baseURL: API_BASE, timeout: 5000 });

export async function products(): Promise<Product[]> {
  return (await api.get<Product[]>("/products")).data;
}

export async function stockOf(sku: string): Promise<Stock> {
  return (await api.get<Stock>(`/stock/${sku}`)).data;
}

export async function addProduct(product: Product): Promise<Product> {
  return (await api.post<Product>("/products", product)).data;
}

export async function statement(orderId: string): Promise<unknown[]> {
  return (await axios.get<unknown[]>(`${PAYMENTS_BASE}/statements`, { params: { orderId } })).data;
}
