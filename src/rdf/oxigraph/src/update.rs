//! Changes of a store. Each is made on the store at once, so that later operations see it, and written down as a delta.
use crate::delta::{Delta, Step};
use crate::dictionary::DEFAULT_GRAPH;
use crate::interface::{Bytes, EVALUATION, Failure, Labels, TextSink, guarded, iri};
use crate::prefixes::{iri_term, name_term, of_file};
use crate::query::{default_graph, evaluation, iris, parser};
use crate::standard::adjust;
use crate::store::Store;
use crate::syntax::{ParseRequest, SinkWriter};
use crate::{dataset::StoreView, prologue};
use oxrdf::{BlankNode, GraphName, GraphNameRef, QuadRef};
use spareval::{DeleteInsertQuad, QueryDatasetSpecification, QueryEvaluator};
use spargebra::GraphUpdateOperation;
use spargebra::algebra::{GraphPattern, GraphTarget};
use spargebra::term::{GroundQuad, GroundQuadPattern, GroundTerm, NamedOrBlankNode, QuadPattern, Term};
use std::collections::HashMap;
use std::ffi::c_void;
use std::io::{BufWriter, Write};

#[repr(C)]
pub struct UpdateRequest {
    text: Bytes,
    base_iri: Bytes,
    using_graphs: *const Bytes,
    using_graph_count: usize,
    using_named_graphs: *const Bytes,
    using_named_graph_count: usize,
}

#[repr(C)]
pub struct LoadRequest {
    parse: ParseRequest,
    /// Empty: the default graph.
    graph: Bytes,
    replace: i32,
}

/// Adds the number of a quad's terms in the delta.
fn number(delta: &mut Delta, quad: QuadRef<'_>) -> Result<[u32; 4], Failure> {
    Ok([
        delta.terms.add_node(quad.subject)?,
        delta.terms.add_node(quad.predicate.into())?,
        delta.terms.add_term(quad.object)?,
        match quad.graph_name {
            GraphNameRef::DefaultGraph => DEFAULT_GRAPH,
            GraphNameRef::NamedNode(node) => delta.terms.add_node(node.into())?,
            GraphNameRef::BlankNode(node) => delta.terms.add_node(node.into())?,
        },
    ])
}

fn own_node(node: &NamedOrBlankNode, fresh: &mut HashMap<BlankNode, BlankNode>) -> oxrdf::NamedOrBlankNode {
    match node {
        NamedOrBlankNode::NamedNode(node) => node.clone().into(),
        NamedOrBlankNode::BlankNode(node) => fresh.entry(node.clone()).or_default().clone().into(),
    }
}

fn data_quad(quad: &spargebra::term::Quad, fresh: &mut HashMap<BlankNode, BlankNode>) -> oxrdf::Quad {
    let object = match &quad.object {
        Term::NamedNode(node) => node.clone().into(),
        Term::BlankNode(node) => oxrdf::Term::BlankNode(fresh.entry(node.clone()).or_default().clone()),
        Term::Literal(literal) => literal.clone().into(),
    };
    oxrdf::Quad::new(own_node(&quad.subject, fresh), quad.predicate.clone(), object, graph_name(&quad.graph_name))
}

fn graph_name(name: &spargebra::term::GraphName) -> GraphName {
    match name {
        spargebra::term::GraphName::NamedNode(node) => node.clone().into(),
        spargebra::term::GraphName::DefaultGraph => GraphName::DefaultGraph,
    }
}

fn ground_quad(quad: &GroundQuad) -> oxrdf::Quad {
    let object = match &quad.object {
        GroundTerm::NamedNode(node) => oxrdf::Term::from(node.clone()),
        GroundTerm::Literal(literal) => literal.clone().into(),
    };
    oxrdf::Quad::new(quad.subject.clone(), quad.predicate.clone(), object, graph_name(&quad.graph_name))
}

/// Runs the operations of an update, one after the other.
struct Updater<'a> {
    store: &'a mut Store,
    whole: Delta,
    update: &'a spargebra::Update,
    /// In place of what the operations themselves say.
    using: Option<QueryDatasetSpecification>,
}

