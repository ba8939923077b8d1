import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { before, test } from "node:test";
import { look_over, on_page, samples, url, with_browser } from "./browser.mjs";

with_browser();

// A client and a service of two repositories: one call that lands, one that nobody answers, and a route that nobody calls.
const FILES = {
  "front/src/http.js": "import axios from 'axios'\nexport default axios.create({ baseURL: '/api' })\n",
  "front/src/users.js":
    "import http from './http'\nexport function user(id) {\n  return http.get(`/users/${id}`)\n}\nexport const gone = () => http.get('/gone/away')\n",
  "back/src/main/java/Users.java":
    'import org.springframework.web.bind.annotation.*;\n@RestController\n@RequestMapping("/api/users")\nclass Users {\n' +
    '  @GetMapping("/{id}") String one() { return ""; }\n  @PostMapping String add() { return ""; }\n}\n',
};

const ask = async (path, options) => (await fetch(`${url}/api/v1${path}`, options)).json();

async function add(name) {
  const body = JSON.stringify({ location: `${samples}/${name}`, name });
  let job = await ask("/repos", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  while (job.state === "queued" || job.state === "running") {
    await new Promise((done) => setTimeout(done, 50));
    job = await ask(`/jobs/${job.id}`);
  }
  assert.equal(job.state, "done", JSON.stringify(job));
}

before(async () => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(`${samples}/${path}`), { recursive: true });
    writeFileSync(`${samples}/${path}`, text);
  }
  for (const name of ["front", "back"]) await add(name);
});

const drawer = (page) => page.getByRole("dialog", { name: "Code inspector" });
const links = (page) => page.getByRole("region", { name: "Links" });

test("links are drawn, listed and narrowed, and one shows both its sides", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/links`);
    await links(page).getByRole("row").nth(1).waitFor();
    await page.locator("[data-node]").first().waitFor();
    await look_over(page, "links");
    const all = await links(page).getByRole("row").count();
    await page.locator(".edge-touch", { hasText: /market\/orders calls market\/inventory: 2/ }).dispatchEvent("click");
    await page.waitForURL(/pair=market/);
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 2);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.waitForFunction(() => !location.search.includes("pair="));
    await page.getByLabel("Filter").fill("get users {id}");
    await links(page)
      .getByRole("row", { name: /front.*back/ })
      .waitFor();
    await page.waitForURL(/find=get/);
    await page.waitForFunction((before) => document.querySelectorAll("tbody tr").length <= before, all - 1);
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

test("the arrow of a single link opens it with both its sides", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/links?in=front`);
    await page.locator(".edge-touch", { hasText: "front calls back: 1 link" }).dispatchEvent("click");
    await page.waitForURL(/link=/);
    await drawer(page).getByRole("region", { name: "Who calls" }).locator(".line-hit").waitFor();
    await drawer(page).getByRole("region", { name: "Who answers" }).locator(".line-hit").waitFor();
    await page.keyboard.press("Escape");
    await drawer(page).waitFor({ state: "hidden" });
    const row = links(page).getByRole("row", { name: /front.*back/ });
    await row.getByRole("link", { name: /Users\.java/ }).click();
    await page.waitForURL(/at=back%3A/);
    await page.locator(".code-pane .line-hit").first().waitFor();
  }));

test("the map of a group shows its repositories, and that of an empty one says so", () =>
  on_page({}, async (page) => {
    const post = (body) => ask("/groups", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    await post({ name: "pair", repo_ids: ["front", "back"] });
    await post({ name: "nobody" });
    await page.goto(`${url}/links`);
    await page.locator('[data-node="market/orders"]').waitFor();
    await page.getByLabel("Of which repositories").selectOption({ label: "pair" });
    await page.waitForURL(/group=pair/);
    await page.locator('[data-node="market/orders"]').waitFor({ state: "detached" });
    await page.locator('[data-node="front"]').waitFor();
    await page.getByLabel("Of which repositories").selectOption({ label: "market" });
    await page.waitForURL(/group=pair.*in=market/);
    await page.locator('[data-node="market/orders"]').waitFor();
    await page.locator('[data-node="front"]').waitFor();
    await look_over(page, "links-group-and-repository");
    await page.getByRole("button", { name: "Leave out the group pair" }).click();
    await page.locator('[data-node="front"]').waitFor({ state: "detached" });
    await page.locator('[data-node="market/orders"]').waitFor();
    await page.goto(`${url}/links?group=nobody`);
    await page.getByText("The group nobody has no repositories").waitFor();
    await look_over(page, "links-nobody");
    await page.getByLabel("Of which repositories").selectOption({ label: "front" });
    await page.locator('[data-node="front"]').waitFor();
    await page.goto(`${url}/flows?group=pair`);
    await page.getByText("2 of 2").waitFor();
    await page.goto(`${url}/status?group=pair`);
    await page.getByRole("row", { name: /front ready/ }).waitFor();
    assert.equal(await page.getByRole("row", { name: /market ready/ }).count(), 0);
  }));

test("remarks on an answer are folded where they are many", () =>
  on_page({}, async (page) => {
    const warnings = Array.from({ length: 150 }, (_, index) => `file_${index}.java could not be parsed whole: line ${index + 1}`);
    await page.route("**/api/v1/graph/links*", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), warnings } });
    });
    await page.goto(`${url}/links?in=front`);
    const fold = page.getByText("150 remarks on what is shown");
    await fold.waitFor();
    await fold.click();
    await page.getByText(/file_99\.java/).waitFor();
    await page.getByText("and 50 more").waitFor();
    await look_over(page, "links-warnings");
  }));

test("calls that nobody answers and routes that nobody calls are listed", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/links?list=unmatched`);
    await page.getByRole("tab", { name: /Unmatched calls/, selected: true }).waitFor();
    await page.getByRole("region", { name: "Calls that nobody answers" }).getByRole("link", { name: "/api/gone/away" }).waitFor();
    await look_over(page, "links-unmatched");
    await page.getByRole("tab", { name: /Uncalled routes/ }).click();
    await page.waitForURL(/list=uncalled/);
    await page.getByRole("region", { name: "Routes that nobody calls" }).getByRole("link").first().waitFor();
    await look_over(page, "links-uncalled");
    await page.getByLabel("How sure").selectOption("exact");
    await page.waitForURL(/sure=exact/);
    assert.equal(await page.getByLabel("How sure").inputValue(), "exact");
  }));
