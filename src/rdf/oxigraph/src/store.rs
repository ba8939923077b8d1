//! A store: the quads, the terms that they are made of, and the named graphs that are there, with or without quads.
use crate::delta::{Delta, Step};
use crate::dictionary::{DEFAULT_GRAPH, Dictionary, Kind};
use crate::interface::{Bytes, Failure, NOT_FOUND, TextSink, guarded, iri};
use crate::prefixes::{Candidates, Prefix, has_prefixes, iri_term, name_term};
use crate::quads::{Quad, Quads};
use crate::syntax::{SinkWriter, format};
use crate::update::hand_out;
use oxrdf::{GraphNameRef, NamedOrBlankNodeRef, QuadRef};
use std::collections::BTreeSet;
use std::ffi::c_void;
use std::io::{BufWriter, Write};

/// What people could still know by heart, and more.
const MOST_PREFIXES: usize = 1024;

#[derive(Default)]
pub struct Store {
    pub terms: Dictionary,
    pub quads: Quads,
    pub graphs: BTreeSet<u32>,
    /// Names and namespaces that files declared, in the order of their loads.
    pub prefixes: Vec<Prefix>,
    /// Quads that were removed: their terms stay until the store is written and read again.
    pub removed: u64,
}

impl Store {
    /// Applies a change whole.
    pub fn apply(&mut self, delta: &Delta) -> Result<(), Failure> {
        let mut numbers = vec![0; delta.terms.len() as usize + 1];
        for number in 1..=delta.terms.len() {
            let mut term = delta.terms.get(number);
            term.extra = numbers[term.extra as usize];
            numbers[number as usize] = self.terms.add(term)?;
        }
        self.make(&delta.steps, &|number| numbers[number as usize])
    }

    fn make(&mut self, steps: &[Step], number: &dyn Fn(u32) -> u32) -> Result<(), Failure> {
        let own = |quads: &[Quad]| -> Vec<Quad> { quads.iter().map(|quad| quad.map(number)).collect() };
        for step in steps {
            match step {
                Step::Add(quads) => self.insert(&own(quads)),
                Step::Remove(quads) => own(quads).iter().for_each(|quad| self.remove(quad)),
                Step::Create(graph) => drop(self.graphs.insert(number(*graph))),
                Step::Clear(graph) => self.clear(number(*graph)),
                Step::Prefix(name, iri) => self.declare(number(*name), number(*iri)),
                Step::Drop(graph) => {
                    self.clear(number(*graph));
                    self.graphs.remove(&number(*graph));
                }
            }
        }
        Ok(())
    }

    pub fn insert(&mut self, quads: &[Quad]) {
        let mut last = DEFAULT_GRAPH;
        for quad in quads {
            if quad[3] != last {
                last = quad[3];
                self.graphs.insert(last);
            }
        }
        self.graphs.remove(&DEFAULT_GRAPH);
        self.quads.insert(quads);
    }

    fn declare(&mut self, name: u32, iri: u32) {
        let (name, iri) = (self.terms.get(name).value, self.terms.get(iri).value);
        if self.prefixes.len() < MOST_PREFIXES && !self.prefixes.iter().any(|(other, space)| other == name || space == iri) {
            self.prefixes.push((name.to_owned(), iri.to_owned()));
        }
    }

    pub fn remove(&mut self, quad: &Quad) {
        self.quads.remove(quad);
        self.removed += 1;
    }

    pub fn clear(&mut self, graph: u32) {
        let before = self.quads.len();
        self.quads.clear_graph(graph);
        self.removed += (before - self.quads.len()) as u64;
    }

    /// All of it as one change of an empty store.
    pub fn as_delta(&self) -> Result<Delta, Failure> {
        let mut delta = Delta::default();
        let mut numbers = vec![0; self.terms.len() as usize + 1];
        let mut number = |old: u32, delta: &mut Delta| -> Result<u32, Failure> {
            if old != 0 && numbers[old as usize] == 0 {
                let mut term = self.terms.get(old);
                if term.extra != 0 {
                    if numbers[term.extra as usize] == 0 {
                        numbers[term.extra as usize] = delta.terms.add(self.terms.get(term.extra))?;
                    }
                    term.extra = numbers[term.extra as usize];
                }
                numbers[old as usize] = delta.terms.add(term)?;
            }
            Ok(numbers[old as usize])
        };
        for graph in &self.graphs {
            let graph = number(*graph, &mut delta)?;
            delta.steps.push(Step::Create(graph));
        }
        for (name, iri) in &self.prefixes {
            let step = Step::Prefix(delta.terms.add(name_term(name))?, delta.terms.add(iri_term(iri))?);
            delta.steps.push(step);
        }
        let mut quads = Vec::with_capacity(self.quads.len());
        for quad in self.quads.walk_all() {
            let mut own = [0; 4];
            for (place, old) in quad.into_iter().enumerate() {
                own[place] = number(old, &mut delta)?;
            }
            quads.push(own);
        }
        delta.steps.push(Step::Add(quads));
        Ok(delta)
    }

