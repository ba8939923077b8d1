// A browser for the tests: it collects whatever the page complains about, and has axe look at what is shown.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

export const url = process.env.GROVE_URL;
export const samples = process.env.GROVE_SAMPLES;

const axe_source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = process.env.WEB_SHOTS ?? "";
export const WIDE = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

let browser;

/** Starts the browser for the tests of a file. */
export function with_browser() {
  before(async () => {
    browser = await chromium.launch({ executablePath: process.env.GROVE_CHROMIUM, args: ["--force-color-profile=srgb"] });
  });
  after(() => browser?.close());
}

/** A page of its own context: { page, complaints }. Complaints are errors of the console, of scripts and of the content policy. */
export async function new_page({ viewport = WIDE, scheme = "light", allow = [] } = {}) {
  const context = await browser.newContext({ viewport, colorScheme: scheme, reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const complaints = [];
  const note = (text) => allow.some((pattern) => pattern.test(text)) || complaints.push(text);
  page.on("console", (message) => message.type() === "error" && note(`${message.text()} ${message.location().url}`));
  page.on("pageerror", (error) => note(String(error)));
  await page.addInitScript(() =>
    addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)),
  );
  page.setDefaultTimeout(10_000);
  return { page, complaints, close: () => context.close() };
}

/** What lies in the clipboard. */
export const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** Runs a test on a page that may not have complained by its end. */
export async function on_page(options, use) {
  const opened = await new_page(options);
  try {
    await use(opened.page);
    assert.deepEqual(opened.complaints, [], "the page complained");
  } finally {
    await opened.close();
  }
}

const nothing_moves = (page) =>
  page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))).then(() => undefined));

async function look(page, name) {
  if (shots === "") return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}.png` });
}

const ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** All that another theme can break. */
const COLOUR_RULES = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

async function axe(page, name, rules) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe_source);
  const found = await page.evaluate(
    (runOnly) =>
      globalThis.axe
        .run(document, { runOnly, resultTypes: ["violations"] })
        .then((result) =>
          result.violations.map(
            (one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join(" | ")}`,
          ),
        ),
    rules,
  );
  assert.deepEqual(found, [], `axe on ${name}`);
}

const overflows = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Has axe look at what is shown, in both themes, wide and as on a phone, where it may not be wider than the screen. Leaves the page as it was.
 * `name` is also that of the pictures.
 */
export async function look_over(page, name) {
  const viewport = page.viewportSize();
  for (const [size, label] of [
    [WIDE, "wide"],
    [PHONE, "phone"],
  ]) {
    await page.setViewportSize(size);
    for (const scheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: scheme });
      await nothing_moves(page);
      await look(page, `${name}-${label}-${scheme}`);
      await axe(page, `${name}, ${label}, ${scheme}`, scheme === "light" ? ALL_RULES : COLOUR_RULES);
    }
    assert.ok((await overflows(page)) <= 0, `${name} is wider than the screen, ${label}`);
  }
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: "light" });
}