impl Updater<'_> {
    /// Makes a change and remembers it.
    fn make(&mut self, terms: Delta) -> Result<(), Failure> {
        self.store.apply(&terms)?;
        self.whole.append(&terms)
    }

    fn make_step(&mut self, graph: u32, step: fn(u32) -> Step) -> Result<(), Failure> {
        let mut delta = Delta::default();
        let graph = if graph == DEFAULT_GRAPH { DEFAULT_GRAPH } else { delta.terms.add(self.store.terms.get(graph))? };
        delta.steps.push(step(graph));
        self.make(delta)
    }

    fn add(&mut self, quads: &[oxrdf::Quad]) -> Result<(), Failure> {
        self.quads(quads, Step::Add)
    }

    fn remove(&mut self, quads: &[oxrdf::Quad]) -> Result<(), Failure> {
        self.quads(quads, Step::Remove)
    }

    fn quads(&mut self, quads: &[oxrdf::Quad], step: fn(Vec<[u32; 4]>) -> Step) -> Result<(), Failure> {
        if quads.is_empty() {
            return Ok(());
        }
        let mut delta = Delta::default();
        let numbers = quads.iter().map(|quad| number(&mut delta, quad.as_ref())).collect::<Result<_, _>>()?;
        delta.steps.push(step(numbers));
        self.make(delta)
    }

    fn run(&mut self, operation: &GraphUpdateOperation) -> Result<(), Failure> {
        match operation {
            GraphUpdateOperation::InsertData { data } => {
                let mut fresh = HashMap::new();
                self.add(&data.iter().map(|quad| data_quad(quad, &mut fresh)).collect::<Vec<_>>())
            }
            GraphUpdateOperation::DeleteData { data } => self.remove(&data.iter().map(ground_quad).collect::<Vec<_>>()),
            GraphUpdateOperation::DeleteInsert { delete, insert, using, pattern } => {
                let own = using.clone().map(Into::into);
                self.delete_insert(delete, insert, own, pattern)
            }
            GraphUpdateOperation::Load { silent: true, .. } => Ok(()),
            GraphUpdateOperation::Load { .. } => Err(Failure::invalid("LOAD is not allowed; send the data itself")),
            GraphUpdateOperation::Clear { graph, silent } => self.on_graphs(graph, *silent, Step::Clear),
            GraphUpdateOperation::Drop { graph, silent } => self.on_graphs(graph, *silent, Step::Drop),
            GraphUpdateOperation::Create { graph, silent } => self.create(graph, *silent),
        }
    }

    fn delete_insert(
        &mut self,
        delete: &[GroundQuadPattern],
        insert: &[QuadPattern],
        using: Option<QueryDatasetSpecification>,
        pattern: &GraphPattern,
    ) -> Result<(), Failure> {
        let mut pattern = pattern.clone();
        adjust(&mut pattern, self.store);
        let evaluator = QueryEvaluator::new();
        let mut prepared = evaluator.prepare_delete_insert(delete.to_vec(), insert.to_vec(), self.update.base_iri.clone(), None, &pattern);
        *prepared.dataset_mut() = self.using.clone().or(using).unwrap_or_default();
        let default = default_graph(prepared.dataset_mut(), self.store);
        let (mut removed, mut added) = (Vec::new(), Vec::new());
        for change in prepared.execute(StoreView::new(self.store, &default)).map_err(evaluation)? {
            match change.map_err(evaluation)? {
                DeleteInsertQuad::Delete(quad) => removed.push(quad),
                DeleteInsertQuad::Insert(quad) => added.push(quad),
            }
        }
        self.remove(&removed)?;
        self.add(&added)
    }

    fn create(&mut self, graph: &oxrdf::NamedNode, silent: bool) -> Result<(), Failure> {
        if self.store.graph(graph.as_str()).is_ok() {
            let known = Failure::new(EVALUATION, format!("there is a graph {graph} already"));
            return if silent { Ok(()) } else { Err(known) };
        }
        let number = self.store.terms.add_node(graph.as_ref().into())?;
        self.make_step(number, Step::Create)
    }

    fn on_graphs(&mut self, target: &GraphTarget, silent: bool, step: fn(u32) -> Step) -> Result<(), Failure> {
        match target {
            GraphTarget::NamedNode(name) => match self.store.graph(name.as_str()) {
                Ok(number) => self.make_step(number, step)?,
                Err(_) if silent => (),
                Err(missing) => return Err(missing),
            },
            GraphTarget::DefaultGraph => self.make_step(DEFAULT_GRAPH, Step::Clear)?,
            GraphTarget::NamedGraphs => self.on_named_graphs(step)?,
            GraphTarget::AllGraphs => {
                self.make_step(DEFAULT_GRAPH, Step::Clear)?;
                self.on_named_graphs(step)?;
            }
        }
        Ok(())
    }

    fn on_named_graphs(&mut self, step: fn(u32) -> Step) -> Result<(), Failure> {
        let graphs: Vec<u32> = self.store.graphs.iter().copied().collect();
        graphs.into_iter().try_for_each(|graph| self.make_step(graph, step))
    }
}

