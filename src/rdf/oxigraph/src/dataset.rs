//! A store as Oxigraph's evaluator looks at it.
use crate::dictionary::{DEFAULT_GRAPH, Kind};
use crate::quads::Quad;
use crate::store::Store;
use oxrdf::Term;
use oxsdatatypes::{Boolean, Decimal, Double, Integer};
use spareval::{ExpressionTerm, InternalQuad, QueryableDataset};
use std::convert::Infallible;
use std::str::FromStr;
use std::sync::Arc;

/// A term of the store by its number, or one that a query made. One that the store has is always named by its number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum ViewTerm {
    Stored(u32),
    Made(Arc<Term>),
}

/// Which graphs together are the default graph of a query.
pub enum DefaultGraph {
    Own,
    All,
    These(Vec<u32>),
}

/// Numbers of datatypes that are looked at often; 0 where the store has none.
#[derive(Clone, Copy)]
struct Datatypes {
    boolean: u32,
    integer: u32,
    decimal: u32,
    double: u32,
}

#[derive(Clone)]
pub struct StoreView<'a> {
    store: &'a Store,
    default: &'a DefaultGraph,
    datatypes: Datatypes,
}

impl<'a> StoreView<'a> {
    pub fn new(store: &'a Store, default: &'a DefaultGraph) -> Self {
        use oxrdf::vocab::xsd;
        let number = |datatype: oxrdf::NamedNodeRef<'_>| store.terms.find_node(datatype.into()).unwrap_or(0);
        let datatypes = Datatypes {
            boolean: number(xsd::BOOLEAN),
            integer: number(xsd::INTEGER),
            decimal: number(xsd::DECIMAL),
            double: number(xsd::DOUBLE),
        };
        Self { store, default, datatypes }
    }

    /// A merge of graphs is a set: what several of them say is found once.
    fn walk_default(&self, s: Option<u32>, p: Option<u32>, o: Option<u32>) -> Box<dyn Iterator<Item = Quad> + 'a> {
        let quads = &self.store.quads;
        match self.default {
            DefaultGraph::Own => Box::new(quads.walk_graph(s, p, o, DEFAULT_GRAPH)),
            DefaultGraph::All => {
                let named = once_each(quads.walk_named(s, p, o)).filter(|quad| !quads.contains(&[quad[0], quad[1], quad[2], DEFAULT_GRAPH]));
                Box::new(quads.walk_graph(s, p, o, DEFAULT_GRAPH).chain(named))
            }
            DefaultGraph::These(graphs) => {
                let of_these = move |at: usize| {
                    let before = &graphs[..at];
                    quads
                        .walk_graph(s, p, o, graphs[at])
                        .filter(move |quad| !before.iter().any(|graph| quads.contains(&[quad[0], quad[1], quad[2], *graph])))
                };
                Box::new((0..graphs.len()).flat_map(of_these))
            }
        }
    }

    fn walk(&self, given: [Option<u32>; 3], graph: Option<Option<u32>>) -> Box<dyn Iterator<Item = Quad> + 'a> {
        let [s, p, o] = given;
        match graph {
            Some(Some(graph)) => Box::new(self.store.quads.walk_graph(s, p, o, graph)),
            Some(None) => self.walk_default(s, p, o),
            None => Box::new(self.store.quads.walk_named(s, p, o)),
        }
    }

    /// Common numbers and texts without the detour over a term of their own.
    fn quick_expression_term(&self, number: u32) -> Option<ExpressionTerm> {
        let term = self.store.terms.get(number);
        if term.kind != Kind::Literal {
            return None;
        }
        match term.extra {
            0 => Some(ExpressionTerm::StringLiteral(term.value.into())),
            datatype if datatype == self.datatypes.integer => Integer::from_str(term.value).ok().map(ExpressionTerm::IntegerLiteral),
            datatype if datatype == self.datatypes.boolean => Boolean::from_str(term.value).ok().map(ExpressionTerm::BooleanLiteral),
            datatype if datatype == self.datatypes.decimal => Decimal::from_str(term.value).ok().map(ExpressionTerm::DecimalLiteral),
            datatype if datatype == self.datatypes.double => Double::from_str(term.value).ok().map(ExpressionTerm::DoubleLiteral),
            _ => None,
        }
    }
}

fn once_each(quads: impl Iterator<Item = Quad>) -> impl Iterator<Item = Quad> {
    let mut last = [0; 3];
    quads.filter(move |quad| {
        let same = quad[..3] == last;
        last.copy_from_slice(&quad[..3]);
        !same
    })
}

/// The number to look for; `Err` where the store can't have it.
fn wanted(term: Option<&ViewTerm>) -> Result<Option<u32>, ()> {
    match term {
        None => Ok(None),
        Some(ViewTerm::Stored(number)) => Ok(Some(*number)),
        Some(ViewTerm::Made(_)) => Err(()),
    }
}

impl<'a> QueryableDataset<'a> for StoreView<'a> {
    type InternalTerm = ViewTerm;
    type Error = Infallible;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&ViewTerm>,
        predicate: Option<&ViewTerm>,
        object: Option<&ViewTerm>,
        graph: Option<Option<&ViewTerm>>,
    ) -> impl Iterator<Item = Result<InternalQuad<ViewTerm>, Infallible>> + use<'a> {
        let given = || Ok::<_, ()>(([wanted(subject)?, wanted(predicate)?, wanted(object)?], graph.map(wanted).transpose()?));
        let quads = match given() {
            Ok((given, graph)) => self.walk(given, graph),
            Err(()) => Box::new(std::iter::empty()),
        };
        quads.map(|[subject, predicate, object, graph]| {
            Ok(InternalQuad {
                subject: ViewTerm::Stored(subject),
                predicate: ViewTerm::Stored(predicate),
                object: ViewTerm::Stored(object),
                graph_name: (graph != DEFAULT_GRAPH).then_some(ViewTerm::Stored(graph)),
            })
        })
    }

    fn internal_named_graphs(&self) -> impl Iterator<Item = Result<ViewTerm, Infallible>> + use<'a> {
        self.store.graphs.iter().map(|graph| Ok(ViewTerm::Stored(*graph)))
    }

    fn contains_internal_graph_name(&self, graph: &ViewTerm) -> Result<bool, Infallible> {
        Ok(matches!(graph, ViewTerm::Stored(number) if self.store.graphs.contains(number)))
    }

    fn internalize_term(&self, term: Term) -> Result<ViewTerm, Infallible> {
        Ok(match self.store.terms.find_term(term.as_ref()) {
            Some(number) => ViewTerm::Stored(number),
            None => ViewTerm::Made(Arc::new(term)),
        })
    }

    fn externalize_term(&self, term: ViewTerm) -> Result<Term, Infallible> {
        Ok(match term {
            ViewTerm::Stored(number) => self.store.terms.term(number),
            ViewTerm::Made(term) => Arc::unwrap_or_clone(term),
        })
    }

    fn externalize_expression_term(&self, term: ViewTerm) -> Result<ExpressionTerm, Infallible> {
        if let ViewTerm::Stored(number) = term {
            if let Some(quick) = self.quick_expression_term(number) {
                return Ok(quick);
            }
        }
        Ok(self.externalize_term(term)?.into())
    }
}

