import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { look_over, on_page, samples, url, with_browser } from "./browser.mjs";

with_browser();

/** A folder of some files, some of which can't be searched. */
function make_folder(name, files) {
  const folder = `${samples}/${name}`;
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < files; ++index) writeFileSync(`${folder}/part_${index}.py`, `def lantern_${index}():\n    return ${index}\n`);
  writeFileSync(`${folder}/picture.bin`, Buffer.from([0, 1, 2, 3, 0, 255]));
  return folder;
}

const row = (page, name) => page.locator(".repo-row", { hasText: name });

test("repositories are listed with what is in them", () =>
  on_page({}, async (page) => {
    await page.goto(`${url}/repositories`);
    await row(page, "market").getByText("ready").waitFor();
    await row(page, "shop")
      .getByText(/\d+ files/)
      .waitFor();
    await look_over(page, "repositories");
  }));

test("a folder is added, indexed with live progress, searched, synced, renamed and removed", () =>
  on_page({ allow: [/status of 409/] }, async (page) => {
    const folder = make_folder("lantern", 1200);
    await page.goto(`${url}/repositories`);
    await page.getByRole("button", { name: "Add a repository" }).click();
    await look_over(page, "repositories-add");
    await page.getByLabel("Folder or Git address").fill(folder);
    await page.getByLabel("Name (optional)").fill("lantern");
    await page.getByRole("button", { name: "Add and index" }).click();
    await row(page, "lantern").getByText("ready").waitFor({ timeout: 60_000 });
    await row(page, "lantern").getByText("1,200 files").waitFor();
    await page.goto(`${url}/search?q=lantern_77`);
    await page.locator(".result-link", { hasText: "lantern_77" }).first().waitFor();

    await page.goto(`${url}/repositories/lantern`);
    await page.getByRole("heading", { name: "Coverage" }).waitFor();
    await page.getByRole("row", { name: /picture\.bin/ }).waitFor();
    await page.getByText("could not be parsed whole").waitFor({ state: "hidden" });
    writeFileSync(`${folder}/part_1.py`, "def lantern_new():\n    return 1\n");
    writeFileSync(`${folder}/broken.py`, "import flask\napp = flask.Flask(__name__)\n@app.get('/x')\ndef (:\n    return ((\n");
    await page.getByRole("button", { name: "Sync" }).click();
    await page.getByText(/Indexed in .*1 changed/).waitFor({ timeout: 60_000 });
    await page.getByText(/1 file of lantern could not be parsed whole.*broken\.py/).waitFor();
    await look_over(page, "repository");

    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByLabel("Name", { exact: true }).fill("shop");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    await look_over(page, "repository-change");
    await page.getByLabel("Name", { exact: true }).fill("lanterns");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/repositories\/lanterns$/);
    await page.getByRole("heading", { name: "Coverage" }).waitFor();

    await page.getByRole("button", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove lanterns?" });
    await dialog.waitFor();
    await look_over(page, "repository-remove");
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Remove" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.waitForURL(/\/repositories$/);
    await row(page, "shop").waitFor();
    assert.equal(await row(page, "lantern").count(), 0);
  }));

test("a job shows how far it is and can be stopped", () =>
  on_page({}, async (page) => {
    const steps = [
      { state: "queued" },
      { state: "running", progress: { stage: "parsing", done: 120, total: 400, unit: "files" } },
      { state: "cancelled", ended_at: "2026-01-01T00:00:00Z" },
    ].map((step) => ({ id: "7", kind: "sync", repo: "shop", repo_id: "x", created_at: "2026-01-01T00:00:00Z", ...step }));
    let stopped = false;
    await page.route("**/api/v1/repos/shop/sync", (route) => route.fulfill({ status: 202, json: steps[0] }));
    await page.route("**/api/v1/jobs/7", (route) => {
      stopped ||= route.request().method() === "DELETE";
      return route.fulfill({ json: stopped ? steps[2] : steps[1] });
    });
    await page.route("**/api/v1/jobs/7/events", (route) =>
      route.fulfill({ contentType: "text/event-stream", body: `event: progress\ndata: ${JSON.stringify(steps[1])}\n\n` }),
    );
    await page.goto(`${url}/repositories`);
    await page.getByRole("button", { name: "Sync shop" }).click();
    await page.getByText("parsing 120 of 400 files").waitFor();
    assert.equal(await page.getByRole("progressbar", { name: "shop: sync" }).getAttribute("value"), "120");
    await look_over(page, "repositories-progress");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("parsing 120 of 400 files").waitFor({ state: "hidden" });
  }));

test("what can't be added says why", () =>
  on_page({ allow: [/status of 4\d\d/] }, async (page) => {
    await page.goto(`${url}/repositories`);
    await page.getByRole("button", { name: "Add a repository" }).click();
    await page.getByLabel("Folder or Git address").fill(`${samples}/no-such-folder`);
    await page.getByRole("button", { name: "Add and index" }).click();
    await page.getByRole("alert").waitFor();
    await page.goto(`${url}/repositories/nobody`);
    await page.getByRole("alert").waitFor();
  }));

test("an instance without repositories says how to begin", () =>
  on_page({}, async (page) => {
    await page.route("**/api/v1/repos", (route) => route.fulfill({ json: { repositories: [] } }));
    await page.goto(`${url}/`);
    await page.getByText("No repository is registered yet").waitFor();
    await look_over(page, "search-no-repositories");
    await page.getByRole("link", { name: "Add a repository" }).click();
    await page.getByText("No repository is registered yet").waitFor();
  }));
