// usage: node web/build.mjs OUT
// Bundles the web UI with esbuild, names every file after its content, compresses it, and writes OUT/assets.cc, which the program links in.
// Does the same for the same sources, whatever the machine; uses no network.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? "dist");
const blobs = join(out, "blobs");

const TYPES = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".html": "text/html; charset=utf-8",
};

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

async function bundle() {
  const result = await build({
    absWorkingDir: here,
    entryPoints: [
      { in: "src/main.tsx", out: "app" },
      { in: "src/theme.ts", out: "theme" },
      { in: "src/style/main.css", out: "style" },
      { in: "src/icon.svg", out: "icon" },
    ],
    loader: { ".svg": "copy" },
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["chrome123", "firefox120", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    legalComments: "none",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    outdir: join(out, "bundle"),
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  return { files: result.outputFiles, outputs: result.metafile.outputs };
}

/** Names of the entries and of what the first of them needs before it can draw. */
function names_of(outputs) {
  const name = (path) => `/assets/${basename(path)}`;
  const entry = (source) => Object.keys(outputs).find((path) => outputs[path].entryPoint === source);
  const app = entry("src/main.tsx");
  const preload = outputs[app].imports.filter((one) => one.kind === "import-statement").map((one) => name(one.path));
  return {
    app: name(app),
    theme: name(entry("src/theme.ts")),
    style: name(entry("src/style/main.css")),
    icon: name(entry("src/icon.svg")),
    preload,
  };
}

function page_of(outputs) {
  const names = names_of(outputs);
  const preload = names.preload.map((path) => `<link rel="modulepreload" href="${path}">`).join("");
  return readFileSync(join(here, "index.html"), "utf8")
    .replace("{icon}", names.icon)
    .replace("{style}", names.style)
    .replace("{theme}", names.theme)
    .replace("{app}", names.app)
    .replace("{preload}", preload);
}

function compressed(bytes) {
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  return { identity: bytes, gzip: gzipSync(bytes, { level: 9 }), brotli };
}

function asset(path, bytes) {
  const hash = digest(bytes);
  const forms = compressed(bytes);
  for (const [coding, content] of Object.entries(forms)) writeFileSync(join(blobs, `${hash}.${coding}`), content);
  return { path, hash, type: TYPES[extname(path) || ".html"], forms };
}

const symbol = (index, coding, end) => `grove_web_${index}_${coding}_${end}`;

/** C++ in which the assembler puts the files into read-only data. */
function source_of(assets) {
  const lines = ['#include "serve/web/assets.h"', "", "// Written by web/build.mjs.", 'asm(R"(', "  .pushsection .rodata"];
  const declared = [];
  const rows = [];
  assets.forEach((one, index) => {
    const ranges = Object.keys(one.forms).map((coding) => {
      const [begin, end] = [symbol(index, coding, "begin"), symbol(index, coding, "end")];
      lines.push(`${begin}:`, `  .incbin "${join(blobs, `${one.hash}.${coding}`)}"`, `${end}:`);
      declared.push(begin, end);
      return `{${begin}, ${end}}`;
    });
    rows.push(`      {"${one.path}", "${one.type}", "${one.hash.slice(0, 32)}", ${ranges.join(", ")}},`);
  });
  lines.push("  .popsection", ')");', "", 'extern "C" {');
  for (const name of declared) lines.push(`__attribute__((visibility("hidden"))) extern const char ${name}[];`);
  lines.push("}", "", "namespace grove::serve {", "", "std::span<const WebAsset> web_assets() {", "  static const WebAsset assets[] = {");
  lines.push(...rows, "  };", "  return assets;", "}", "", "}  // namespace grove::serve", "");
  return lines.join("\n");
}

rmSync(blobs, { recursive: true, force: true });
mkdirSync(blobs, { recursive: true });
const { files, outputs } = await bundle();
const assets = [asset("/", Buffer.from(page_of(outputs)))];
for (const file of files) assets.push(asset(`/assets/${relative(join(out, "bundle"), file.path)}`, Buffer.from(file.contents)));
writeFileSync(join(out, "assets.cc"), source_of(assets));
const sizes = assets.map((one) => ({
  path: one.path,
  bytes: one.forms.identity.length,
  gzip: one.forms.gzip.length,
  brotli: one.forms.brotli.length,
}));
writeFileSync(join(out, "sizes.json"), `${JSON.stringify(sizes, null, 1)}\n`);
