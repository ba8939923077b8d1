// Functions of the web UI that need no browser, straight from their TypeScript.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const source = (path) => import(pathToFileURL(`${process.env.GROVE_WEB_SOURCE}/${path}`).href);
const { highlight } = await source("text/highlight.ts");
const { excerpt } = await source("text/excerpt.ts");
const { marked_pieces, name_pattern, pattern_of, query_pattern } = await source("text/marks.ts");
const { ago, counted, parts_of_id, short_name, size } = await source("text/format.ts");
const { place_text, read_place } = await source("text/places.ts");
const { EventSplitter } = await source("api/events.ts");
const { choices_of, count_facets, counting_requests } = await source("views/search/facet_counts.ts");
const { read_search, request_of } = await source("views/search/search_state.ts");
const { parts_of_symbol, sequence_of } = await source("views/flows/sequence.ts");
const { bundles_of, drawn, narrowed, Programs } = await source("views/links/link_graph.ts");
const { edges_of, nodes_of, Services } = await source("views/flows/service_graph.ts");
const { fitting_name } = await source("graph/measure.ts");
const { is_remote } = await source("views/repositories/remote.ts");
const { scope_of } = await source("api/scope.ts");
const { made_visible, visible } = await source("text/visible.ts");
const { figure, label } = await source("api/status.ts");
const { name_around } = await source("views/inspector/word_at.ts");
const { evidence_lines } = await source("views/inspector/evidence.ts");

const kinds = (text, language) =>
  highlight(text, language).map((line) => line.filter((token) => token.kind !== "plain").map((token) => `${token.kind} ${token.text}`));

test("code is coloured line by line, and not a character of it is lost", () => {
  const python = 'def verify(token: str):\n    """Says\n    "so"."""\n    return check(1.5)  # sure\n';
  assert.deepEqual(kinds(python, "python"), [
    ["word def", "call verify"],
    ['string """Says'],
    ['string     "so"."""'],
    ["word return", "call check", "number 1.5", "comment # sure"],
    [],
  ]);
  for (const language of ["python", "java", "sql", "markdown", "nothing known"]) {
    assert.equal(
      highlight(python, language)
        .map((line) => line.map((token) => token.text).join(""))
        .join("\n"),
      python,
    );
  }
  assert.deepEqual(kinds("/* a\n b */ Cart x = `y\nz`;", "java"), [
    ["comment /* a"],
    ["comment  b */", "type Cart", "string `y"],
    ["string z`"],
  ]);
  assert.deepEqual(kinds('x = "open\ny', "java"), [['string "open'], []]);
});

test("an excerpt shows the head and where the matches are", () => {
  const lines = Array.from({ length: 60 }, (_, index) => (index === 40 ? "the voucher" : `line ${index}`));
  assert.deepEqual(excerpt(lines.slice(0, 12), null), [{ from: 0, to: 12 }]);
  assert.deepEqual(excerpt(lines, null), [{ from: 0, to: 10 }]);
  assert.deepEqual(excerpt(lines, pattern_of(["voucher"])), [
    { from: 0, to: 3 },
    { from: 38, to: 45 },
  ]);
});

test("matches are marked whatever their case, and what terms mean to patterns means nothing", () => {
  assert.deepEqual(marked_pieces("aBc(b)", pattern_of(["b", "(b"])), [
    { text: "a", marked: false },
    { text: "B", marked: true },
    { text: "c", marked: false },
    { text: "(b", marked: true },
    { text: ")", marked: false },
  ]);
  assert.deepEqual(marked_pieces("abc", pattern_of([])), [{ text: "abc", marked: false }]);
});

test("numbers, sizes and times read as people say them", () => {
  assert.equal(counted(1, "file"), "1 file");
  assert.equal(counted(1234, "repository", "repositories"), "1,234 repositories");
  assert.equal(size(812), "812 bytes");
  assert.equal(size(13 * 1024 * 1024), "13.0 MB");
  const now = Date.parse("2026-01-02T00:00:00Z");
  assert.equal(ago("2026-01-01T23:59:58Z", now), "just now");
  assert.equal(ago("2026-01-01T23:57:00Z", now), "3 minutes ago");
  assert.equal(ago("2025-12-31T23:00:00Z", now), "1 day ago");
});

test("places and ids survive an address", () => {
  for (const text of ["shop:src/a.py", "shop:src/a.py:12", "shop:src/a:b.py:12-20"]) assert.equal(place_text(read_place(text)), text);
  assert.equal(read_place("nothing"), undefined);
  assert.deepEqual(parts_of_id("shop:a/b.py#C.d~2"), { repo: "shop", path: "a/b.py", name: "C.d~2" });
  assert.equal(parts_of_id("verify_token"), undefined);
});

