import { render } from "preact";
import { App } from "./app.tsx";
import { follow_links } from "./state/location.ts";

document.addEventListener("click", follow_links);
const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  render(<App />, root);
}
