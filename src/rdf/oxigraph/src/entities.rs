//! RDF/XML may declare entities, and entities of entities grow exponentially. Their size is reckoned before the parser expands any.
use crate::interface::{Failure, LIMIT};
use std::collections::HashMap;

const LONGEST: u64 = 4096;

fn references(text: &str) -> impl Iterator<Item = &str> {
    text.split('&').skip(1).filter_map(|rest| rest.split_once(';')).map(|(name, _)| name)
}

/// An error where the document would be more than ten times as long with its entities replaced.
pub fn check(text: &str) -> Result<(), Failure> {
    let too_large = || Failure::new(LIMIT, "its XML entities stand for too much text");
    let mut sizes: HashMap<&str, u64> = HashMap::new();
    let size_of = |text: &str, sizes: &HashMap<&str, u64>| {
        references(text).fold(text.len() as u64, |sum, name| sum.saturating_add(sizes.get(name).copied().unwrap_or(0)))
    };
    for declaration in text.split("<!ENTITY").skip(1) {
        let declaration = declaration.trim_start();
        let Some((name, rest)) = declaration.split_once(|c: char| c.is_ascii_whitespace()) else { continue };
        let rest = rest.trim_start();
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
        let Some((value, _)) = rest[1..].split_once(quote) else { continue };
        let size = size_of(value, &sizes);
        if size > LONGEST {
            return Err(too_large());
        }
        sizes.insert(name, size);
    }
    let allowed = 10 * text.len() as u64 + 65_536;
    if !sizes.is_empty() && size_of(text, &sizes) > allowed { Err(too_large()) } else { Ok(()) }
}
