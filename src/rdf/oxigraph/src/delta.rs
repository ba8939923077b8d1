//! What changes a store, as bytes: `docs/formats/rdf.md` describes them.
use crate::dictionary::{Dictionary, Kind, View};
use crate::interface::{CORRUPT, Failure};
use crate::quads::Quad;

const MAGIC: &[u8; 4] = b"GRD1";

const ADD: u8 = 1;
const REMOVE: u8 = 2;
const CREATE: u8 = 3;
const DROP: u8 = 4;
const CLEAR: u8 = 5;
const PREFIX: u8 = 6;

/// One step of a change, in numbers of the delta's own dictionary.
pub enum Step {
    Add(Vec<Quad>),
    Remove(Vec<Quad>),
    /// A named graph is there from now on.
    Create(u32),
    /// It isn't there any more, nor what it held.
    Drop(u32),
    /// What it held goes; the default graph is 0.
    Clear(u32),
    /// A name, a literal, stands for a namespace, an IRI, unless one of them is taken.
    Prefix(u32, u32),
}

#[derive(Default)]
pub struct Delta {
    pub terms: Dictionary,
    pub steps: Vec<Step>,
}

impl Delta {
    /// This change, and then that one.
    pub fn append(&mut self, later: &Delta) -> Result<(), Failure> {
        let mut numbers = vec![0; later.terms.len() as usize + 1];
        for number in 1..=later.terms.len() {
            let mut term = later.terms.get(number);
            term.extra = numbers[term.extra as usize];
            numbers[number as usize] = self.terms.add(term)?;
        }
        let own = |quads: &[Quad]| -> Vec<Quad> { quads.iter().map(|quad| quad.map(|number| numbers[number as usize])).collect() };
        for step in &later.steps {
            self.steps.push(match step {
                Step::Add(quads) => Step::Add(own(quads)),
                Step::Remove(quads) => Step::Remove(own(quads)),
                Step::Create(graph) => Step::Create(numbers[*graph as usize]),
                Step::Drop(graph) => Step::Drop(numbers[*graph as usize]),
                Step::Clear(graph) => Step::Clear(numbers[*graph as usize]),
                Step::Prefix(name, iri) => Step::Prefix(numbers[*name as usize], numbers[*iri as usize]),
            });
        }
        Ok(())
    }

    pub fn write(&self, out: &mut dyn FnMut(&[u8])) {
        out(MAGIC);
        out(&self.terms.len().to_le_bytes());
        for number in 1..=self.terms.len() {
            let term = self.terms.get(number);
            let mut head = [0; 9];
            head[0] = term.kind as u8;
            head[1..5].copy_from_slice(&term.extra.to_le_bytes());
            head[5..].copy_from_slice(&(term.value.len() as u32).to_le_bytes());
            out(&head);
            out(term.value.as_bytes());
        }
        for step in &self.steps {
            match step {
                Step::Add(quads) => write_quads(ADD, quads, out),
                Step::Remove(quads) => write_quads(REMOVE, quads, out),
                Step::Create(graph) => write_graph(CREATE, *graph, out),
                Step::Drop(graph) => write_graph(DROP, *graph, out),
                Step::Clear(graph) => write_graph(CLEAR, *graph, out),
                Step::Prefix(name, iri) => {
                    write_graph(PREFIX, *name, out);
                    out(&iri.to_le_bytes());
                }
            }
        }
    }

    /// Every number is checked: afterwards terms and steps may be believed.
    pub fn read(bytes: &[u8]) -> Result<Self, Failure> {
        let mut rest = Reader { bytes };
        if rest.take(4)? != MAGIC {
            return Err(Failure::new(CORRUPT, "it is of another format"));
        }
        let mut delta = Self::default();
        for number in 1..=rest.number()? {
            let kind = Kind::from_number(rest.take(1)?[0]);
            let (extra, size) = (rest.number()?, rest.number()?);
            let value = std::str::from_utf8(rest.take(size as usize)?).ok();
            let (Some(kind), Some(value), true) = (kind, value, extra < number) else {
                return Err(Failure::new(CORRUPT, format!("its term {number} is none")));
            };
            if delta.terms.add(View { kind, extra, value })? != number {
                return Err(Failure::new(CORRUPT, format!("its term {number} stands there twice")));
            }
        }
        while !rest.bytes.is_empty() {
            let step = rest.take(1)?[0];
            let count = rest.number()?;
            delta.steps.push(match step {
                ADD => Step::Add(rest.quads(count, &delta.terms)?),
                REMOVE => Step::Remove(rest.quads(count, &delta.terms)?),
                CREATE | DROP | CLEAR if count > delta.terms.len() => return Err(Failure::new(CORRUPT, "it names a graph that it doesn't have")),
                CREATE => Step::Create(count),
                DROP => Step::Drop(count),
                CLEAR => Step::Clear(count),
                PREFIX => rest.prefix(count, &delta.terms)?,
                _ => return Err(Failure::new(CORRUPT, format!("it has a step of kind {step}"))),
            });
        }
        Ok(delta)
    }
}

fn write_quads(step: u8, quads: &[Quad], out: &mut dyn FnMut(&[u8])) {
    // A count is 32 bits wide.
    for part in quads.chunks(1 << 24) {
        out(&[step]);
        out(&(part.len() as u32).to_le_bytes());
        for quad in part {
            let mut bytes = [0; 16];
            for (place, number) in quad.iter().enumerate() {
                bytes[4 * place..4 * place + 4].copy_from_slice(&number.to_le_bytes());
            }
            out(&bytes);
        }
    }
}

fn write_graph(step: u8, graph: u32, out: &mut dyn FnMut(&[u8])) {
    out(&[step]);
    out(&graph.to_le_bytes());
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, size: usize) -> Result<&'a [u8], Failure> {
        let (taken, rest) = self.bytes.split_at_checked(size).ok_or_else(|| Failure::new(CORRUPT, "it ends too early"))?;
        self.bytes = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, Failure> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().unwrap_or_default()))
    }

    fn prefix(&mut self, name: u32, terms: &Dictionary) -> Result<Step, Failure> {
        let iri = self.number()?;
        let is = |number: u32, kind: Kind| (1..=terms.len()).contains(&number) && terms.get(number).kind == kind;
        let fine = is(name, Kind::Literal) && is(iri, Kind::Iri);
        if fine { Ok(Step::Prefix(name, iri)) } else { Err(Failure::new(CORRUPT, "it has a prefix of terms that it doesn't have")) }
    }

    fn quads(&mut self, count: u32, terms: &Dictionary) -> Result<Vec<Quad>, Failure> {
        let bytes = self.take(count as usize * 16)?;
        let quads: Vec<Quad> = bytes
            .chunks_exact(16)
            .map(|quad| std::array::from_fn(|place| u32::from_le_bytes(quad[4 * place..4 * place + 4].try_into().unwrap_or_default())))
            .collect();
        let is_node = |number: u32| number != 0 && number <= terms.len() && matches!(terms.get(number).kind, Kind::Iri | Kind::Blank);
        let fine = quads.iter().all(|[subject, predicate, object, graph]| {
            is_node(*subject)
                && (1..=terms.len()).contains(predicate)
                && terms.get(*predicate).kind == Kind::Iri
                && (1..=terms.len()).contains(object)
                && (*graph == 0 || is_node(*graph))
        });
        if fine { Ok(quads) } else { Err(Failure::new(CORRUPT, "it has a statement of terms that it doesn't have")) }
    }
}
