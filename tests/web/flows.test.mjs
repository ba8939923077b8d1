import assert from "node:assert/strict";
import { test } from "node:test";
import { look_over, on_page, url, with_browser } from "./browser.mjs";

with_browser();

const drawer = (page) => page.getByRole("dialog", { name: "Code inspector" });

test("an endpoint is picked, and its sequence leads to the code", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/flows`);
    await page.getByText("Choose an endpoint").waitFor();
    await page.getByLabel("Endpoint", { exact: true }).fill("post orders place");
    await page.waitForURL(/find=post/);
    await page.locator(".endpoint", { hasText: "/api/v1/orders" }).first().click();
    await page.waitForURL(/endpoint=POST/);
    const messages = page.getByRole("group", { name: "Messages" });
    await messages.getByRole("button").nth(2).waitFor();
    assert.ok((await messages.getByRole("button").count()) > 5);
    await page.getByRole("heading", { name: "Between services" }).waitFor();
    await look_over(page, "flow");
    await messages.getByRole("button").nth(1).press("Enter");
    await drawer(page).waitFor();
    await page.locator(".line-hit").first().waitFor();
    await page.keyboard.press("Escape");
    await page.reload();
    await messages.getByRole("button").nth(2).waitFor();
  }));

test("the map of services is walked by keyboard, with the table beside it", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/services`);
    const orders = page.getByRole("button", { name: "orders program :8081 in market" });
    await orders.waitFor();
    const before = await page.locator("tbody tr").count();
    await look_over(page, "services");
    await orders.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/service=market%2Forders/);
    await page.getByRole("heading", { name: /connections of orders/ }).waitFor();
    assert.ok((await page.locator("tbody tr").count()) < before);
    await look_over(page, "services-chosen");
    const place = () => page.locator('[data-node="market/orders"]').getAttribute("transform");
    const stood = await place();
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await place(), stood);
    const box = await page.locator('[data-node="shop/catalog"] rect').boundingBox();
    const at = await page.locator('[data-node="shop/catalog"]').getAttribute("transform");
    await page.mouse.move(box.x + 20, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 40, { steps: 4 });
    await page.mouse.up();
    assert.notEqual(await page.locator('[data-node="shop/catalog"]').getAttribute("transform"), at);
    await page.getByLabel("Of which repositories").selectOption({ label: "shop" });
    await page.waitForURL(/in=shop/);
    await page.locator('[data-node="market/orders"]').waitFor({ state: "detached" });
    await page.locator('[data-node="shop/orders"]').waitFor();
    await page.locator("tbody a").first().click();
    await drawer(page).waitFor();
  }));
