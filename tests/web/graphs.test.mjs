// How graphs are laid out and drawn, without a browser, straight from the TypeScript of the web UI.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const source = (path) => import(pathToFileURL(`${process.env.GROVE_WEB_SOURCE}/graph/${path}`).href);
const { arrow_key, lay_out } = await source("layout.ts");
const { spread } = await source("heights.ts");
const { crossings, order } = await source("ordering.ts");
const { pack } = await source("packing.ts");
const { labels_of, routes_of } = await source("routes.ts");
const { narrowed_to, within } = await source("near.ts");
const { HEIGHT } = await source("specs.ts");

const spacing = { width: 10, height: 10, gap_x: 10, gap_y: 10 };

test("a graph is drawn in layers, whatever goes in circles, and nothing lies on anything", () => {
  const names = ["a", "b", "c", "d", "alone"];
  const arrows = [
    { from: "a", to: "b" },
    { from: "b", to: "c" },
    { from: "c", to: "a" },
    { from: "a", to: "d" },
    { from: "a", to: "a" },
    { from: "a", to: "nobody" },
  ];
  const { places, width, height } = lay_out(names, arrows, spacing);
  assert.deepEqual([...places.keys()].sort(), [...names].sort());
  assert.ok(places.get("a").x < places.get("b").x && places.get("b").x < places.get("c").x);
  assert.equal(places.get("b").x, places.get("d").x);
  assert.ok(places.get("alone").y > Math.max(...["a", "b", "c", "d"].map((name) => places.get(name).y)));
  assert.equal(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size, names.length);
  for (const { x, y } of places.values()) assert.ok(x + spacing.width <= width && y + spacing.height <= height);
  assert.deepEqual(lay_out([], [], spacing).places.size, 0);
});

test("a chain of a thousand is laid out without a stack as deep", () => {
  const names = Array.from({ length: 5000 }, (_, index) => `n${index}`);
  const arrows = names.slice(1).map((to, index) => ({ from: names[index], to }));
  assert.equal(lay_out(names, arrows, spacing).places.get("n4999").x, 4999 * 20);
});

const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test("parts that nothing connects stand beside each other while there is room, and below each other where there is none", () => {
  const names = ["a", "b", "c", "x", "y"];
  const arrows = [
    { from: "a", to: "b" },
    { from: "a", to: "c" },
    { from: "x", to: "y" },
  ];
  const beside = lay_out(names, arrows, spacing, 200).places;
  assert.ok(beside.get("x").x > beside.get("b").x, "beside");
  assert.equal(beside.get("x").y, 0);
  const below = lay_out(names, arrows, spacing, 40).places;
  assert.equal(below.get("x").x, 0);
  assert.ok(below.get("x").y > Math.max(...["a", "b", "c"].map((name) => below.get(name).y)), "below");
});

test("drawings are packed without lying on each other", () => {
  const one = (width, height) => ({ places: new Map([[`${width} ${height}`, { x: 0, y: 0 }]]), bends: new Map(), width, height });
  const drawings = [one(50, 40), one(30, 10), one(30, 11), one(200, 5), one(10, 12)];
  const { places, width } = pack(drawings, 90, { x: 4, y: 4 });
  const boxes = drawings.map((drawing) => {
    const { x, y } = places.get([...drawing.places.keys()][0]);
    return { left: x, top: y, right: x + drawing.width, bottom: y + drawing.height };
  });
  boxes.forEach((box, index) => boxes.slice(index + 1).forEach((other) => assert.ok(!overlap(box, other), JSON.stringify([box, other]))));
  assert.equal(width, 200);
});

test("values are spread as near to the wanted ones as gaps allow", () => {
  assert.deepEqual(spread([0, 100], [1, 1], [0, 10]), [0, 100]);
  assert.deepEqual(spread([5, 5], [1, 1], [0, 10]), [0, 10]);
  assert.deepEqual(spread([5, 5], [1, 3], [0, 8]), [-1, 7]);
  assert.deepEqual(spread([9, 0, 30], [1, 1, 1], [0, 1, 1]), [4, 5, 30]);
  assert.deepEqual(spread([], [], []), []);
});

test("layers are put in an order in which few lines cross", () => {
  const graph = {
    rows: [
      [0, 1],
      [2, 3],
    ],
    next: [[3], [2], [], []],
    before: [[], [], [1], [0]],
    nodes: 4,
    crossed: new Map(),
  };
  assert.equal(crossings(graph), 1);
  order(graph);
  assert.equal(crossings(graph), 0);
});