test("a stream of events is taken apart wherever it is cut", () => {
  const stream = ': hello\n\nevent: progress\nid: 1\ndata: {"a":1}\n\nevent: end\ndata: one\ndata: two\n\n';
  for (let cut = 0; cut <= stream.length; ++cut) {
    const splitter = new EventSplitter();
    const events = [...splitter.take(stream.slice(0, cut)), ...splitter.take(stream.slice(cut))];
    assert.deepEqual(events, [
      { event: "progress", data: '{"a":1}' },
      { event: "end", data: "one\ntwo" },
    ]);
  }
});

test("each facet is counted as if it did not narrow the search itself, with as few requests as that takes", async () => {
  const state = read_search(new URLSearchParams("q=a&lang=go&n=40&plan=1"));
  const requests = counting_requests(state);
  assert.equal(requests.repos, requests.kinds);
  assert.deepEqual(JSON.parse(requests.languages), { query: "a", limit: 1, mode: "hybrid", facets: true, rerank: "off" });
  const asked = [];
  globalThis.fetch = async (path, { body }) => {
    const { languages } = JSON.parse(body);
    asked.push(languages);
    const counts = languages ? { go: 1 } : { go: 1, python: 2 };
    return Response.json({ facets: { counted: languages ? 1 : 3, repos: { shop: 1 }, languages: counts, kinds: { method: 1 } } });
  };
  const found = await count_facets(requests, new AbortController().signal);
  assert.deepEqual(asked, [["go"], undefined]);
  assert.deepEqual(found, { counted: 3, counts: { repos: { shop: 1 }, languages: { go: 1, python: 2 }, kinds: { method: 1 } } });
  assert.deepEqual(choices_of(found.counts.languages, ["rust"], ["go"]), [
    { value: "python", count: 2, chosen: false },
    { value: "go", count: 1, chosen: true },
    { value: "rust", count: 0, chosen: false },
  ]);
});

test("a scope is groups' repositories and single ones together, or all", () => {
  const groups = [
    { name: "platform", members: ["a", "b"] },
    { name: "core", members: ["b", "c"] },
    { name: "none", members: [] },
  ];
  const of = (query, known) => {
    const { repos, is_empty } = scope_of(new URLSearchParams(query), known);
    return [repos, is_empty];
  };
  assert.deepEqual(of("", groups), [[], false]);
  assert.deepEqual(of("in=shop", undefined), [["shop"], false]);
  assert.deepEqual(of("in=shop&in=a", groups), [["shop", "a"], false]);
  assert.deepEqual(of("group=platform&in=shop", groups), [["a", "b", "shop"], false]);
  assert.deepEqual(of("group=platform&group=core&in=a", groups), [["a", "b", "c"], false]);
  assert.deepEqual(of("group=none&in=shop", groups), [["shop"], false]);
  assert.deepEqual(of("group=platform", undefined), [undefined, false], "members that are not known yet are not all repositories");
  assert.deepEqual(of("group=none", groups), [[], true]);
  assert.deepEqual(of("group=gone", groups), [[], true]);
});

test("names are marked as a whole, and words of a query where they say enough", () => {
  const found = (text, pattern) =>
    marked_pieces(text, pattern)
      .filter((piece) => piece.marked)
      .map((piece) => piece.text);
  assert.deepEqual(found("put output put_all put(x)", name_pattern("put")), ["put", "put"]);
  assert.deepEqual(found("$a $ab", name_pattern("$a")), ["$a"]);
  assert.deepEqual(found("is an Order", query_pattern("is order?")), ["Order"]);
  assert.equal(query_pattern("a b"), null);
  assert.deepEqual(["shop:a/b.py#Cart.put~2", "App\\Cart::put", "put"].map(short_name), ["put", "put", "put"]);
});

test("a search is read from its address, and bad values count as left out", () => {
  const state = read_search(new URLSearchParams("q=a&repo=x&repo=y&mode=magic&depth=99&expand=both&plan=1&n=-4"));
  assert.deepEqual(request_of(state), {
    query: "a",
    limit: 1,
    mode: "hybrid",
    repos: ["x", "y"],
    expand: "both",
    expand_depth: 5,
    explain: true,
  });
});

test("repositories that are ticked narrow a search in a group, and nothing ticked is all of it", () => {
  const scope = (query) => {
    const { repos, groups } = request_of(read_search(new URLSearchParams(query)));
    return { repos, groups };
  };
  assert.deepEqual(scope("q=a&group=g"), { repos: undefined, groups: ["g"] });
  assert.deepEqual(scope("q=a&group=g&repo=x"), { repos: ["x"], groups: undefined });
});

