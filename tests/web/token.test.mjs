import assert from "node:assert/strict";
import { test } from "node:test";
import { look_over, on_page, url, with_browser } from "./browser.mjs";

with_browser();

test("the page asks for the token of the server, and keeps it in the tab only", () =>
  on_page({ allow: [/status of 401/] }, async (page) => {
    await page.goto(`${url}/search?q=voucher`);
    const dialog = page.getByRole("dialog", { name: "This server asks for a token" });
    await dialog.waitFor();
    await look_over(page, "token");
    await dialog.getByLabel("Token").fill("wrong");
    await page.keyboard.press("Enter");
    await dialog.getByText("did not take that token").waitFor();
    await look_over(page, "token-wrong");
    await dialog.getByLabel("Token").fill("swordfish");
    await page.keyboard.press("Enter");
    await page.locator(".result").first().waitFor();
    await dialog.waitFor({ state: "hidden" });
    await page.reload();
    await page.locator(".result").first().waitFor();
    const kept = await page.evaluate(() => ({
      local: JSON.stringify({ ...localStorage }),
      cookies: document.cookie,
      address: location.href,
    }));
    assert.ok(!JSON.stringify(kept).includes("swordfish"));
    await page.goto(`${url}/repositories/shop`);
    await page.getByRole("button", { name: "Sync" }).click();
    await page.getByText(/Indexed in/).waitFor({ timeout: 60_000 });
  }));