pub fn hand_out(delta: &Delta, out: TextSink, context: *mut c_void) -> Result<(), Failure> {
    let mut writer = BufWriter::with_capacity(1 << 20, SinkWriter { sink: out, context });
    delta.write(&mut |bytes| drop(writer.write_all(bytes)));
    writer.flush().map_err(Failure::invalid)
}

/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_update(store: *mut Store, request: *const UpdateRequest, out: TextSink, why: TextSink, context: *mut c_void) -> i32 {
    guarded(why, context, || unsafe {
        let request = &*request;
        let text = request.text.text()?;
        prologue::check_depth(text)?;
        let update = parser(request.base_iri.text()?)?.parse_update(text).map_err(|error| prologue::why_not(text, prologue::Meant::Update, &error.to_string()))?;
        let using = if request.using_graph_count + request.using_named_graph_count == 0 {
            None
        } else {
            // SPARQL 1.1 Protocol, section 2.2.3.
            if update.operations.iter().any(|operation| matches!(operation, GraphUpdateOperation::DeleteInsert { using: Some(_), .. })) {
                return Err(Failure::invalid("the graphs to use are named both beside the update and in it"));
            }
            let mut specification = QueryDatasetSpecification::new();
            specification.set_default_graph(iris(request.using_graphs, request.using_graph_count)?.into_iter().map(Into::into).collect());
            specification.set_available_named_graphs(iris(request.using_named_graphs, request.using_named_graph_count)?.into_iter().map(Into::into).collect());
            Some(specification)
        };
        let mut updater = Updater { store: &mut *store, whole: Delta::default(), update: &update, using };
        update.operations.iter().try_for_each(|operation| updater.run(operation))?;
        hand_out(&updater.whole, out, context)
    })
}

/// The change that a load is; the store itself isn't touched.
///
/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_load(request: *const LoadRequest, blank_prefix: Bytes, out: TextSink, why: TextSink, context: *mut c_void) -> i32 {
    guarded(why, context, || unsafe {
        let request = &*request;
        let (mut parser, text) = request.parse.open()?;
        let mut delta = Delta::default();
        let name = request.graph.text()?;
        let mut graph = DEFAULT_GRAPH;
        if !name.is_empty() {
            let node = iri(name)?;
            graph = delta.terms.add_node(node.as_ref().into())?;
            parser = parser.with_default_graph(node);
        }
        if request.replace != 0 {
            delta.steps.push(Step::Clear(graph));
        }
        if graph != DEFAULT_GRAPH {
            delta.steps.push(Step::Create(graph));
        }
        let mut labels = Labels::new(blank_prefix.text()?);
        let mut quads = Vec::new();
        let mut last: Option<(oxrdf::Quad, [u32; 4])> = None;
        let mut reader = parser.for_slice(text);
        for quad in &mut reader {
            let quad = labels.renamed(quad.map_err(Failure::invalid)?);
            let numbers = number_after(&mut delta, &quad, last.as_ref())?;
            quads.push(numbers);
            last = Some((quad, numbers));
        }
        for (name, iri) in of_file(reader.prefixes()) {
            let step = Step::Prefix(delta.terms.add(name_term(&name))?, delta.terms.add(iri_term(&iri))?);
            delta.steps.push(step);
        }
        delta.steps.push(Step::Add(quads));
        hand_out(&delta, out, context)
    })
}

/// Numbers of a quad's terms; most are those of the one before.
fn number_after(delta: &mut Delta, quad: &oxrdf::Quad, last: Option<&(oxrdf::Quad, [u32; 4])>) -> Result<[u32; 4], Failure> {
    let Some((before, numbers)) = last else { return number(delta, quad.as_ref()) };
    Ok([
        if before.subject == quad.subject { numbers[0] } else { delta.terms.add_node(quad.subject.as_ref())? },
        if before.predicate == quad.predicate { numbers[1] } else { delta.terms.add_node(quad.predicate.as_ref().into())? },
        delta.terms.add_term(quad.object.as_ref())?,
        if before.graph_name == quad.graph_name { numbers[3] } else { number(delta, quad.as_ref())?[3] },
    ])
}

/// The change that takes a graph away. kGroveRdfNotFound where it isn't there.
///
/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_drop(store: *const Store, graph: Bytes, out: TextSink, why: TextSink, context: *mut c_void) -> i32 {
    guarded(why, context, || unsafe {
        let number = (*store).graph(graph.text()?)?;
        let mut delta = Delta::default();
        let step = if number == DEFAULT_GRAPH { Step::Clear(DEFAULT_GRAPH) } else { Step::Drop(delta.terms.add((*store).terms.get(number))?) };
        delta.steps.push(step);
        hand_out(&delta, out, context)
    })
}