test("a click finds the name around it", () => {
  assert.equal(name_around("  cart.put(x)", 8), "put");
  assert.equal(name_around("a + b", 2), undefined);
  assert.equal(name_around("x = 42;", 5), undefined);
  assert.equal(name_around("größe", 5), "größe");
});

test("evidence of any shape becomes lines of text", () => {
  assert.deepEqual(evidence_lines({ base_url: "http://x", path: "a.ts", line: 3 }), ["base url: http://x", "a.ts:3"]);
  assert.deepEqual(evidence_lines(["one", { path: "b.ts" }]), ["one", "b.ts"]);
  assert.deepEqual(evidence_lines(undefined), []);
});

test("steps become messages between those who take part", () => {
  const step = (order, layer, symbol, more = {}) => ({ order, layer, symbol, repo: "shop", path: "a", start_line: 1, ...more });
  const { actors, messages } = sequence_of([
    step(1, "controller", "p.C.place"),
    step(2, "service", "p.S.place(2)", { called_by: 1 }),
    step(3, "external", "send", { called_by: 2, host: "mail", request: "POST /send" }),
    step(4, "service", "p.S.check", { called_by: 2, via: "event" }),
  ]);
  assert.deepEqual(
    actors.map((actor) => actor.name),
    ["Client", "C", "S", "mail"],
  );
  assert.deepEqual(
    messages.map(({ from, to, text }) => [from, to, text]),
    [
      [0, 1, "place"],
      [1, 2, "place"],
      [2, 3, "POST /send"],
      [2, 2, "check (event)"],
    ],
  );
  assert.deepEqual(parts_of_symbol("main"), ["main", "main"]);
});

const link_of = (from, to, confidence, service) => ({
  http_method: "GET",
  url: "/x",
  client: { repo: from[0], path: from[1], line: 1 },
  endpoint: { repo: to[0], service, route: "/x", path: to[1], line: 2 },
  confidence,
});
const drawn_between = (links, services) =>
  bundles_of(drawn(links, new Programs(services, links))).map(({ from, to, links: many, confidence }) => [
    from.id,
    to.id,
    many,
    confidence,
  ]);

test("links are drawn between programs, on both sides, or between repositories that have only one", () => {
  const program = (name, module) => ({ name, repo: "market", module, code: true });
  const services = [program("orders", "orders"), program("payments", "apps/payments"), { name: "queue", repo: "market", code: false }];
  const links = [
    link_of(["web", "c.ts"], ["market", "orders/A.java"], "name", "orders"),
    link_of(["web", "d.ts"], ["market", "orders/A.java"], "exact", "orders"),
    link_of(["market", "orders/B.java"], ["market", "apps/payments/P.java"], "scoped"),
    link_of(["web", "c.ts"], ["shop", "e.java"], "exact", "shop"),
  ];
  assert.deepEqual(drawn_between(links, services), [
    ["web", "market/orders", 2, "exact"],
    ["market/orders", "market/payments", 1, "scoped"],
    ["web", "shop", 1, "exact"],
  ]);
  const all = drawn(links, new Programs(services, links));
  const any = { words: "", node: "", pair: "" };
  assert.equal(narrowed(all, { ...any, pair: "market/orders>market/payments" }).length, 1);
  assert.equal(narrowed(all, { ...any, words: "get a.java" }).length, 2);
  assert.equal(narrowed(all, { ...any, node: "market/orders" }).length, 3);
  assert.equal(narrowed(all, { ...any, node: "shop" }).length, 1);
});

test("a repository that calls itself without known programs is drawn by its folders", () => {
  const links = [
    link_of(["one", "src/page/a.ts"], ["one", "src/server/routes/x.ts"], "exact"),
    link_of(["one", "src/page/b.ts"], ["one", "src/server/routes/y.ts"], "exact"),
    link_of(["other", "main.py"], ["one", "src/server/routes/y.ts"], "exact"),
    link_of(["flat", "a.py"], ["flat", "b.py"], "exact"),
  ];
  assert.deepEqual(drawn_between(links, []), [
    ["one/page", "one/server", 2, "exact"],
    ["other", "one/server", 1, "exact"],
    ["flat", "flat", 1, "exact"],
  ]);
});

test("names that begin alike are told apart where there is little room", () => {
  const names = ["an-organisation+a-repository-of-orders", "an-organisation+a-repository-of-mails"];
  const shown = names.map((name) => fitting_name(name, 20 * 0.6 * 13, "600 13px"));
  assert.deepEqual(shown, ["an-o…itory-of-orders", "an-o…sitory-of-mails"]);
  assert.equal(fitting_name("short", 100, "600 13px"), "short");
});