    /// Shows each IRI of a graph once.
    fn see_iris(&self, graph: u32, prefixes: &mut Candidates) {
        let mut seen = vec![false; self.terms.len() as usize + 1];
        let mut see = |number: u32| {
            let term = self.terms.get(number);
            let number = if term.kind == Kind::Literal { term.extra } else { number };
            if number != 0 && !std::mem::replace(&mut seen[number as usize], true) && self.terms.get(number).kind == Kind::Iri {
                prefixes.see(self.terms.get(number).value);
            }
        };
        for [subject, predicate, object, _] in self.quads.walk_graph(None, None, None, graph) {
            [subject, predicate, object].into_iter().for_each(&mut see);
        }
    }

    pub fn quad_ref(&self, quad: &Quad) -> QuadRef<'_> {
        let NamedOrBlankNodeRef::NamedNode(predicate) = self.terms.node_ref(quad[1]) else { unreachable!("predicates are IRIs") };
        let graph = if quad[3] == DEFAULT_GRAPH { GraphNameRef::DefaultGraph } else { self.terms.node_ref(quad[3]).into() };
        QuadRef::new(self.terms.node_ref(quad[0]), predicate, self.terms.term_ref(quad[2]), graph)
    }

    /// The number of a graph that is there; empty is the default graph.
    pub fn graph(&self, name: &str) -> Result<u32, Failure> {
        if name.is_empty() {
            return Ok(DEFAULT_GRAPH);
        }
        let known = self.terms.find_node(iri(name)?.as_ref().into()).filter(|number| self.graphs.contains(number));
        known.ok_or_else(|| Failure::new(NOT_FOUND, format!("there is no graph <{name}>")))
    }
}

/// # Safety
/// `grove_rdf_close` ends its life.
#[unsafe(no_mangle)]
pub extern "C" fn grove_rdf_open() -> *mut Store {
    Box::into_raw(Box::default())
}

/// # Safety
/// `store` is from `grove_rdf_open` and not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_close(store: *mut Store) {
    drop(unsafe { Box::from_raw(store) });
}

/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_apply(store: *mut Store, delta: Bytes, why: TextSink, context: *mut c_void) -> i32 {
    guarded(why, context, || unsafe {
        let mut delta = Delta::read(delta.bytes())?;
        let store = &mut *store;
        if store.terms.len() == 0 {
            // The numbers are the same in both.
            store.terms = std::mem::take(&mut delta.terms);
            return store.make(&delta.steps, &|number| number);
        }
        store.apply(&delta)
    })
}

/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_snapshot(store: *const Store, out: TextSink, why: TextSink, context: *mut c_void) -> i32 {
    guarded(why, context, || unsafe { hand_out(&(*store).as_delta()?, out, context) })
}

/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_size(store: *const Store) -> u64 {
    unsafe { (*store).quads.len() as u64 }
}

/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_removed(store: *const Store) -> u64 {
    unsafe { (*store).removed }
}

/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_graph(store: *const Store, graph: Bytes, syntax: i32, out: TextSink, why: TextSink, context: *mut c_void) -> i32 {
    guarded(why, context, || unsafe {
        let store = &*store;
        let number = store.graph(graph.text()?)?;
        let format = format(syntax)?;
        let mut prefixes = Candidates::new(vec![], store);
        if has_prefixes(format) {
            store.see_iris(number, &mut prefixes);
        }
        let mut serializer = prefixes.serializer(format)?.for_writer(BufWriter::with_capacity(1 << 16, SinkWriter { sink: out, context }));
        for [subject, predicate, object, _] in store.quads.walk_graph(None, None, None, number) {
            serializer.serialize_quad(store.quad_ref(&[subject, predicate, object, DEFAULT_GRAPH])).map_err(Failure::invalid)?;
        }
        serializer.finish().map_err(Failure::invalid)?.flush().map_err(Failure::invalid)
    })
}
