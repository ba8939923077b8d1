//! Makes of a query one that Oxigraph's evaluator answers as SPARQL 1.1 says, where it would answer otherwise.
use crate::algebra::{certain_variables, exists, expressions, hidden, inner_expressions, inner_patterns, name_blank_node, possible_variables};
use crate::store::Store;
use oxrdf::{NamedNode, NamedOrBlankNodeRef, Variable};
use spargebra::Query;
use spargebra::algebra::{AggregateExpression, AggregateFunction, Expression, Function, GraphPattern, PropertyPathExpression};
use spargebra::term::{GroundTerm, NamedNodePattern, TermPattern};

pub fn adjust_query(query: &mut Query, store: &Store) {
    match query {
        Query::Select { pattern, .. } | Query::Construct { pattern, .. } | Query::Describe { pattern, .. } | Query::Ask { pattern, .. } => adjust(pattern, store),
    }
}

pub fn adjust(pattern: &mut GraphPattern, store: &Store) {
    Standard { store, hidden_variables: 0 }.pattern(pattern);
}

struct Standard<'a> {
    store: &'a Store,
    hidden_variables: usize,
}

impl Standard<'_> {
    fn hidden(&mut self, kind: &str) -> Variable {
        self.hidden_variables += 1;
        hidden(kind, self.hidden_variables)
    }

    fn pattern(&mut self, pattern: &mut GraphPattern) {
        if matches!(pattern, GraphPattern::Extend { .. }) {
            self.label_within_solutions(pattern);
            // What is extended once more is of the same solution.
            let mut at = pattern;
            while let GraphPattern::Extend { inner, expression, .. } = at {
                exists(expression, &mut |inner| self.pattern(inner));
                at = inner;
            }
            return self.pattern(at);
        }
        inner_patterns(pattern).into_iter().for_each(|inner| self.pattern(inner));
        expressions(pattern).into_iter().for_each(|expression| exists(expression, &mut |inner| self.pattern(inner)));
        match pattern {
            GraphPattern::Bgp { patterns } => patterns.iter_mut().for_each(|triple| {
                name_blank_node(&mut triple.subject);
                name_blank_node(&mut triple.object);
            }),
            GraphPattern::Path { .. } => start_where_nothing_is(pattern),
            GraphPattern::Group { .. } => self.forget_languages(pattern),
            GraphPattern::Graph { .. } => self.look_into_each_graph(pattern),
            _ => (),
        }
    }

    /// BNODE(label) makes one blank node in a solution and another in the next (SPARQL 1.1, section 17.4.2.9), Oxigraph one of all.
    fn label_within_solutions(&mut self, chain: &mut GraphPattern) {
        let solution = self.hidden("solution");
        let mut is_labelled = false;
        let mut at = chain;
        while let GraphPattern::Extend { inner, expression, .. } = at {
            is_labelled |= label_within(expression, &solution);
            at = inner;
        }
        if is_labelled {
            let inner = Box::new(std::mem::take(at));
            *at = GraphPattern::Extend { inner, variable: solution, expression: Expression::FunctionCall(Function::StrUuid, vec![]) };
        }
    }

    /// GROUP_CONCAT makes a literal without a language (section 18.5.1.7), Oxigraph one of that which all have.
    fn forget_languages(&mut self, pattern: &mut GraphPattern) {
        let GraphPattern::Group { aggregates, .. } = pattern else { return };
        let mut renamed = Vec::new();
        for (variable, aggregate) in aggregates {
            if matches!(aggregate, AggregateExpression::FunctionCall { name: AggregateFunction::GroupConcat { .. }, .. }) {
                let own = std::mem::replace(variable, self.hidden("text"));
                renamed.push((own, variable.clone()));
            }
        }
        for (own, variable) in renamed {
            let inner = Box::new(std::mem::take(pattern));
            let expression = Expression::FunctionCall(Function::Str, vec![variable.into()]);
            *pattern = GraphPattern::Extend { inner, variable: own, expression };
        }
    }

    /// What stands within GRAPH is evaluated for each graph (section 18.6), Oxigraph hands the name down to the triples.
    fn look_into_each_graph(&mut self, pattern: &mut GraphPattern) {
        let GraphPattern::Graph { name, inner } = pattern else { return };
        if let NamedNodePattern::Variable(variable) = name {
            leave_out_idle_minus(inner);
            if wants_each_graph(inner, variable) {
                *pattern = in_each_graph(&self.graphs(), variable, inner);
                return;
            }
        }
        ask_for_graph(inner);
    }

    fn graphs(&self) -> Vec<NamedNode> {
        let name = |number: &u32| match self.store.terms.node_ref(*number) {
            NamedOrBlankNodeRef::NamedNode(node) => Some(node.into_owned()),
            NamedOrBlankNodeRef::BlankNode(_) => None,
        };
        self.store.graphs.iter().filter_map(name).collect()
    }
}