test("services of one name are told apart by their repository", () => {
  const services = ["a", "b"].map((repo) => ({ name: "orders", repo, infrastructure: false, role: "program", code: true }));
  const names = new Services([...services, { name: "mail", infrastructure: true, role: "outside", code: false }]);
  assert.deepEqual(
    nodes_of(services, names).map((node) => [node.id, node.note]),
    [
      ["a/orders", "program in a"],
      ["b/orders", "program in b"],
    ],
  );
  const edge = {
    from: "orders",
    to: "mail",
    kind: "http",
    repo: "a",
    from_repo: "b",
    evidence: { path: "x", line: 1 },
    confidence: "exact",
  };
  assert.deepEqual(
    edges_of([edge, { ...edge, to: "orders", to_repo: "a" }], names).map(({ from, to, title }) => [from, to, title]),
    [
      ["b/orders", "mail", "orders of b → mail, http"],
      ["b/orders", "a/orders", "orders of b → orders of a, http"],
    ],
  );
});

test("addresses are told from folders", () => {
  for (const remote of ["https://host/a.git", "git@host:team/a.git", "ssh://git@host/a"]) assert.ok(is_remote(remote), remote);
  for (const folder of ["/home/me/project", "C:\\code", "./x"]) assert.ok(!is_remote(folder), folder);
});

test("causes that only name other numbers are counted together", async () => {
  const { causes_of } = await source("views/repositories/coverage_causes.ts");
  const minified = (size, files) => ({ state: "minified", reason: `minified: a line of ${size}`, files });
  const reasons = [
    { state: "lock_file", reason: "pinned", files: 4 },
    minified("1.2 KB", 3),
    { state: "indexed", files: 1 },
    minified("78 MB", 2),
  ];
  assert.deepEqual(causes_of({ reasons }), [
    ["minified: a line of …", 5],
    ["lock file: pinned", 4],
    ["found as text only", 1],
  ]);
});

test("a figure is read from the text format", () => {
  const text = '# HELP a b\na_total{x="1",y="2.0"} 5\na 42\n';
  assert.equal(figure(text, "a"), 42);
  assert.equal(figure(text, "b"), undefined);
  assert.equal(label(text, "a_total", "y"), "2.0");
  assert.equal(label(text, "a_total", "z"), undefined);
});

test("a place in a file is scrolled to where it is seen", async () => {
  const { blocks_of, scroll_top_of, within } = await source("views/inspector/code_blocks.ts");
  const blocks = blocks_of(Array.from({ length: 200 }, () => []));
  assert.deepEqual(
    blocks.map(({ first, lines }) => [first, lines.length]),
    [
      [1, 80],
      [81, 80],
      [161, 40],
    ],
  );
  assert.deepEqual(
    blocks.map((block) => within(block, 79, 82)),
    [true, true, false],
  );
  assert.deepEqual(
    blocks.map((block) => within(block, undefined, undefined)),
    [false, false, false],
  );
  const place = { repo: "r", path: "p", first: 100, last: 100 };
  const top = scroll_top_of(place, 600);
  assert.ok(top < 99 * 20 && top + 600 > 100 * 20);
  assert.equal(scroll_top_of({ ...place, first: 3, last: 3 }, 600), 0);
  assert.ok(scroll_top_of({ ...place, last: 900 }, 600) < 99 * 20 + 12);
});

test("lines of a unit have numbers only where these are known", async () => {
  const { line_numbers } = await source("text/line_numbers.ts");
  assert.deepEqual(line_numbers(["a {", " b", "}"], 7, 9), [7, 8, 9]);
  // Two methods of three lines are left out: what stands between them could be anywhere.
  assert.deepEqual(line_numbers(["class A {", " f() …", "", " g() …", "}"], 10, 18), [10, 11, undefined, undefined, 18]);
  assert.deepEqual(line_numbers(["a", "cut off"], 3, 90), [3, 4]);
});

test("what turns the direction of a text is written out", () => {
  assert.equal(visible("rtl\u202egnp.py"), "rtl\\u{202e}gnp.py");
  assert.deepEqual(made_visible(["a\u2066b", 1, null, [true, "c\u2069"]]), ["a\\u{2066}b", 1, null, [true, "c\\u{2069}"]]);
  assert.equal(visible("שלום \u200f!"), "שלום \u200f!");
});

test("pages of a document are named with the label that is printed on them", async () => {
  const { page_text } = await source("text/pages.ts");
  assert.equal(page_text({ page: 12, page_label: "xii" }), "p. 12 (xii)");
  assert.equal(page_text({ page: 12, page_label: "12" }), "p. 12");
  assert.equal(page_text({ page: 3, page_end: 4 }), "pp. 3–4");
  assert.equal(page_text({ page: 3, page_end: 3 }), "p. 3");
  assert.equal(page_text({}), "");
});
