import assert from "node:assert/strict";
import { test } from "node:test";
import { look_over, on_page, url, with_browser } from "./browser.mjs";

with_browser();

const drawer = (page) => page.getByRole("dialog", { name: "Code inspector" });
const links = (page) => page.getByRole("region", { name: "Links" });

test("links are drawn, listed and narrowed, and one shows both its sides", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/links`);
    await links(page).getByRole("row").nth(1).waitFor();
    await page.locator("[data-node]").first().waitFor();
    await look_over(page, "links");
    const all = await links(page).getByRole("row").count();
    await page.locator(".edge-touch").first().click({ force: true });
    await page.waitForURL(/pair=/);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.waitForFunction(() => !location.search.includes("pair="));
    await page.getByLabel("Filter").fill("payments");
    await page.waitForFunction((before) => document.querySelectorAll("tbody tr").length < before - 1, all);
    await links(page).getByRole("link").first().click();
    await page.waitForURL(/link=/);
    await drawer(page).getByRole("region", { name: "Who calls" }).locator(".line-hit").waitFor();
    await drawer(page).getByRole("region", { name: "Who answers" }).locator(".line-hit").waitFor();
    await look_over(page, "link");
    await page.reload();
    await drawer(page).getByRole("region", { name: "Who answers" }).locator(".line-hit").waitFor();
    await drawer(page).getByRole("region", { name: "Who calls" }).getByRole("link").click();
    await page.waitForURL(/at=/);
    await drawer(page).locator(".code-pane .line-hit").first().waitFor();
  }));

test("calls that nobody answers and routes that nobody calls are listed", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/links?list=unmatched`);
    await page.getByRole("tab", { name: /Unmatched calls/, selected: true }).waitFor();
    await look_over(page, "links-unmatched");
    await page.getByRole("tab", { name: /Uncalled routes/ }).click();
    await page.waitForURL(/list=uncalled/);
    await page.getByRole("region", { name: "Routes that nobody calls" }).getByRole("link").first().waitFor();
    await look_over(page, "links-uncalled");
    await page.getByLabel("How sure").selectOption("exact");
    await page.waitForURL(/sure=exact/);
    assert.equal(await page.getByLabel("How sure").inputValue(), "exact");
  }));
