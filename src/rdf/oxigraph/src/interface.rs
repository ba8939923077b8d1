//! What crosses the border to C: texts, terms, sinks, and failures.
use oxrdf::{BlankNode, BlankNodeRef, GraphName, GraphNameRef, LiteralRef, NamedNode, NamedNodeRef, NamedOrBlankNode, Quad, QuadRef, Term, TermRef};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Bytes that C owns; UTF-8 where text is meant.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Bytes {
    pub data: *const u8,
    pub size: usize,
}

impl Bytes {
    pub const NONE: Bytes = Bytes { data: std::ptr::null(), size: 0 };

    pub fn of(text: &str) -> Self {
        Self { data: text.as_ptr(), size: text.len() }
    }

    /// # Safety
    /// `data` points to `size` bytes that outlive `'a`.
    pub unsafe fn bytes<'a>(self) -> &'a [u8] {
        if self.size == 0 { &[] } else { unsafe { std::slice::from_raw_parts(self.data, self.size) } }
    }

    /// # Safety
    /// As `bytes`.
    pub unsafe fn text<'a>(self) -> Result<&'a str, Failure> {
        std::str::from_utf8(unsafe { self.bytes() }).map_err(|error| Failure::invalid(format!("it is not UTF-8: {error}")))
    }
}

/// Receives text; called before the function that was given it returns.
pub type TextSink = extern "C" fn(context: *mut c_void, data: *const u8, size: usize);
pub type QuadSink = extern "C" fn(context: *mut c_void, quad: *const CQuad);
pub type PrefixSink = extern "C" fn(context: *mut c_void, name: Bytes, iri: Bytes);

pub const IRI: i32 = 1;
pub const BLANK: i32 = 2;
pub const LITERAL: i32 = 3;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct CTerm {
    pub kind: i32,
    pub value: Bytes,
    pub datatype: Bytes,
    pub language: Bytes,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct CQuad {
    pub subject: CTerm,
    pub predicate: CTerm,
    pub object: CTerm,
    pub graph: CTerm,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct CPrefix {
    pub name: Bytes,
    pub iri: Bytes,
}

/// What went wrong, in the numbers of `oxigraph.h`.
pub struct Failure {
    pub code: i32,
    pub message: String,
}

pub const OK: i32 = 0;
pub const INVALID: i32 = 1;
pub const LIMIT: i32 = 2;
pub const OTHER_FORM: i32 = 3;
pub const NOT_FOUND: i32 = 4;
pub const EVALUATION: i32 = 5;
pub const CORRUPT: i32 = 6;
pub const BUG: i32 = 7;

impl Failure {
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
    pub fn invalid(message: impl ToString) -> Self {
        Self::new(INVALID, message.to_string())
    }
}

/// Runs `work`, tells `why` what it failed with, and answers its code.
pub fn guarded(why: TextSink, context: *mut c_void, work: impl FnOnce() -> Result<(), Failure>) -> i32 {
    let outcome = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Failure::new(BUG, "Oxigraph failed")));
    match outcome {
        Ok(()) => OK,
        Err(failure) => {
            why(context, failure.message.as_ptr(), failure.message.len());
            failure.code
        }
    }
}

impl CTerm {
    const NONE: CTerm = CTerm { kind: 0, value: Bytes::NONE, datatype: Bytes::NONE, language: Bytes::NONE };

    fn named(node: NamedNodeRef<'_>) -> Self {
        Self { kind: IRI, value: Bytes::of(node.as_str()), ..Self::NONE }
    }

    fn literal(literal: LiteralRef<'_>) -> Self {
        let mut term = Self { kind: LITERAL, value: Bytes::of(literal.value()), ..Self::NONE };
        if let Some(language) = literal.language() {
            term.language = Bytes::of(language);
        } else if literal.datatype() != oxrdf::vocab::xsd::STRING {
            term.datatype = Bytes::of(literal.datatype().as_str());
        }
        term
    }

    fn of<'a>(term: TermRef<'a>, label: &mut dyn FnMut(BlankNodeRef<'a>) -> Bytes) -> Self {
        match term {
            TermRef::NamedNode(node) => Self::named(node),
            TermRef::BlankNode(node) => Self { kind: BLANK, value: label(node), ..Self::NONE },
            TermRef::Literal(value) => Self::literal(value),
        }
    }

