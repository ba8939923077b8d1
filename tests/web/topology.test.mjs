import assert from "node:assert/strict";
import { test } from "node:test";
import { look_over, on_page, url, with_browser } from "./browser.mjs";

with_browser();

const api = (method, path, body) =>
  fetch(`${url}/api/v1${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

test("a group is made, filled, searched and deleted, and its repositories stay", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/groups`);
    await page.getByText("There is no group yet").waitFor();
    await look_over(page, "groups-none");
    await page.getByLabel("New group").fill("platform");
    await page.getByRole("button", { name: "Create" }).click();
    const card = page.locator(".group-card", { hasText: "platform" });
    await card.getByLabel("Add a repository to platform").selectOption("shop");
    await card.getByRole("link", { name: "shop" }).waitFor();
    await card.getByLabel("Add a repository to platform").selectOption("market");
    await card.getByRole("link", { name: "market" }).waitFor();
    await look_over(page, "groups");
    await card.getByRole("button", { name: "Take market out of platform" }).click();
    await card.getByRole("link", { name: "market" }).waitFor({ state: "hidden" });
    await card.getByRole("link", { name: "Search" }).click();
    await page.waitForURL(/group=platform/);
    await page.getByRole("searchbox").fill("order");
    await page.getByText(/in 1 repository/).waitFor();
    await page.goto(`${url}/groups`);
    await card.getByRole("button", { name: "Delete platform" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("There is no group yet").waitFor();
    assert.equal((await api("GET", "/repos/shop")).status, 200);
  }));

test("a group of many shows its first members, and all when asked", () =>
  on_page({}, async (page) => {
    const members = Array.from({ length: 40 }, (_, index) => `repository-with-a-long-name-${index + 1}`);
    await page.route("**/api/v1/graph/relations", (route) =>
      route.fulfill({ json: { version: 1, repositories: members, groups: [{ name: "all", members }], dependencies: [] } }),
    );
    await page.goto(`${url}/groups`);
    const card = page.locator(".group-card", { hasText: "all" });
    await card.getByRole("button", { name: "28 more" }).waitFor();
    assert.equal(await card.getByRole("listitem").count(), 12);
    await look_over(page, "groups-many");
    await card.getByRole("button", { name: "28 more" }).click();
    await card.getByRole("link", { name: "repository-with-a-long-name-40" }).waitFor();
    await card.getByRole("button", { name: "Fewer" }).click();
    await card.getByRole("link", { name: "repository-with-a-long-name-40" }).waitFor({ state: "hidden" });
  }));

test("dependencies of long names fit a phone, with the table and the drawing", () =>
  on_page({}, async (page) => {
    const names = Array.from({ length: 30 }, (_, index) => `an-organisation+a-repository-with-quite-a-long-name-${index + 1}`);
    const dependencies = names.slice(1).map((from, index) => ({ from, to: names[Math.floor(index / 3)], origin: "declared" }));
    await page.route("**/api/v1/graph/relations", (route) =>
      route.fulfill({ json: { version: 1, repositories: names, groups: [], dependencies } }),
    );
    await page.goto(`${url}/dependencies`);
    await page.getByRole("row").nth(20).waitFor();
    await look_over(page, "dependencies-many");
  }));

test("dependencies are drawn by pulling and by a form, and a cycle is refused", () =>
  on_page({ allow: [/status of 409/] }, async (page) => {
    await page.goto(`${url}/dependencies`);
    const node = (name) => page.locator(`[data-node="${name}"]`);
    await node("shop").waitFor();
    const handle = await node("shop").locator(".node-handle").boundingBox();
    const target = await node("market").locator("rect").boundingBox();
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(target.x + 40, target.y + 20, { steps: 6 });
    await page.mouse.up();
    await page.getByRole("row", { name: /shop market/ }).waitFor();
    await look_over(page, "dependencies");
    const form = page.getByRole("form", { name: "New dependency" });
    await form.getByLabel("Repository").selectOption("market");
    await form.getByLabel("depends on").selectOption("shop");
    await form.getByRole("button", { name: "Add" }).click();
    await page.getByRole("alert").getByText(/cycle/i).waitFor();
    await page.goto(`${url}/repositories/shop`);
    await page.locator(".fact", { hasText: "Depends on" }).getByRole("link", { name: "market" }).waitFor();
  }));

test("results of repositories beyond those asked for say how they were reached", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/search?q=stock&repo=shop&expand=upstream&depth=1`);
    await page.locator(".badge-relation", { hasText: "upstream · 1 hop" }).first().waitFor();
    await look_over(page, "search-expanded");
    await page.goto(`${url}/dependencies`);
    await page.getByRole("button", { name: "Remove: shop depends on market" }).click();
    await page.getByRole("row", { name: /shop market/ }).waitFor({ state: "hidden" });
  }));

test("whoever was overtaken by somebody else is told, and loses nothing", () =>
  on_page({ allow: [/status of 412/] }, async (page) => {
    await page.goto(`${url}/groups`);
    await page.getByLabel("New group").fill("mine");
    assert.equal((await api("POST", "/groups", { name: "theirs" })).status, 201);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("Somebody else changed groups").waitFor();
    await page.getByRole("heading", { name: "theirs" }).waitFor();
    await look_over(page, "groups-overtaken");
    await page.getByRole("button", { name: "Do it again" }).click();
    await page.getByRole("heading", { name: "mine" }).waitFor();
    await page.getByText("Somebody else changed groups").waitFor({ state: "hidden" });
    assert.equal(await page.getByLabel("New group").inputValue(), "");
    for (const name of ["mine", "theirs"]) await api("DELETE", `/groups/${name}`);
  }));

test("suggestions are accepted and dismissed", () =>
  on_page({}, async (page) => {
    const evidence = [{ kind: "npm", name: "shop", path: "web/src/api.ts", line: 3, reason: "package.json names it" }];
    let left = [
      { from: "market", to: "shop", evidence, total: 7 },
      { from: "shop", to: "market", evidence, total: 1 },
    ];
    const decisions = [];
    await page.route("**/api/v1/graph/suggestions", (route) => route.fulfill({ json: { version: 1, suggestions: left } }));
    await page.route("**/api/v1/repos/*/suggestions/*", (route) => {
      decisions.push(`${new URL(route.request().url()).pathname} ${route.request().postDataJSON().decision}`);
      left = left.slice(1);
      return route.fulfill({ json: {} });
    });
    await page.goto(`${url}/dependencies`);
    await page.getByText("and 6 more places").waitFor();
    await look_over(page, "suggestions");
    await page.getByRole("button", { name: "Accept: market depends on shop" }).click();
    await page.getByText("and 6 more places").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Dismiss: shop depends on market" }).click();
    await page.getByText("Nothing that is not declared").waitFor();
    assert.deepEqual(decisions, ["/api/v1/repos/market/suggestions/shop accept", "/api/v1/repos/shop/suggestions/market dismiss"]);
  }));
