//! Queries over a store.
use crate::bindings::{Bindings, bind, ground};
use crate::dataset::{DefaultGraph, StoreView};
use crate::dictionary::DEFAULT_GRAPH;
use crate::interface::{Bytes, CTerm, EVALUATION, Failure, INVALID, LIMIT, OTHER_FORM, TextSink, guarded, iri};
use crate::prefixes::{Candidates, has_prefixes};
use crate::prologue;
use crate::stack::with_room_for;
use crate::standard::adjust_query;
use crate::store::Store;
use crate::syntax::{SinkWriter, format};
use oxrdf::{GraphName, Variable};
use sparesults::{QueryResultsFormat, QueryResultsSerializer};
use spareval::{QueryDatasetSpecification, QueryEvaluationError, QueryEvaluator, QueryResults};
use spargebra::algebra::GraphPattern;
use spargebra::{Query, SparqlParser};
use std::ffi::c_void;
use std::io::{self, BufWriter, Write};

#[repr(C)]
pub struct CBinding {
    variable: Bytes,
    value: CTerm,
}

#[repr(C)]
pub struct QueryRequest {
    text: Bytes,
    base_iri: Bytes,
    bindings: *const CBinding,
    binding_count: usize,
    default_graphs: *const Bytes,
    default_graph_count: usize,
    named_graphs: *const Bytes,
    named_graph_count: usize,
    union_default_graph: i32,
    solutions: i32,
    graph: i32,
    forms: i32,
    rows: u64,
    bytes: u64,
}

unsafe fn list<'a, T>(first: *const T, count: usize) -> &'a [T] {
    if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(first, count) } }
}

/// # Safety
/// The texts are there.
pub unsafe fn iris(first: *const Bytes, count: usize) -> Result<Vec<oxrdf::NamedNode>, Failure> {
    unsafe { list(first, count) }.iter().map(|name| iri(unsafe { name.text() }?)).collect()
}

pub fn parser(base: &str) -> Result<SparqlParser, Failure> {
    let parser = SparqlParser::new();
    if base.is_empty() { Ok(parser) } else { parser.with_base_iri(base).map_err(|error| Failure::invalid(format!("<{base}> is no base IRI: {error}"))) }
}

fn parse(text: &str, base: &str) -> Result<Query, Failure> {
    prologue::check_depth(text)?;
    parser(base)?.parse_query(text).map_err(|error| prologue::why_not(text, prologue::Meant::Query, &error.to_string()))
}

/// `SELECT *` answers with variables in the order of the text.
fn order_variables(pattern: &mut GraphPattern, names: &[&str]) {
    match pattern {
        GraphPattern::Project { variables, .. } => {
            variables.sort_by_key(|variable| names.iter().position(|name| *name == variable.as_str()).unwrap_or(usize::MAX));
        }
        GraphPattern::Distinct { inner } | GraphPattern::Reduced { inner } | GraphPattern::Slice { inner, .. } => order_variables(inner, names),
        _ => (),
    }
}

fn form(query: &Query) -> i32 {
    match query {
        Query::Select { .. } => 0,
        Query::Ask { .. } => 1,
        Query::Construct { .. } => 2,
        Query::Describe { .. } => 3,
    }
}

/// Tells the number of `grove::rdf::QueryForm` of a query.
///
/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_form(text: Bytes, base: Bytes, found: *mut i32, why: TextSink, context: *mut c_void) -> i32 {
    guarded(why, context, || unsafe {
        let (text, base) = (text.text()?, base.text()?);
        *found = with_room_for(text, || Ok(form(&parse(text, base)?)))?;
        Ok(())
    })
}

pub fn evaluation(error: QueryEvaluationError) -> Failure {
    Failure::new(EVALUATION, error.to_string())
}

/// By these it is seen which prefixes a graph needs, before the first of it is written.
const FIRST_TRIPLES: usize = 10_000;

/// An answer on its way out, of so many bytes at most.
struct Answer {
    out: SinkWriter,
    left: u64,
}

impl Write for Answer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        self.left -= bytes.len() as u64;
        self.out.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn not_written(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::FileTooLarge => Failure::new(LIMIT, "the answer is longer than it may be"),
        _ => Failure::new(INVALID, error.to_string()),
    }
}

fn too_many_rows() -> Failure {
    Failure::new(LIMIT, "the answer has more rows than it may have")
}

fn solutions_format(number: i32) -> Result<QueryResultsFormat, Failure> {
    [QueryResultsFormat::Json, QueryResultsFormat::Xml, QueryResultsFormat::Csv, QueryResultsFormat::Tsv]
        .get(number as usize)
        .copied()
        .ok_or_else(|| Failure::invalid(format!("there is no syntax of solutions {number}")))
}

/// Takes the default graph of more than one graph out of the specification: the view merges them.
pub fn default_graph(specification: &mut QueryDatasetSpecification, store: &Store) -> DefaultGraph {
    let Some(graphs) = specification.default_graph_graphs() else {
        specification.set_default_graph(vec![GraphName::DefaultGraph]);
        return DefaultGraph::All;
    };
    if graphs.len() < 2 {
        return DefaultGraph::Own;
    }
    let mut numbers: Vec<u32> = graphs
        .iter()
        .filter_map(|name| match name {
            GraphName::DefaultGraph => Some(DEFAULT_GRAPH),
            GraphName::NamedNode(node) => store.terms.find_node(node.as_ref().into()),
            GraphName::BlankNode(node) => store.terms.find_node(node.as_ref().into()),
        })
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    specification.set_default_graph(vec![GraphName::DefaultGraph]);
    DefaultGraph::These(numbers)
}