fn label_within(expression: &mut Expression, solution: &Variable) -> bool {
    let mut found = false;
    for inner in inner_expressions(expression) {
        found |= label_within(inner, solution);
    }
    if let Expression::FunctionCall(Function::BNode, arguments) = expression {
        if let Some(label) = arguments.first_mut() {
            let own = Expression::FunctionCall(Function::Sha1, vec![std::mem::replace(label, solution.clone().into())]);
            *label = Expression::FunctionCall(Function::Concat, vec![solution.clone().into(), own]);
            found = true;
        }
    }
    found
}

/// Whether a path may have no steps.
fn may_stay(path: &PropertyPathExpression) -> bool {
    match path {
        PropertyPathExpression::ZeroOrMore(_) | PropertyPathExpression::ZeroOrOne(_) => true,
        PropertyPathExpression::OneOrMore(inner) | PropertyPathExpression::Reverse(inner) => may_stay(inner),
        PropertyPathExpression::Sequence(a, b) => may_stay(a) && may_stay(b),
        PropertyPathExpression::Alternative(a, b) => may_stay(a) || may_stay(b),
        PropertyPathExpression::NamedNode(_) | PropertyPathExpression::NegatedPropertySet(_) => false,
    }
}

fn ground(term: &TermPattern) -> Option<GroundTerm> {
    match term {
        TermPattern::NamedNode(node) => Some(node.clone().into()),
        TermPattern::Literal(literal) => Some(literal.clone().into()),
        _ => None,
    }
}

fn constant(term: GroundTerm) -> Expression {
    match term {
        GroundTerm::NamedNode(node) => node.into(),
        GroundTerm::Literal(literal) => literal.into(),
    }
}

/// A path of no steps leads from a term to itself (section 18.4), Oxigraph wants it to be in the graph.
fn start_where_nothing_is(pattern: &mut GraphPattern) {
    let GraphPattern::Path { subject, path, object } = pattern else { return };
    name_blank_node(subject);
    name_blank_node(object);
    if !may_stay(path) {
        return;
    }
    let (end, term) = match (&*subject, &*object, ground(subject), ground(object)) {
        (_, _, Some(from), Some(to)) => {
            if from == to {
                *pattern = GraphPattern::Values { variables: vec![], bindings: vec![vec![]] };
            }
            return;
        }
        (_, TermPattern::Variable(end), Some(term), _) | (TermPattern::Variable(end), _, _, Some(term)) => (end.clone(), term),
        _ => return,
    };
    let stays = GraphPattern::Values { variables: vec![end.clone()], bindings: vec![vec![Some(term.clone())]] };
    let same = Expression::SameTerm(Box::new(end.into()), Box::new(constant(term)));
    let goes = GraphPattern::Filter { expr: Expression::Not(Box::new(same)), inner: Box::new(std::mem::take(pattern)) };
    *pattern = GraphPattern::Union { left: Box::new(stays), right: Box::new(goes) };
}

