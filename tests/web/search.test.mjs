import assert from "node:assert/strict";
import { test } from "node:test";
import { look_over, on_page, url, with_browser } from "./browser.mjs";

with_browser();

test("the first page says what is there and how to begin", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/`);
    await page.getByText("2 repositories").waitFor();
    await look_over(page, "search-empty");
  }));

test("results come as one types, and the address keeps the search", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search`);
    const box = page.getByRole("searchbox");
    await box.fill("expired ses");
    const answered = page.waitForResponse((response) => response.request().postDataJSON?.()?.query === "expired sessions");
    await box.pressSequentially("sions");
    await answered;
    await page.waitForURL(/q=expired\+sessions/);
    await page.locator(".answer-line").waitFor();
    await page.locator("section[aria-busy=false]").waitFor();
    assert.ok((await page.locator("mark").count()) > 0, "matched terms are marked");
    const first = await page.locator(".result-link").first().textContent();
    await page.reload();
    await page.locator(".result").first().waitFor();
    assert.equal(await page.locator(".result-link").first().textContent(), first);
    assert.equal(await page.getByRole("searchbox").inputValue(), "expired sessions");
    await look_over(page, "search-results");
  }));

test("facets narrow the results and can be cleared", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=order`);
    await page.locator(".result").first().waitFor();
    const facet = page.getByRole("group", { name: "Repository" });
    await facet.getByRole("checkbox", { name: /^shop/ }).check();
    await page.waitForURL(/repo=shop/);
    await page.waitForFunction(() => [...document.querySelectorAll(".result .where-repo")].every((one) => one.textContent === "shop"));
    await facet.getByRole("checkbox", { name: /^market/ }).waitFor();
    await page.getByRole("group", { name: "Language" }).getByRole("checkbox").first().check();
    await page.waitForURL(/lang=/);
    await page.getByLabel("Path").fill("orders/**");
    await page.getByLabel("Path").press("Enter");
    await page.waitForURL(/path=orders/);
    await page.getByRole("button", { name: "Clear 3 filters" }).click();
    await page.waitForFunction(() => !location.search.includes("repo="));
  }));

test("everything goes by keyboard", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=reserve+stock`);
    await page.locator(".result").nth(1).waitFor();
    await page.keyboard.press("Tab");
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("/");
    const focus = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.className);
    assert.equal(await focus(), "search-text");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focus(), "result-link");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Code inspector" }).waitFor();
    await page.waitForURL(/at=/);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !location.search.includes("at="));
    await page.waitForFunction(() => document.activeElement?.className === "result-link");
    await page.keyboard.press("Escape");
    assert.equal(await focus(), "search-text");
  }));

test("an answer that comes late does not take the place of a newer one", () =>
  on_page({}, async (page) => {
    await page.route("**/api/v1/search", async (route) => {
      if (route.request().postDataJSON().query === "cart") await new Promise((done) => setTimeout(done, 800));
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${url}/search`);
    const box = page.getByRole("searchbox");
    await box.fill("cart");
    await page.waitForRequest("**/api/v1/search");
    await box.fill("parcel");
    await page.waitForURL(/q=parcel/);
    await page.locator(".result").first().waitFor();
    await page.waitForTimeout(1000);
    assert.ok((await page.locator("mark").allTextContents()).every((text) => /parcel/i.test(text)));
  }));

test("lines behind units that are left out keep their own numbers", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=StockService&repo=market&kind=class`);
    const result = page.locator(".result", { has: page.locator('.result-link[href*="StockService.kt"]') }).first();
    await result.getByRole("button", { name: /Show all/ }).click();
    const last = new URL(await result.locator(".result-link").evaluate((link) => link.href)).searchParams.get("at").split("-").at(-1);
    assert.equal(await result.locator(".line").last().getAttribute("data-line"), last);
  }));

test("the plan says how an answer came about", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=voucher`);
    await page.locator(".result").first().waitFor();
    await page.getByLabel("Explain").check();
    await page.getByRole("heading", { name: /How this was found/ }).waitFor();
    assert.ok((await page.locator(".plan tbody tr").count()) >= 2);
    await look_over(page, "search-plan");
  }));

test("nothing found, and what the server refuses, say what to do", () =>
  on_page({ allow: [/status of 400/] }, async (page) => {
    await page.goto(`${url}/search?q=zzqqxx&mode=keyword`);
    await page.getByText("Nothing matches").waitFor();
    await page.goto(`${url}/search?q=order&lang=klingon`);
    await page.getByRole("alert").waitFor();
    await look_over(page, "search-refused");
  }));

test("text from repositories is text, never markup", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=${encodeURIComponent('<img src=x onerror="document.title=1">')}`);
    await page.locator("main").waitFor();
    assert.equal(await page.locator("main img").count(), 0);
  }));

test("an address that no view has says so", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/no/such/view`);
    await page.getByText("No view has this address").waitFor();
    await look_over(page, "not-found");
  }));
