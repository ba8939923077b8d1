// The types of the web UI are those that the server describes. UPDATE_EXPECT=1 writes them anew.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { format } from "prettier";

const web = process.env.GROVE_WEB;
const { types_of } = await import(pathToFileURL(`${web}/api_types.mjs`).href);
const style = JSON.parse(readFileSync(`${web}/.prettierrc.json`, "utf8"));

test("answers are typed as /openapi.json describes them", async () => {
  const file = `${web}/src/api/schema.ts`;
  const document = await (await fetch(`${process.env.GROVE_URL}/openapi.json`)).json();
  const wanted = await format(types_of(document), { parser: "typescript", ...style });
  if (process.env.UPDATE_EXPECT === "1") writeFileSync(file, wanted);
  assert.equal(readFileSync(file, "utf8"), wanted, "run tests/web/run.sh schema GROVE with UPDATE_EXPECT=1");
});
