//! Gives variables of a query their values: terms are put into its algebra, never into its text.
use oxrdf::{Term, Variable};
use spargebra::Query;
use spargebra::algebra::{AggregateExpression, Expression, GraphPattern, OrderExpression};
use spargebra::term::{GroundTerm, NamedNodePattern, TermPattern, TriplePattern};
use std::collections::HashMap;

/// Values that can stand in a pattern: IRIs and literals. A blank node of a store can't be named in SPARQL.
pub type Bindings = HashMap<Variable, GroundTerm>;

pub fn ground(term: Term) -> Option<GroundTerm> {
    match term {
        Term::NamedNode(node) => Some(node.into()),
        Term::Literal(literal) => Some(literal.into()),
        Term::BlankNode(_) => None,
    }
}

pub fn bind(query: &mut Query, bindings: &Bindings) {
    if bindings.is_empty() {
        return;
    }
    match query {
        Query::Select { pattern, .. } | Query::Construct { pattern, .. } | Query::Describe { pattern, .. } | Query::Ask { pattern, .. } => {
            bind_root(pattern, bindings);
        }
    }
}

fn values(bindings: &Bindings) -> GraphPattern {
    let (variables, row) = bindings.iter().map(|(variable, term)| (variable.clone(), Some(term.clone()))).unzip();
    GraphPattern::Values { variables, bindings: vec![row] }
}

/// The outermost query has all its variables, selected or not, and what it selects is bound even where none of its patterns says so.
fn bind_root(pattern: &mut GraphPattern, bindings: &Bindings) {
    match pattern {
        GraphPattern::Project { inner, .. } | GraphPattern::Distinct { inner } | GraphPattern::Reduced { inner } | GraphPattern::Slice { inner, .. } => {
            bind_root(inner, bindings);
        }
        GraphPattern::OrderBy { inner, expression } => {
            bind_root(inner, bindings);
            bind_order(expression, bindings);
        }
        GraphPattern::Extend { inner, expression, .. } => {
            bind_root(inner, bindings);
            bind_expression(expression, bindings);
        }
        GraphPattern::Filter { inner, expr } => {
            bind_root(inner, bindings);
            bind_expression(expr, bindings);
        }
        GraphPattern::Group { inner, aggregates, .. } => {
            bind_root(inner, bindings);
            bind_aggregates(aggregates, bindings);
        }
        _ => {
            bind_pattern(pattern, bindings);
            let inner = std::mem::take(pattern);
            *pattern = GraphPattern::Join { left: Box::new(values(bindings)), right: Box::new(inner) };
        }
    }
}

struct Leaf<'a> {
    bindings: &'a Bindings,
    used: Bindings,
    impossible: bool,
}

impl Leaf<'_> {
    fn look_up(&mut self, variable: &Variable) -> Option<GroundTerm> {
        let term = self.bindings.get(variable)?;
        self.used.insert(variable.clone(), term.clone());
        Some(term.clone())
    }

    fn subject(&mut self, term: &mut TermPattern) {
        let TermPattern::Variable(variable) = term else { return };
        match self.look_up(variable) {
            Some(GroundTerm::NamedNode(node)) => *term = node.into(),
            Some(GroundTerm::Literal(_)) => self.impossible = true,
            None => (),
        }
    }

    fn object(&mut self, term: &mut TermPattern) {
        let TermPattern::Variable(variable) = term else { return };
        match self.look_up(variable) {
            Some(GroundTerm::NamedNode(node)) => *term = node.into(),
            Some(GroundTerm::Literal(literal)) => *term = literal.into(),
            None => (),
        }
    }

    fn name(&mut self, name: &mut NamedNodePattern) {
        let NamedNodePattern::Variable(variable) = name else { return };
        match self.look_up(variable) {
            Some(GroundTerm::NamedNode(node)) => *name = node.into(),
            Some(GroundTerm::Literal(_)) => self.impossible = true,
            None => (),
        }
    }

    fn triple(&mut self, triple: &mut TriplePattern) {
        self.subject(&mut triple.subject);
        self.name(&mut triple.predicate);
        self.object(&mut triple.object);
    }

    /// The variables of the pattern stay bound for what is around it.
    fn finish(self, pattern: &mut GraphPattern) {
        if self.impossible {
            let variables = self.used.into_keys().collect();
            *pattern = GraphPattern::Values { variables, bindings: vec![] };
            return;
        }
        for (variable, term) in self.used {
            let inner = Box::new(std::mem::take(pattern));
            *pattern = GraphPattern::Extend { inner, variable, expression: constant(term) };
        }
    }
}

