//! Sets of quads of numbers, in the orders in which they are looked for.
use crate::dictionary::DEFAULT_GRAPH;
use std::collections::BTreeSet;
use std::collections::btree_set;

/// Subject, predicate, object, graph.
pub type Quad = [u32; 4];

type Order = [usize; 4];

/// Within a graph: any of subject, predicate and object that are given come first in one of these.
const IN_GRAPH: [Order; 3] = [[3, 0, 1, 2], [3, 1, 2, 0], [3, 2, 0, 1]];
/// Over all named graphs.
const OVER_GRAPHS: [Order; 3] = [[0, 1, 2, 3], [1, 2, 0, 3], [2, 0, 1, 3]];

#[derive(Default)]
pub struct Quads {
    in_graph: [BTreeSet<Quad>; 3],
    /// Those of named graphs only: what is in the default graph is found through `in_graph`.
    over_graphs: [BTreeSet<Quad>; 3],
}

fn arranged(quad: &Quad, order: Order) -> Quad {
    order.map(|place| quad[place])
}

fn restored(key: &Quad, order: Order) -> Quad {
    let mut quad = [0; 4];
    for (from, to) in order.into_iter().enumerate() {
        quad[to] = key[from];
    }
    quad
}

/// A walk over a range of one of the sets.
pub struct Walk<'a> {
    range: btree_set::Range<'a, Quad>,
    order: Order,
}

impl Iterator for Walk<'_> {
    type Item = Quad;
    fn next(&mut self) -> Option<Quad> {
        self.range.next().map(|key| restored(key, self.order))
    }
}

/// Which of the three orders begins with what is given.
fn fitting(subject: Option<u32>, predicate: Option<u32>, object: Option<u32>) -> usize {
    match (subject, predicate, object) {
        (Some(_), None, Some(_)) | (None, None, Some(_)) => 2,
        (None, Some(_), _) => 1,
        _ => 0,
    }
}

fn range<'a>(set: &'a BTreeSet<Quad>, order: Order, given: [Option<u32>; 4]) -> Walk<'a> {
    let (mut from, mut to) = ([0; 4], [u32::MAX; 4]);
    for (place, which) in order.into_iter().enumerate() {
        let Some(number) = given[which] else { break };
        (from[place], to[place]) = (number, number);
    }
    Walk { range: set.range(from..=to), order }
}

impl Quads {
    pub fn len(&self) -> usize {
        self.in_graph[0].len()
    }

    pub fn contains(&self, quad: &Quad) -> bool {
        self.in_graph[0].contains(&arranged(quad, IN_GRAPH[0]))
    }

    pub fn walk_graph(&self, subject: Option<u32>, predicate: Option<u32>, object: Option<u32>, graph: u32) -> Walk<'_> {
        let which = fitting(subject, predicate, object);
        range(&self.in_graph[which], IN_GRAPH[which], [subject, predicate, object, Some(graph)])
    }

    /// Quads of named graphs; those that differ in the graph only stand together.
    pub fn walk_named(&self, subject: Option<u32>, predicate: Option<u32>, object: Option<u32>) -> Walk<'_> {
        let which = fitting(subject, predicate, object);
        range(&self.over_graphs[which], OVER_GRAPHS[which], [subject, predicate, object, None])
    }

    /// All of them, graph by graph.
    pub fn walk_all(&self) -> Walk<'_> {
        Walk { range: self.in_graph[0].range([0; 4]..=[u32::MAX; 4]), order: IN_GRAPH[0] }
    }

    pub fn insert(&mut self, quads: &[Quad]) {
        for (set, order) in self.in_graph.iter_mut().zip(IN_GRAPH) {
            insert_all(set, quads.iter().map(|quad| arranged(quad, order)));
        }
        for (set, order) in self.over_graphs.iter_mut().zip(OVER_GRAPHS) {
            insert_all(set, quads.iter().filter(|quad| quad[3] != DEFAULT_GRAPH).map(|quad| arranged(quad, order)));
        }
    }

    pub fn remove(&mut self, quad: &Quad) {
        for (set, order) in self.in_graph.iter_mut().zip(IN_GRAPH) {
            set.remove(&arranged(quad, order));
        }
        if quad[3] != DEFAULT_GRAPH {
            for (set, order) in self.over_graphs.iter_mut().zip(OVER_GRAPHS) {
                set.remove(&arranged(quad, order));
            }
        }
    }

    pub fn clear_graph(&mut self, graph: u32) {
        let quads: Vec<Quad> = self.walk_graph(None, None, None, graph).collect();
        if quads.len() == self.len() {
            *self = Self::default();
            return;
        }
        for quad in &quads {
            self.remove(quad);
        }
    }
}

/// One by one, or by merging where there are many: sets are built from sorted keys much faster.
fn insert_all(set: &mut BTreeSet<Quad>, keys: impl Iterator<Item = Quad>) {
    let mut keys: Vec<Quad> = keys.collect();
    if keys.len() < 1024 || keys.len() < set.len() / 8 {
        set.extend(keys);
        return;
    }
    keys.sort_unstable();
    let mut more: BTreeSet<Quad> = keys.into_iter().collect();
    if set.is_empty() {
        *set = more;
    } else {
        set.append(&mut more);
    }
}