    unsafe fn node(&self) -> Result<oxrdf::NamedOrBlankNode, Failure> {
        let value = unsafe { self.value.text() }?;
        match self.kind {
            IRI => Ok(iri(value)?.into()),
            BLANK => Ok(oxrdf::BlankNode::new(value).map_err(|_| Failure::invalid(format!("\"{value}\" is no label of a blank node")))?.into()),
            _ => Err(Failure::invalid("a literal stands where a node is wanted")),
        }
    }

    /// # Safety
    /// Its texts are there.
    pub unsafe fn term(&self) -> Result<oxrdf::Term, Failure> {
        if self.kind != LITERAL {
            return Ok(unsafe { self.node() }?.into());
        }
        let (value, datatype, language) = unsafe { (self.value.text()?, self.datatype.text()?, self.language.text()?) };
        Ok(if !language.is_empty() {
            oxrdf::Literal::new_language_tagged_literal(value, language)
                .map_err(|error| Failure::invalid(format!("\"{language}\" is no language tag: {error}")))?
                .into()
        } else if datatype.is_empty() {
            oxrdf::Literal::new_simple_literal(value).into()
        } else {
            oxrdf::Literal::new_typed_literal(value, iri(datatype)?).into()
        })
    }
}

impl CQuad {
    /// Hands a quad to C; `label` gives the label that a blank node gets.
    pub fn of<'a>(quad: QuadRef<'a>, label: &mut dyn FnMut(BlankNodeRef<'a>) -> Bytes) -> Self {
        let subject = CTerm::of(quad.subject.into(), label);
        let object = CTerm::of(quad.object, label);
        let graph = match quad.graph_name {
            GraphNameRef::DefaultGraph => CTerm::NONE,
            GraphNameRef::NamedNode(node) => CTerm::named(node),
            GraphNameRef::BlankNode(node) => CTerm { kind: BLANK, value: label(node), ..CTerm::NONE },
        };
        Self { subject, predicate: CTerm::named(quad.predicate), object, graph }
    }

    /// # Safety
    /// Its texts are there.
    pub unsafe fn quad(&self) -> Result<Quad, Failure> {
        unsafe {
            let oxrdf::NamedOrBlankNode::NamedNode(predicate) = self.predicate.node()? else {
                return Err(Failure::invalid("a blank node can't be a predicate"));
            };
            let graph = match self.graph.kind {
                0 => oxrdf::GraphName::DefaultGraph,
                _ => self.graph.node()?.into(),
            };
            Ok(Quad::new(self.subject.node()?, predicate, self.object.term()?, graph))
        }
    }
}

pub fn iri(text: &str) -> Result<NamedNode, Failure> {
    NamedNode::new(text).map_err(|error| Failure::invalid(format!("<{text}> is no IRI: {error}")))
}

/// 0 where the text is an absolute IRI; else the sink is told why not.
///
/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_check_iri(text: Bytes, why: TextSink, context: *mut c_void) -> i32 {
    guarded(why, context, || NamedNode::new(unsafe { text.text() }?).map(|_| ()).map_err(Failure::invalid))
}

/// Blank node labels that depend on nothing but their order: `b0`, `b1`, …
#[derive(Default)]
pub struct Labels {
    prefix: String,
    known: std::collections::HashMap<String, Box<str>>,
}

impl Labels {
    pub fn new(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), ..Self::default() }
    }

    pub fn label(&mut self, node: BlankNodeRef<'_>) -> &str {
        if !self.known.contains_key(node.as_str()) {
            let label = format!("{}b{}", self.prefix, self.known.len());
            self.known.insert(node.as_str().to_owned(), label.into());
        }
        &self.known[node.as_str()]
    }

    /// The quad with our labels for its blank nodes.
    pub fn renamed(&mut self, mut quad: Quad) -> Quad {
        if let NamedOrBlankNode::BlankNode(node) = &mut quad.subject {
            *node = BlankNode::new_unchecked(self.label(node.as_ref()));
        }
        if let Term::BlankNode(node) = &mut quad.object {
            *node = BlankNode::new_unchecked(self.label(node.as_ref()));
        }
        if let GraphName::BlankNode(node) = &mut quad.graph_name {
            *node = BlankNode::new_unchecked(self.label(node.as_ref()));
        }
        quad
    }
}
