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
    const last = messages.getByRole("button").last();
    await messages.getByRole("button").nth(1).focus();
    for (let count = await messages.getByRole("button").count(); count > 2; --count) await page.keyboard.press("Tab");
    assert.equal(await last.evaluate((one) => document.activeElement === one), true);
    const in_sight = await last.evaluate((one) => {
      const [own, around] = [one.getBoundingClientRect(), one.closest(".sequence").getBoundingClientRect()];
      return own.top >= around.top && own.bottom <= around.bottom && own.bottom <= innerHeight;
    });
    assert.ok(in_sight, "the last message has the focus and is out of sight");
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

test("the map of services is narrowed to one and its neighbours, zoomed and drawn along", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/services`);
    const nodes = page.locator(".graph [data-node]");
    await nodes.first().waitFor();
    const all = await nodes.count();
    await page.getByLabel("Service", { exact: true }).selectOption({ label: "payments" });
    await page.waitForURL(/service=market%2Fpayments.*near=1/);
    await page.locator('[data-node="shop/catalog"]').waitFor({ state: "detached" });
    const few = await nodes.count();
    assert.ok(few > 2 && few < all, `${few} of ${all}`);
    await look_over(page, "services-near");
    await page.getByRole("radio", { name: "Two steps" }).check();
    await page.waitForURL(/near=2/);
    await page.waitForFunction((before) => document.querySelectorAll(".graph [data-node]").length > before, few);
    await page.reload();
    assert.equal(await page.getByRole("radio", { name: "Two steps" }).isChecked(), true);
    const width = () => page.locator(".graph-svg").evaluate((svg) => svg.getBoundingClientRect().width);
    const before = await width();
    await page.getByRole("button", { name: "Larger" }).click();
    await page.waitForFunction((least) => document.querySelector(".graph-svg").getBoundingClientRect().width > least, before);
    const region = page.getByRole("region", { name: "Services and who needs whom, drawn" });
    await region.focus();
    for (let i = 0; i < 3; ++i) await page.keyboard.press("+");
    await page.waitForFunction((least) => document.querySelector(".graph-svg").getBoundingClientRect().width > 2 * least, before);
    const box = await region.boundingBox();
    const scrolled = () => region.evaluate((one) => [one.scrollLeft, one.scrollTop]);
    await region.evaluate((one) => one.scrollTo(120, 100));
    const ground = await page.locator(".graph-svg").evaluate((svg, { x, y, width, height }) => {
      for (let top = y + 20; top < y + height - 20; top += 7)
        for (let left = x + 20; left < x + width - 20; left += 7)
          if (document.elementFromPoint(left, top)?.classList.contains("graph-ground")) return { left, top };
    }, box);
    const stood = await scrolled();
    await page.mouse.move(ground.left, ground.top);
    await page.mouse.down();
    await page.mouse.move(ground.left + 30, ground.top + 25, { steps: 3 });
    await page.mouse.up();
    assert.deepEqual(await scrolled(), [stood[0] - 30, stood[1] - 25]);
    await region.focus();
    await page.keyboard.press("0");
    await page.waitForFunction(() => {
      const [svg, around] = [document.querySelector(".graph-svg"), document.querySelector(".graph-scroll")];
      return svg.getBoundingClientRect().height <= around.clientHeight + 1;
    });
  }));

test("who goes by keyboard gets past a drawing of many boxes in one step", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/services`);
    await page.locator(".graph [data-node]").first().waitFor();
    const past = page.getByRole("button", { name: "Past the drawing" });
    await past.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.closest(".graph") === null), true);
  }));