impl QueryRequest {
    unsafe fn bindings(&self) -> Result<Bindings, Failure> {
        let mut bindings = Bindings::new();
        for binding in unsafe { list(self.bindings, self.binding_count) } {
            let name = unsafe { binding.variable.text() }?;
            let variable = Variable::new(name).map_err(|_| Failure::invalid(format!("\"{name}\" is no name of a variable")))?;
            let value = ground(unsafe { binding.value.term() }?).ok_or_else(|| Failure::invalid(format!("?{name} can't be bound to a blank node")))?;
            bindings.insert(variable, value);
        }
        Ok(bindings)
    }

    unsafe fn adjust(&self, specification: &mut QueryDatasetSpecification) -> Result<(), Failure> {
        unsafe {
            if self.default_graph_count + self.named_graph_count != 0 {
                specification.set_default_graph(iris(self.default_graphs, self.default_graph_count)?.into_iter().map(Into::into).collect());
                specification.set_available_named_graphs(iris(self.named_graphs, self.named_graph_count)?.into_iter().map(Into::into).collect());
            } else if self.union_default_graph != 0 && specification.is_default_dataset() {
                specification.set_default_graph_as_union();
            }
        }
        Ok(())
    }

    fn check_form(&self, form: i32) -> Result<(), Failure> {
        match (self.forms, form) {
            (1, 2..) => Err(Failure::new(OTHER_FORM, "it makes a graph")),
            (2, ..2) => Err(Failure::new(OTHER_FORM, "it makes no graph")),
            _ => Ok(()),
        }
    }

    fn write(&self, results: QueryResults<'_>, store: &Store, text: &str, out: Answer) -> Result<(), Failure> {
        let out = BufWriter::with_capacity(1 << 16, out);
        let mut rows = 0;
        let mut next_row = || {
            rows += 1;
            if rows > self.rows { Err(too_many_rows()) } else { Ok(()) }
        };
        let mut out = match results {
            QueryResults::Boolean(value) => {
                QueryResultsSerializer::from_format(solutions_format(self.solutions)?).serialize_boolean_to_writer(out, value).map_err(not_written)?
            }
            QueryResults::Solutions(solutions) => {
                let serializer = QueryResultsSerializer::from_format(solutions_format(self.solutions)?);
                let mut serializer = serializer.serialize_solutions_to_writer(out, solutions.variables().to_vec()).map_err(not_written)?;
                for solution in solutions {
                    next_row()?;
                    serializer.serialize(&solution.map_err(evaluation)?).map_err(not_written)?;
                }
                serializer.finish().map_err(not_written)?
            }
            QueryResults::Graph(triples) => {
                let format = format(self.graph)?;
                let mut triples = triples;
                let mut first = Vec::new();
                if has_prefixes(format) {
                    for triple in triples.by_ref().take(FIRST_TRIPLES) {
                        first.push(triple.map_err(evaluation)?);
                    }
                }
                let mut prefixes = Candidates::new(prologue::prefixes(text), store);
                first.iter().for_each(|triple| prefixes.see_triple(triple.as_ref()));
                let mut serializer = prefixes.serializer(format)?.for_writer(out);
                for triple in first.into_iter().map(Ok).chain(triples) {
                    next_row()?;
                    serializer.serialize_triple(&triple.map_err(evaluation)?).map_err(not_written)?;
                }
                serializer.finish().map_err(not_written)?
            }
        };
        out.flush().map_err(not_written)
    }
}

/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_query(
    store: *const Store,
    request: *const QueryRequest,
    found: *mut i32,
    out: TextSink,
    why: TextSink,
    context: *mut c_void,
) -> i32 {
    guarded(why, context, || unsafe {
        let (store, request) = (&*store, &*request);
        let text = request.text.text()?;
        let mut query = parse(text, request.base_iri.text()?)?;
        *found = form(&query);
        request.check_form(*found)?;
        if let (Query::Select { pattern, .. }, Some(names)) = (&mut query, prologue::selects_all(text)) {
            order_variables(pattern, &names);
        }
        adjust_query(&mut query, store);
        bind(&mut query, &request.bindings()?);
        let evaluator = QueryEvaluator::new();
        let mut prepared = evaluator.prepare(&query);
        request.adjust(prepared.dataset_mut())?;
        let default = default_graph(prepared.dataset_mut(), store);
        let results = prepared.execute(StoreView::new(store, &default)).map_err(evaluation)?;
        request.write(results, store, text, Answer { out: SinkWriter { sink: out, context }, left: request.bytes })
    })
}

/// Writes a query with its bindings put in, as SPARQL.
///
/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_bound(request: *const QueryRequest, out: TextSink, why: TextSink, context: *mut c_void) -> i32 {
    guarded(why, context, || unsafe {
        let request = &*request;
        let (text, base, bindings) = (request.text.text()?, request.base_iri.text()?, request.bindings()?);
        let text = with_room_for(text, || {
            let mut query = parse(text, base)?;
            bind(&mut query, &bindings);
            Ok(query.to_string())
        })?;
        SinkWriter { sink: out, context }.write_all(text.as_bytes()).map_err(not_written)
    })
}
