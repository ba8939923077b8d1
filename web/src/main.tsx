import { Fragment, options, render } from "preact";
import { App } from "./app.tsx";
import { follow_links } from "./state/location.ts";
import { made_visible, READ_ATTRIBUTES } from "./text/visible.ts";

// Before any element comes to be, so that no view has to think of it.
const before = options.vnode;
options.vnode = (vnode) => {
  if (typeof vnode.type === "string" || vnode.type === Fragment) {
    const props = vnode.props as Record<string, unknown>;
    for (const name of READ_ATTRIBUTES) if (props[name] !== undefined) props[name] = made_visible(props[name]);
  }
  before?.(vnode);
};

document.addEventListener("click", follow_links);
const root = document.getElementById("app");
if (root) {
  root.replaceChildren();
  render(<App />, root);
}