/// Sides without a variable in common take nothing from one another.
fn leave_out_idle_minus(pattern: &mut GraphPattern) {
    if matches!(pattern, GraphPattern::Graph { .. } | GraphPattern::Project { .. }) {
        return;
    }
    if let GraphPattern::Minus { left, right } = pattern {
        if possible_variables(left).is_disjoint(&possible_variables(right)) {
            *pattern = std::mem::take(left);
        }
    }
    inner_patterns(pattern).into_iter().for_each(leave_out_idle_minus);
}

/// Whether the name of the graph can't be a variable of the triples: it would be one that both sides of MINUS have, or that a query within
/// groups by or forgets.
fn wants_each_graph(pattern: &mut GraphPattern, name: &Variable) -> bool {
    let wants = match pattern {
        GraphPattern::Graph { .. } => return false,
        GraphPattern::Project { .. } | GraphPattern::Group { .. } => true,
        GraphPattern::Minus { left, right } => {
            let both = &certain_variables(left) & &certain_variables(right);
            both.is_empty() || possible_variables(left).contains(name) || possible_variables(right).contains(name)
        }
        _ => false,
    };
    let mut within = false;
    for expression in expressions(pattern) {
        exists(expression, &mut |inner| within |= wants_each_graph(inner, name));
    }
    wants || within || inner_patterns(pattern).into_iter().any(|inner| wants_each_graph(inner, name))
}

fn nothing() -> GraphPattern {
    GraphPattern::Values { variables: vec![], bindings: vec![] }
}

/// The union of a pattern's solutions in these graphs, with their names.
fn in_each_graph(graphs: &[NamedNode], variable: &Variable, inner: &GraphPattern) -> GraphPattern {
    match graphs {
        [] => nothing(),
        [graph] => {
            let mut inner = Box::new(inner.clone());
            ask_for_graph(&mut inner);
            let name = GraphPattern::Values { variables: vec![variable.clone()], bindings: vec![vec![Some(graph.clone().into())]] };
            GraphPattern::Join { left: Box::new(name), right: Box::new(GraphPattern::Graph { name: graph.clone().into(), inner }) }
        }
        _ => {
            // Halves, so that no recursion gets deep.
            let (left, right) = graphs.split_at(graphs.len() / 2);
            GraphPattern::Union { left: Box::new(in_each_graph(left, variable, inner)), right: Box::new(in_each_graph(right, variable, inner)) }
        }
    }
}

/// Has a pattern within GRAPH look whether there is such a graph, where none of its triples does.
fn ask_for_graph(pattern: &mut GraphPattern) {
    match pattern {
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } => (),
        GraphPattern::Join { left, right } if asks_for_graph(left) || asks_for_graph(right) => (),
        GraphPattern::Join { left, .. } | GraphPattern::Lateral { left, .. } | GraphPattern::LeftJoin { left, .. } | GraphPattern::Minus { left, .. } => {
            ask_for_graph(left);
        }
        GraphPattern::Filter { inner, .. } | GraphPattern::Extend { inner, .. } => ask_for_graph(inner),
        GraphPattern::Union { left, right } => {
            ask_for_graph(left);
            ask_for_graph(right);
        }
        _ => {
            let inner = Box::new(std::mem::take(pattern));
            *pattern = GraphPattern::Join { left: Box::new(GraphPattern::Bgp { patterns: vec![] }), right: inner };
        }
    }
}

fn asks_for_graph(pattern: &GraphPattern) -> bool {
    match pattern {
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } => true,
        GraphPattern::Join { left, right } => asks_for_graph(left) || asks_for_graph(right),
        GraphPattern::LeftJoin { left: inner, .. }
        | GraphPattern::Lateral { left: inner, .. }
        | GraphPattern::Minus { left: inner, .. }
        | GraphPattern::Filter { inner, .. }
        | GraphPattern::Extend { inner, .. } => asks_for_graph(inner),
        GraphPattern::Union { left, right } => asks_for_graph(left) && asks_for_graph(right),
        _ => false,
    }
}