fn constant(term: GroundTerm) -> Expression {
    match term {
        GroundTerm::NamedNode(node) => node.into(),
        GroundTerm::Literal(literal) => literal.into(),
    }
}

fn bind_pattern(pattern: &mut GraphPattern, bindings: &Bindings) {
    let mut leaf = Leaf { bindings, used: HashMap::new(), impossible: false };
    match pattern {
        GraphPattern::Bgp { patterns } => {
            patterns.iter_mut().for_each(|triple| leaf.triple(triple));
            leaf.finish(pattern);
        }
        GraphPattern::Path { subject, object, .. } => {
            leaf.subject(subject);
            leaf.object(object);
            leaf.finish(pattern);
        }
        GraphPattern::Graph { name, inner } => {
            bind_pattern(inner, bindings);
            leaf.name(name);
            leaf.finish(pattern);
        }
        GraphPattern::Join { left, right } | GraphPattern::Union { left, right } | GraphPattern::Minus { left, right } | GraphPattern::Lateral { left, right } => {
            bind_pattern(left, bindings);
            bind_pattern(right, bindings);
        }
        GraphPattern::LeftJoin { left, right, expression } => {
            bind_pattern(left, bindings);
            bind_pattern(right, bindings);
            expression.iter_mut().for_each(|expression| bind_expression(expression, bindings));
        }
        GraphPattern::Filter { expr, inner } => {
            bind_pattern(inner, bindings);
            bind_expression(expr, bindings);
        }
        GraphPattern::Extend { inner, expression, .. } => {
            bind_pattern(inner, bindings);
            bind_expression(expression, bindings);
        }
        GraphPattern::OrderBy { inner, expression } => {
            bind_pattern(inner, bindings);
            bind_order(expression, bindings);
        }
        GraphPattern::Group { inner, aggregates, .. } => {
            bind_pattern(inner, bindings);
            bind_aggregates(aggregates, bindings);
        }
        // A query within the query has variables of its own, but for those that it selects.
        GraphPattern::Project { inner, variables } => {
            let selected: Bindings = bindings.iter().filter(|(variable, _)| variables.contains(variable)).map(|(v, t)| (v.clone(), t.clone())).collect();
            bind_pattern(inner, &selected);
        }
        GraphPattern::Distinct { inner } | GraphPattern::Reduced { inner } | GraphPattern::Slice { inner, .. } | GraphPattern::Service { inner, .. } => {
            bind_pattern(inner, bindings);
        }
        GraphPattern::Values { .. } => (),
    }
}

fn bind_order(order: &mut [OrderExpression], bindings: &Bindings) {
    for OrderExpression::Asc(expression) | OrderExpression::Desc(expression) in order {
        bind_expression(expression, bindings);
    }
}

fn bind_aggregates(aggregates: &mut [(Variable, AggregateExpression)], bindings: &Bindings) {
    for (_, aggregate) in aggregates {
        if let AggregateExpression::FunctionCall { expr, .. } = aggregate {
            bind_expression(expr, bindings);
        }
    }
}

fn bind_expression(expression: &mut Expression, bindings: &Bindings) {
    match expression {
        Expression::Variable(variable) => {
            if let Some(term) = bindings.get(variable) {
                *expression = constant(term.clone());
            }
        }
        Expression::Bound(variable) => {
            if bindings.contains_key(variable) {
                *expression = oxrdf::Literal::from(true).into();
            }
        }
        Expression::NamedNode(_) | Expression::Literal(_) => (),
        Expression::Or(a, b)
        | Expression::And(a, b)
        | Expression::Equal(a, b)
        | Expression::SameTerm(a, b)
        | Expression::Greater(a, b)
        | Expression::GreaterOrEqual(a, b)
        | Expression::Less(a, b)
        | Expression::LessOrEqual(a, b)
        | Expression::Add(a, b)
        | Expression::Subtract(a, b)
        | Expression::Multiply(a, b)
        | Expression::Divide(a, b) => {
            bind_expression(a, bindings);
            bind_expression(b, bindings);
        }
        Expression::In(a, all) => {
            bind_expression(a, bindings);
            all.iter_mut().for_each(|one| bind_expression(one, bindings));
        }
        Expression::UnaryPlus(a) | Expression::UnaryMinus(a) | Expression::Not(a) => bind_expression(a, bindings),
        Expression::Exists(pattern) => bind_pattern(pattern, bindings),
        Expression::If(a, b, c) => [a, b, c].into_iter().for_each(|one| bind_expression(one, bindings)),
        Expression::Coalesce(all) | Expression::FunctionCall(_, all) => all.iter_mut().for_each(|one| bind_expression(one, bindings)),
    }
}
