import assert from "node:assert/strict";
import { test } from "node:test";
import { clipboard, look_over, on_page, url, with_browser } from "./browser.mjs";

with_browser();

const stock = "catalog/src/main/java/shop/corner/catalog/StockService.java";
const drawer = (page) => page.getByRole("dialog", { name: "Code inspector" });

test("a file opens at its lines, with its outline", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?at=shop:${stock}:39-43`);
    await drawer(page)
      .getByRole("link", { name: /releaseExpired/ })
      .waitFor();
    await page.locator(".line-hit").first().waitFor();
    assert.equal(await page.locator(".line-hit").count(), 5);
    assert.match(await page.locator(".line-hit").nth(1).textContent(), /release\(String orderId\)/);
    await look_over(page, "inspector-outline");
    await drawer(page)
      .getByRole("link", { name: /putBack/ })
      .click();
    await page.waitForURL(/at=.*%3A56/);
  }));

test("a click on a name says where it is defined and who uses it", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?at=shop:${stock}`);
    await page.locator(".line", { hasText: "this::putBack" }).first().waitFor();
    await page
      .locator(".tok-call", { hasText: /^putBack$/ })
      .first()
      .click();
    await page.waitForURL(/symbol=putBack/);
    const side = page.getByRole("complementary", { name: "Names" });
    await side.getByRole("link", { name: /StockService\.putBack/ }).waitFor();
    await side.locator(".usage").first().waitFor();
    assert.ok((await side.getByRole("tab", { name: "Outline" }).boundingBox()).height >= 24, "nothing squeezes the tabs");
    await look_over(page, "inspector-usages");
    await page
      .locator(".tok-call", { hasText: /^take$/ })
      .first()
      .click();
    await side.getByRole("link", { name: /Product\.take/ }).waitFor();
    await side.getByRole("tab", { name: "Callers" }).click();
    await page.waitForURL(/tab=callers/);
    await side.locator(".usage", { hasText: "StockService.reserve" }).waitFor();
    await side.getByRole("tab", { name: "Callers" }).press("ArrowRight");
    await page.waitForURL(/tab=callees/);
    await page.reload();
    await side.getByRole("tab", { name: "Callees", selected: true }).waitFor();
    await look_over(page, "inspector-callees");
  }));

test("lines are pointed out by their numbers, copied, and gone to", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?at=shop:${stock}`);
    const line = (number) => page.locator(`.code-pane .line[data-line="${number}"]`);
    await line(12).click({ position: { x: 12, y: 8 } });
    await page.waitForURL(/at=.*%3A12$/);
    await line(15).click({ position: { x: 12, y: 8 }, modifiers: ["Shift"] });
    await page.waitForURL(/at=.*%3A12-15$/);
    assert.equal(await page.locator(".line-hit").count(), 4);
    await drawer(page)
      .getByRole("button", { name: `Copy ${stock}:12-15` })
      .click();
    assert.equal(await clipboard(page), `${stock}:12-15`);
    const shown = (await page.locator(".line-hit").allTextContents()).join("").trimEnd();
    await drawer(page).getByRole("button", { name: "Copy the lines pointed out" }).click();
    assert.equal((await clipboard(page)).trimEnd(), shown);
    await drawer(page).getByLabel("Look up a name, or go to a line").fill(":40");
    await page.keyboard.press("Enter");
    await page.waitForURL(/at=.*%3A40$/);
    await page.goBack();
    await page.waitForURL(/at=.*%3A12-15$/);
  }));

test("what was asked about is marked wherever it stands", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?at=shop:${stock}&symbol=putBack`);
    await page.locator(".code-pane mark").first().waitFor();
    assert.ok((await page.locator(".code-pane mark").allTextContents()).every((text) => text === "putBack"));
    await page.goto(`${url}/search?q=release+expired&at=shop:${stock}:39-43`);
    await page.locator(".line-hit mark").first().waitFor();
    assert.equal(await page.locator(".code-pane .line:not(.line-hit) mark").count(), 0);
  }));

test("a name is looked up by keyboard, and one that is nowhere says so", () =>
  on_page({ allow: [/404/] }, async (page) => {
    await page.goto(`${url}/search?at=shop:${stock}`);
    await drawer(page).getByLabel("Look up a name, or go to a line").fill("SessionStore");
    await page.keyboard.press("Enter");
    await drawer(page)
      .getByRole("link", { name: /SessionStore/ })
      .first()
      .waitFor();
    await drawer(page).getByLabel("Look up a name, or go to a line").fill("NoSuchThing");
    await page.keyboard.press("Enter");
    await page.getByText("is not defined in the repositories searched").waitFor();
  }));

test("the drawer closes by key, button and back, and gives the focus back", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=voucher`);
    const first = page.locator(".result-link").first();
    await first.click();
    await drawer(page).waitFor();
    await page.keyboard.press("Escape");
    await drawer(page).waitFor({ state: "hidden" });
    await first.click();
    await drawer(page).getByRole("button", { name: "Close" }).click();
    await drawer(page).waitFor({ state: "hidden" });
    await page.goBack();
    await drawer(page).waitFor();
    await page.goForward();
    await drawer(page).waitFor({ state: "hidden" });
  }));

test("a file of a hundred thousand lines opens at its line", () =>
  on_page({}, async (page) => {
    const text = Array.from({ length: 100_000 }, (_, index) => `int value_${index + 1} = ${index};`).join("\n");
    await page.route("**/api/v1/files?**", (route) =>
      route.fulfill({ json: { repo: "shop", path: "long.c", language: "c", text, units: [], stale: false } }),
    );
    await page.goto(`${url}/search?at=shop:long.c:70000`);
    await page.locator(".line-hit", { hasText: "value_70000 " }).waitFor();
    assert.ok(
      await page
        .locator(".line-hit")
        .evaluate((line) => line.getBoundingClientRect().top > 0 && line.getBoundingClientRect().bottom < innerHeight),
    );
    assert.ok((await page.locator(".line").count()) < 2000, "only what is near is drawn");
  }));

test("a file that is not there says so", () =>
  on_page({ allow: [/404/] }, async (page) => {
    await page.goto(`${url}/search?at=shop:no/such/file.py:3`);
    await drawer(page).getByRole("alert").waitFor();
    await look_over(page, "inspector-missing");
  }));