/** Numbers that are the same in every run. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

function some_graph(seed, count, lines) {
  const random = numbers(seed);
  const nodes = Array.from({ length: count }, (_, index) => ({ id: `n${index}`, label: `n${index}` }));
  const edges = Array.from({ length: lines }, (_, index) => {
    const [from, to] = [`n${random(count)}`, `n${random(count)}`];
    return { id: String(index), from, to, title: "", label: ["http", "message", "database"][index % 3] };
  });
  return { nodes, edges };
}

/** Points on a path of moves, lines and curves. */
function points_of(path) {
  const points = [];
  let at = [0, 0];
  for (const [, kind, rest] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const n = rest.trim().split(/\s+/).map(Number);
    if (kind !== "M")
      for (let t = 0; t <= 1; t += 0.1)
        points.push(
          kind === "L"
            ? { x: at[0] + (n[0] - at[0]) * t, y: at[1] + (n[1] - at[1]) * t }
            : {
                x: (1 - t) ** 3 * at[0] + 3 * (1 - t) ** 2 * t * n[0] + 3 * (1 - t) * t ** 2 * n[2] + t ** 3 * n[4],
                y: (1 - t) ** 3 * at[1] + 3 * (1 - t) ** 2 * t * n[1] + 3 * (1 - t) * t ** 2 * n[3] + t ** 3 * n[5],
              },
        );
    at = n.slice(-2);
  }
  return points;
}

test("no line passes through a box, and no label lies on a box or on another label", () => {
  const sizes = { width: 120, height: HEIGHT, gap_x: 76, gap_y: 26 };
  for (const [seed, count, lines] of [
    [1, 8, 12],
    [2, 20, 40],
    [3, 40, 50],
    [4, 15, 90],
  ]) {
    const { nodes, edges } = some_graph(seed, count, lines);
    const drawing = lay_out(
      nodes.map(({ id }) => id),
      edges,
      sizes,
      1200,
    );
    const place = (id) => drawing.places.get(id);
    const bends = (edge) => drawing.bends.get(arrow_key(edge)) ?? [];
    const routes = routes_of({ edges, place, bends, width: sizes.width });
    const boxes = nodes.map(({ id }) => {
      const { x, y } = place(id);
      return { id, left: x, top: y, right: x + sizes.width, bottom: y + HEIGHT };
    });
    for (const { id, from, to } of edges.filter((edge) => edge.from !== edge.to))
      for (const { x, y } of points_of(routes.get(id).path))
        for (const box of boxes.filter((one) => one.id !== from && one.id !== to))
          assert.ok(!(x > box.left && x < box.right && y > box.top && y < box.bottom), `${seed}: ${from} → ${to} passes ${box.id}`);
    const labels = [...labels_of(edges, { routes, nodes, place, width: sizes.width }).values()];
    assert.ok(labels.length > 0);
    const around = ({ x, y }) => ({ left: x - 12, top: y - 7, right: x + 12, bottom: y + 7 });
    labels.forEach((label, index) => {
      assert.ok(!boxes.some((box) => overlap(box, around(label))), `${seed}: a label on a box`);
      assert.ok(!labels.slice(index + 1).some((other) => overlap(around(other), around(label))), `${seed}: a label on a label`);
    });
  }
});

test("lines that share a side of a box end below each other", () => {
  const nodes = ["hub", "a", "b", "c"];
  const edges = nodes.slice(1).map((from) => ({ id: from, from, to: "hub", title: "" }));
  const { places } = lay_out(nodes, edges, { width: 100, height: HEIGHT, gap_x: 76, gap_y: 26 });
  const routes = routes_of({ edges, place: (id) => places.get(id), bends: () => [], width: 100 });
  const ends = edges.map(({ id }) => points_of(routes.get(id).path).at(-1).y);
  assert.equal(new Set(ends).size, 3);
});

test("around a chosen node there is what arrows lead to or come from, as far as asked", () => {
  const arrows = [
    { from: "a", to: "b" },
    { from: "b", to: "c" },
    { from: "d", to: "b" },
  ];
  assert.deepEqual([...within("a", arrows, 1)].sort(), ["a", "b"]);
  assert.deepEqual([...within("a", arrows, 2)].sort(), ["a", "b", "c", "d"]);
  const nodes = ["a", "b", "c", "d", "alone"].map((id) => ({ id }));
  const ids = (chosen, near) => narrowed_to(nodes, arrows, chosen, near).nodes.map(({ id }) => id);
  assert.deepEqual(ids("b", "1"), ["a", "b", "c", "d"]);
  assert.deepEqual(ids("alone", "2"), ["alone"]);
  assert.equal(ids("a", "all").length, 5);
  assert.equal(ids(undefined, "1").length, 5);
  assert.equal(narrowed_to(nodes, arrows, "c", "1").edges.length, 1);
});

test("a map of thousands is laid out in a moment, without places for lines that there would be too many of", () => {
  const { nodes, edges } = some_graph(7, 1500, 4500);
  const { places } = lay_out(
    nodes.map(({ id }) => id),
    edges,
    spacing,
    1200,
  );
  assert.equal(places.size, 1500);
});
