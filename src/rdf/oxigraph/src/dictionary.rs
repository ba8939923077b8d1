//! Terms and their numbers. 0 is no term: it stands for the default graph.
use crate::interface::{Failure, LIMIT};
use hashbrown::hash_table::{Entry, HashTable};
use oxrdf::vocab::xsd;
use oxrdf::{BlankNodeRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, Term, TermRef};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

pub const DEFAULT_GRAPH: u32 = 0;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    Iri = 1,
    Blank = 2,
    /// `extra` is its datatype, 0 for xsd:string.
    Literal = 3,
    /// `extra` is its language tag, which stands in the dictionary as a literal.
    Tagged = 4,
}

impl Kind {
    pub fn from_number(number: u8) -> Option<Self> {
        [Self::Iri, Self::Blank, Self::Literal, Self::Tagged].into_iter().find(|kind| *kind as u8 == number)
    }
}

#[derive(Clone, Copy)]
struct Stored {
    start: u64,
    size: u32,
    extra: u32,
    kind: Kind,
}

/// A term as it is stored.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub kind: Kind,
    pub extra: u32,
    pub value: &'a str,
}

#[derive(Default)]
pub struct Dictionary {
    text: String,
    terms: Vec<Stored>,
    numbers: HashTable<u32>,
    hasher: RandomState,
}

impl Dictionary {
    /// How many terms there are; their numbers are 1 to this.
    pub fn len(&self) -> u32 {
        self.terms.len() as u32
    }

    pub fn get(&self, number: u32) -> View<'_> {
        let stored = self.terms[number as usize - 1];
        let start = stored.start as usize;
        View { kind: stored.kind, extra: stored.extra, value: &self.text[start..start + stored.size as usize] }
    }

    fn hash(&self, term: View<'_>) -> u64 {
        self.hasher.hash_one((term.kind, term.extra, term.value))
    }

    fn is(terms: &[Stored], text: &str, number: u32, term: View<'_>) -> bool {
        let stored = &terms[number as usize - 1];
        stored.kind == term.kind
            && stored.extra == term.extra
            && stored.size as usize == term.value.len()
            && &text.as_bytes()[stored.start as usize..stored.start as usize + stored.size as usize] == term.value.as_bytes()
    }

    pub fn find(&self, term: View<'_>) -> Option<u32> {
        self.numbers.find(self.hash(term), |number| Self::is(&self.terms, &self.text, *number, term)).copied()
    }

    pub fn add(&mut self, term: View<'_>) -> Result<u32, Failure> {
        let hash = self.hash(term);
        let Self { text, terms, numbers, hasher } = self;
        let rehash = |number: &u32| {
            let stored = &terms[*number as usize - 1];
            let start = stored.start as usize;
            hasher.hash_one((stored.kind, stored.extra, &text[start..start + stored.size as usize]))
        };
        match numbers.entry(hash, |number| Self::is(terms, text, *number, term), rehash) {
            Entry::Occupied(found) => Ok(*found.get()),
            Entry::Vacant(place) => {
                if terms.len() >= u32::MAX as usize - 1 || term.value.len() > u32::MAX as usize {
                    return Err(Failure::new(LIMIT, "there are too many terms"));
                }
                let number = terms.len() as u32 + 1;
                place.insert(number);
                terms.push(Stored { start: text.len() as u64, size: term.value.len() as u32, extra: term.extra, kind: term.kind });
                text.push_str(term.value);
                Ok(number)
            }
        }
    }

    fn view_of<'a>(
        term: TermRef<'a>,
        extra: &mut dyn FnMut(View<'a>) -> Option<u32>,
    ) -> Option<View<'a>> {
        Some(match term {
            TermRef::NamedNode(node) => Self::view_of_node(NamedOrBlankNodeRef::NamedNode(node)),
            TermRef::BlankNode(node) => Self::view_of_node(NamedOrBlankNodeRef::BlankNode(node)),
            TermRef::Literal(literal) => {
                let value = literal.value();
                if let Some(tag) = literal.language() {
                    View { kind: Kind::Tagged, extra: extra(View { kind: Kind::Literal, extra: 0, value: tag })?, value }
                } else if literal.datatype() == xsd::STRING {
                    View { kind: Kind::Literal, extra: 0, value }
                } else {
                    let datatype = View { kind: Kind::Iri, extra: 0, value: literal.datatype().as_str() };
                    View { kind: Kind::Literal, extra: extra(datatype)?, value }
                }
            }
        })
    }

    fn view_of_node(node: NamedOrBlankNodeRef<'_>) -> View<'_> {
        match node {
            NamedOrBlankNodeRef::NamedNode(node) => View { kind: Kind::Iri, extra: 0, value: node.as_str() },
            NamedOrBlankNodeRef::BlankNode(node) => View { kind: Kind::Blank, extra: 0, value: node.as_str() },
        }
    }

    pub fn find_term(&self, term: TermRef<'_>) -> Option<u32> {
        self.find(Self::view_of(term, &mut |view| self.find(view))?)
    }

    pub fn find_node(&self, node: NamedOrBlankNodeRef<'_>) -> Option<u32> {
        self.find(Self::view_of_node(node))
    }

    pub fn add_node(&mut self, node: NamedOrBlankNodeRef<'_>) -> Result<u32, Failure> {
        self.add(Self::view_of_node(node))
    }

    pub fn add_term(&mut self, term: TermRef<'_>) -> Result<u32, Failure> {
        let mut failure = None;
        let view = Self::view_of(term, &mut |view| self.add(view).map_err(|error| failure = Some(error)).ok());
        match view {
            Some(view) => self.add(view),
            None => Err(failure.unwrap_or_else(|| Failure::new(LIMIT, "there are too many terms"))),
        }
    }

    pub fn term_ref(&self, number: u32) -> TermRef<'_> {
        let view = self.get(number);
        match view.kind {
            Kind::Iri => NamedNodeRef::new_unchecked(view.value).into(),
            Kind::Blank => BlankNodeRef::new_unchecked(view.value).into(),
            Kind::Literal if view.extra == 0 => LiteralRef::new_simple_literal(view.value).into(),
            Kind::Literal => LiteralRef::new_typed_literal(view.value, NamedNodeRef::new_unchecked(self.get(view.extra).value)).into(),
            Kind::Tagged => LiteralRef::new_language_tagged_literal_unchecked(view.value, self.get(view.extra).value).into(),
        }
    }

    pub fn node_ref(&self, number: u32) -> NamedOrBlankNodeRef<'_> {
        let view = self.get(number);
        match view.kind {
            Kind::Blank => BlankNodeRef::new_unchecked(view.value).into(),
            _ => NamedNodeRef::new_unchecked(view.value).into(),
        }
    }

    pub fn term(&self, number: u32) -> Term {
        self.term_ref(number).into_owned()
    }
}
