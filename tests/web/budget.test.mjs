// What the first view costs: bytes over the wire, from a cold cache, and when something is painted with the processor slowed down four times.
import assert from "node:assert/strict";
import { test } from "node:test";
import { new_page, url, with_browser } from "./browser.mjs";

with_browser();

const MOST_BYTES = 300 * 1024;

async function visit(path) {
  const { page, complaints, close } = await new_page();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const names = new Map();
  let bytes = 0;
  const outside = [];
  session.on("Network.responseReceived", ({ requestId, response }) => {
    names.set(requestId, new URL(response.url).pathname);
    if (!response.url.startsWith(url)) outside.push(response.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId) ?? "";
    if (!name.startsWith("/api/")) bytes += encodedDataLength;
  });
  await page.goto(`${url}${path}`, { waitUntil: "networkidle" });
  const painted = await page.evaluate(
    () =>
      new Promise((done) => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntriesByName("first-contentful-paint")) done(entry.startTime);
        }).observe({ type: "paint", buffered: true });
      }),
  );
  const shifted = await page.evaluate(
    () =>
      new Promise((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(sum), 200);
      }),
  );
  await close();
  return { bytes, painted, shifted, outside, complaints };
}

for (const path of ["/", "/search?q=voucher", "/repositories", "/flows", "/services", "/status"]) {
  test(`${path} stays within its budget`, async () => {
    const cost = await visit(path);
    console.log(
      `${path}: ${(cost.bytes / 1024).toFixed(1)} kB, painted after ${Math.round(cost.painted)} ms, layout shift ${cost.shifted.toFixed(3)}`,
    );
    assert.ok(cost.bytes < MOST_BYTES, `${cost.bytes} bytes`);
    assert.ok(cost.shifted < 0.1, `layout shift ${cost.shifted}`);
    assert.deepEqual(cost.outside, [], "everything comes from the server itself");
  });
}
