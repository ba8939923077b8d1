import assert from "node:assert/strict";
import { test } from "node:test";
import { look_over, on_page, url, with_browser } from "./browser.mjs";

with_browser();

test("the state of the server is there: figures, jobs, models, memory, indexes", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/repositories/shop`);
    await page.getByRole("button", { name: "Sync" }).click();
    await page.getByText(/Indexed in/).waitFor({ timeout: 60_000 });
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${url}/status`);
    await page.locator(".job-row", { hasText: "shop" }).first().getByText("done").waitFor();
    await page.locator(".figure", { hasText: "Repositories" }).getByText("2", { exact: true }).waitFor();
    await page.getByText("static-code").waitFor();
    await page.locator(".fact", { hasText: "Memory in use" }).getByText(/MB/).waitFor();
    await page
      .locator(".fact", { hasText: "Version" })
      .getByText(/\d+\.\d+/)
      .waitFor();
    await page.getByRole("row", { name: /market ready/ }).waitFor();
    assert.ok(!asked.includes("/openapi.json"), "the version costs no large file");
    await look_over(page, "status");
  }));

test("a model that is in use is not taken away, and the page says so", () =>
  on_page({ allow: [/status of 409/] }, async (page) => {
    await page.route("**/api/v1/models/status", (route) =>
      route.fulfill({
        json: { provider: "ollama", model: "qwen3-embedding:0.6b", dimensions: 1024, available: true, resident: true, keep_alive: "30s" },
      }),
    );
    await page.route("**/api/v1/models/unload", (route) =>
      route.fulfill({
        status: 409,
        contentType: "application/problem+json",
        json: { title: "Conflict", status: 409, code: "conflict", detail: "the model is in use", hint: "Wait for the job to end." },
      }),
    );
    await page.goto(`${url}/status`);
    await page.getByText("in memory").waitFor();
    await page.getByRole("button", { name: "Free its memory" }).click();
    await page.getByText("the model is in use").waitFor();
  }));

test("the theme follows the system until one is chosen, and stays chosen", () =>
  on_page({ scheme: "dark" }, async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto(`${url}/status`);
    const dark = await paper();
    await page.getByRole("button", { name: /^Theme/ }).click();
    const light = await paper();
    assert.notEqual(light, dark);
    await page.reload();
    assert.equal(await paper(), light);
    await page.getByRole("button", { name: /^Theme/ }).click();
    assert.equal(await paper(), dark);
  }));

test("a server that went away is said to be gone, and asked again", () =>
  on_page({ allow: [/ERR_/] }, async (page) => {
    await page.goto(`${url}/status`);
    await page.getByRole("row", { name: /market/ }).waitFor();
    await page.route("**/api/**", (route) => route.abort());
    await page.getByRole("link", { name: "Repositories", exact: true }).click();
    await page.getByText("Grove doesn’t answer.").waitFor();
    await page.unroute("**/api/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".repo-row").first().waitFor();
  }));

/** What has the focus, where something else lies over it or it is out of sight; "" where it can be seen. */
const covered_focus = (page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    const { left, top, width, height, bottom } = one.getBoundingClientRect();
    if (width * height === 0 || height > innerHeight / 2) return "";
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    const is_seen =
      bottom > 0 &&
      top < innerHeight &&
      over !== null &&
      (one.contains(over) || over.contains(one) || over.closest("label")?.contains(one));
    return is_seen ? "" : `${one.outerHTML.slice(0, 80)} under ${over?.outerHTML.slice(0, 60)}`;
  });

test("what takes the focus is never under a bar", () =>
  on_page({}, async (page) => {
    for (const [width, height] of [
      [1280, 340],
      [390, 520],
    ]) {
      await page.setViewportSize({ width, height });
      for (const path of ["/status", "/services", "/groups", "/repositories"]) {
        await page.goto(url + path);
        await page.waitForLoadState("networkidle");
        for (const key of ["Tab", "Shift+Tab"])
          for (let i = 0; i < 45; ++i) {
            await page.keyboard.press(key);
            assert.equal(await covered_focus(page), "", `${path}, ${width} wide`);
          }
      }
    }
  }));
