import assert from "node:assert/strict";
import { test } from "node:test";
import { clipboard, look_over, on_page, url, with_browser } from "./browser.mjs";

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

test("facets count more than what is shown, and as if they did not narrow the search themselves", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=order&lang=java`);
    const languages = page.getByRole("group", { name: "Language" });
    await languages.getByRole("checkbox", { name: /^java / }).waitFor();
    assert.ok(await languages.getByRole("checkbox", { name: /^java / }).isChecked());
    const count = async (group, name) =>
      Number((await group.locator(".choice", { hasText: name }).locator(".choice-count").textContent()) ?? "");
    assert.ok((await languages.getByRole("checkbox").count()) > 1, "other languages stay to choose from, in a page opened by its address");
    assert.ok((await count(languages, /^java/)) > (await page.locator(".result").count()), "more is counted than is shown");
    await page.goto(`${url}/search?q=order&repo=shop`);
    const repositories = page.getByRole("group", { name: "Repository" });
    await repositories.getByRole("checkbox", { name: /^market/ }).waitFor();
    assert.ok((await count(repositories, /^market/)) > 0);
  }));

test("the results before stay where they are until the next are there", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=voucher`);
    await page.locator(".result").first().waitFor();
    await page.route("**/api/v1/search", async (route) => {
      await new Promise((done) => setTimeout(done, 500));
      await route.continue().catch(() => undefined);
    });
    await page.evaluate(() => {
      globalThis.fewest = Infinity;
      new MutationObserver(
        () => (globalThis.fewest = Math.min(globalThis.fewest, document.querySelectorAll(".result, .skeleton").length)),
      ).observe(document.querySelector("main"), { childList: true, subtree: true });
    });
    await page.getByRole("searchbox").fill("parcel");
    await page.locator("section[aria-busy=true] .result").first().waitFor();
    await page
      .locator(".result-link", { hasText: /parcel/i })
      .first()
      .waitFor();
    assert.equal(await page.locator(".search-main .skeleton").count(), 0);
    assert.ok((await page.evaluate(() => globalThis.fewest)) > 0, "the list is never empty");
  }));

test("the way back from another view leads to where one was", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=order`);
    await page.locator(".result").nth(8).waitFor();
    await page.locator(".result-link").nth(8).focus();
    const was = await page.evaluate(() => scrollY);
    assert.ok(was > 300);
    await page.getByRole("link", { name: "Status" }).click();
    await page.getByRole("heading", { name: "Models" }).waitFor();
    await page.goBack();
    await page.waitForFunction((y) => Math.abs(scrollY - y) < 2, was);
  }));

test("a search whose words stand nowhere says that its results are only near in meaning", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=zzzzqqqq`);
    await page.locator(".result").first().waitFor();
    await page.getByText("None of these words stands in the code searched").waitFor();
    await page.getByRole("searchbox").fill("voucher");
    await page.getByText("None of these words").waitFor({ state: "hidden" });
  }));

test("a result's place and code can be copied", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=reserve+stock`);
    const first = page.locator(".result").first();
    const at = new URL(await first.locator(".result-link").evaluate((link) => link.href)).searchParams.get("at");
    const place = /^[^:]+:(.*?:\d+)/.exec(at)[1];
    await first.getByRole("button", { name: `Copy ${place}` }).click();
    assert.equal(await clipboard(page), place);
    await first.getByRole("button", { name: /Copy the code/ }).click();
    assert.ok((await clipboard(page)).length > place.length);
    await first.locator(".result-link").focus();
    await page.keyboard.press("c");
    await page.waitForFunction((text) => navigator.clipboard.readText().then((held) => held === text), place);
  }));

test("keys lead through the views, and are listed", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/status`);
    await page.getByRole("heading", { name: "Models" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await look_over(page, "keys");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "hidden" });
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await page.waitForURL(/repositories$/);
    await page.keyboard.press("/");
    await page.waitForURL(/search$/);
    await page.waitForFunction(() => document.activeElement?.id === "search-text");
    await page.keyboard.type("g r/?");
    await page.waitForURL(/q=g\+r/);
    await page.goto(`${url}/groups`);
    await page.getByLabel("New group").focus();
    await page.keyboard.press("Control+k");
    await page.waitForFunction(() => document.activeElement?.id === "search-text");
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
    await page.locator(".result").first().locator(".ranks").getByText("by words").waitFor();
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

test("a name and code that turn their direction are shown as they are", () =>
  on_page({}, async (page) => {
    await page.route("**/api/v1/search", async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll("SessionStore", "Session\u202eerotS");
      await route.fulfill({ response, body: text });
    });
    await page.goto(`${url}/search?q=SessionStore`);
    await page.locator(".result").first().waitFor();
    const shown = await page.locator("main").textContent();
    assert.ok(shown.includes("Session\\u{202e}erotS"), "the character is written out");
    assert.ok(!/[\u202a-\u202e\u2066-\u2069]/.test(shown), "and nowhere as itself");
  }));
