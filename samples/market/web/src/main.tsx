import { createRoot } from "react-dom/client";
import { CataloguePage } from "./CataloguePage";
import { OrderPage } from "./OrderPage";

const customer = localStorage.getItem("customer") ?? "guest@harbour.example";

createRoot(document.getElementById("app")!).render(
  <main>
    <CataloguePage customer={customer} />
    <OrderPage customer={customer} />
  </main>,
);
