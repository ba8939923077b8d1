import { render } from "preact";
import { CartPage } from "./CartPage";
import { ShopApi } from "./api";

const token = sessionStorage.getItem("token") ?? "";
const root = document.getElementById("app");
if (root) {
  render(<CartPage api={new ShopApi(token)} onOrdered={(id) => (location.hash = `#/orders/${id}`)} />, root);
}
