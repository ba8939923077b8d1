//! Walks over the algebra of a query.
use oxrdf::Variable;
use spargebra::algebra::{AggregateExpression, Expression, GraphPattern, OrderExpression};
use spargebra::term::{NamedNodePattern, TermPattern};
use std::collections::HashSet;

/// The patterns directly within one; those of EXISTS stand in its expressions.
pub fn inner_patterns(pattern: &mut GraphPattern) -> Vec<&mut GraphPattern> {
    match pattern {
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } | GraphPattern::Values { .. } => vec![],
        GraphPattern::Join { left, right }
        | GraphPattern::LeftJoin { left, right, .. }
        | GraphPattern::Lateral { left, right }
        | GraphPattern::Union { left, right }
        | GraphPattern::Minus { left, right } => vec![left, right],
        GraphPattern::Filter { inner, .. }
        | GraphPattern::Graph { inner, .. }
        | GraphPattern::Extend { inner, .. }
        | GraphPattern::OrderBy { inner, .. }
        | GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. }
        | GraphPattern::Group { inner, .. }
        | GraphPattern::Service { inner, .. } => vec![inner],
    }
}

pub fn expressions(pattern: &mut GraphPattern) -> Vec<&mut Expression> {
    match pattern {
        GraphPattern::Filter { expr, .. } => vec![expr],
        GraphPattern::Extend { expression, .. } => vec![expression],
        GraphPattern::LeftJoin { expression, .. } => expression.iter_mut().collect(),
        GraphPattern::OrderBy { expression, .. } => {
            expression.iter_mut().map(|(OrderExpression::Asc(expression) | OrderExpression::Desc(expression))| expression).collect()
        }
        GraphPattern::Group { aggregates, .. } => aggregates
            .iter_mut()
            .filter_map(|(_, aggregate)| match aggregate {
                AggregateExpression::FunctionCall { expr, .. } => Some(expr),
                AggregateExpression::CountSolutions { .. } => None,
            })
            .collect(),
        _ => vec![],
    }
}

pub fn inner_expressions(expression: &mut Expression) -> Vec<&mut Expression> {
    match expression {
        Expression::NamedNode(_) | Expression::Literal(_) | Expression::Variable(_) | Expression::Bound(_) | Expression::Exists(_) => vec![],
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
        | Expression::Divide(a, b) => vec![a, b],
        Expression::UnaryPlus(a) | Expression::UnaryMinus(a) | Expression::Not(a) => vec![a],
        Expression::In(a, all) => std::iter::once(&mut **a).chain(all).collect(),
        Expression::If(a, b, c) => vec![a, b, c],
        Expression::Coalesce(all) | Expression::FunctionCall(_, all) => all.iter_mut().collect(),
    }
}

/// The patterns of all EXISTS in an expression.
pub fn exists(expression: &mut Expression, visit: &mut dyn FnMut(&mut GraphPattern)) {
    if let Expression::Exists(pattern) = expression {
        return visit(pattern);
    }
    inner_expressions(expression).into_iter().for_each(|inner| exists(inner, visit));
}

pub fn possible_variables(pattern: &GraphPattern) -> HashSet<Variable> {
    let mut all = HashSet::new();
    pattern.on_in_scope_variable(|variable| {
        all.insert(variable.clone());
    });
    all
}

/// Variables that every solution has.
pub fn certain_variables(pattern: &GraphPattern) -> HashSet<Variable> {
    let both = |left: &GraphPattern, right: &GraphPattern| -> (HashSet<Variable>, HashSet<Variable>) { (certain_variables(left), certain_variables(right)) };
    match pattern {
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } => possible_variables(pattern),
        GraphPattern::Join { left, right } | GraphPattern::Lateral { left, right } => {
            let (left, right) = both(left, right);
            &left | &right
        }
        GraphPattern::Union { left, right } => {
            let (left, right) = both(left, right);
            &left & &right
        }
        GraphPattern::LeftJoin { left: inner, .. }
        | GraphPattern::Minus { left: inner, .. }
        | GraphPattern::Filter { inner, .. }
        | GraphPattern::Extend { inner, .. }
        | GraphPattern::OrderBy { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. } => certain_variables(inner),
        GraphPattern::Project { inner, variables } => certain_variables(inner).into_iter().filter(|one| variables.contains(one)).collect(),
        GraphPattern::Graph { name, inner } => {
            let mut all = certain_variables(inner);
            if let NamedNodePattern::Variable(name) = name {
                all.insert(name.clone());
            }
            all
        }
        GraphPattern::Values { variables, bindings } => {
            let is_certain = |at: usize| bindings.iter().all(|row| row[at].is_some());
            variables.iter().enumerate().filter(|(at, _)| is_certain(*at)).map(|(_, variable)| variable.clone()).collect()
        }
        GraphPattern::Group { .. } | GraphPattern::Service { .. } => HashSet::new(),
    }
}

/// Makes variables of the blank nodes of a pattern, which nobody can name.
pub fn name_blank_node(term: &mut TermPattern) {
    if let TermPattern::BlankNode(node) = term {
        *term = hidden("node", node.as_str()).into();
    }
}

/// A variable that no query can have, since its name has a space.
pub fn hidden(kind: &str, name: impl std::fmt::Display) -> Variable {
    Variable::new_unchecked(format!("{kind} {name}"))
}
