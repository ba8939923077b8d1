//! Names for namespaces in what is written: those that a query declares, those of the files that were loaded, and those that everybody knows.
use crate::dictionary::{Kind, View};
use crate::interface::Failure;
use crate::store::Store;
use oxrdf::{NamedNode, TermRef, TripleRef};
use oxrdfio::{RdfFormat, RdfSerializer};

pub type Prefix = (String, String);

/// What vocabularies are called in their own documents.
const WELL_KNOWN: [(&str, &str); 22] = [
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
    ("sh", "http://www.w3.org/ns/shacl#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("dcterms", "http://purl.org/dc/terms/"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("prov", "http://www.w3.org/ns/prov#"),
    ("oa", "http://www.w3.org/ns/oa#"),
    ("schema", "https://schema.org/"),
    ("time", "http://www.w3.org/2006/time#"),
    ("org", "http://www.w3.org/ns/org#"),
    ("vcard", "http://www.w3.org/2006/vcard/ns#"),
    ("dcat", "http://www.w3.org/ns/dcat#"),
    ("void", "http://rdfs.org/ns/void#"),
    ("vann", "http://purl.org/vocab/vann/"),
    ("geo", "http://www.w3.org/2003/01/geo/wgs84_pos#"),
    ("sosa", "http://www.w3.org/ns/sosa/"),
    ("sd", "http://www.w3.org/ns/sparql-service-description#"),
    ("orp", "https://ontorag.org/provenance#"),
];

/// More than these of one file are no names that people gave.
const MOST_OF_A_FILE: usize = 256;

/// The prefixes that a file declared, in an order that doesn't change.
pub fn of_file<'a>(declared: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Prefix> {
    let is_fine = |name: &str, iri: &str| !name.starts_with("xml") && NamedNode::new(iri).is_ok();
    let mut all: Vec<Prefix> = declared.filter(|(name, iri)| is_fine(name, iri)).map(|(name, iri)| (name.to_owned(), iri.to_owned())).collect();
    all.sort_unstable();
    all.truncate(MOST_OF_A_FILE);
    all
}

pub fn name_term(name: &str) -> View<'_> {
    View { kind: Kind::Literal, extra: 0, value: name }
}

pub fn iri_term(iri: &str) -> View<'_> {
    View { kind: Kind::Iri, extra: 0, value: iri }
}

/// Prefixes that may be used; narrowed to those that are.
pub struct Candidates {
    all: Vec<(Prefix, bool)>,
}

impl Candidates {
    /// Of two with the same name, or for the same namespace, the first counts.
    pub fn new(declared: Vec<Prefix>, store: &Store) -> Self {
        let known = WELL_KNOWN.iter().map(|(name, iri)| ((*name).to_owned(), (*iri).to_owned()));
        let mut all: Vec<(Prefix, bool)> = Vec::new();
        for (name, iri) in declared.into_iter().chain(store.prefixes.iter().cloned()).chain(known) {
            if !all.iter().any(|((other, space), _)| *other == name || *space == iri) {
                all.push(((name, iri), false));
            }
        }
        Self { all }
    }

    pub fn see(&mut self, iri: &str) {
        if iri == oxrdf::vocab::rdf::TYPE.as_str() {
            return; // `a`
        }
        for ((_, space), is_used) in &mut self.all {
            if !*is_used && iri.len() > space.len() && iri.starts_with(space.as_str()) {
                *is_used = true;
            }
        }
    }

    pub fn see_triple(&mut self, triple: TripleRef<'_>) {
        if let oxrdf::NamedOrBlankNodeRef::NamedNode(node) = triple.subject {
            self.see(node.as_str());
        }
        self.see(triple.predicate.as_str());
        match triple.object {
            TermRef::NamedNode(node) => self.see(node.as_str()),
            TermRef::Literal(literal) if literal.language().is_none() => self.see(literal.datatype().as_str()),
            _ => (),
        }
    }

    pub fn serializer(self, format: RdfFormat) -> Result<RdfSerializer, Failure> {
        let mut serializer = RdfSerializer::from_format(format);
        for ((name, iri), is_used) in self.all {
            if is_used {
                serializer = serializer.clone().with_prefix(name, iri).unwrap_or(serializer);
            }
        }
        Ok(serializer)
    }
}

/// Whether a syntax has short names for IRIs that are worth it.
pub fn has_prefixes(format: RdfFormat) -> bool {
    matches!(format, RdfFormat::Turtle | RdfFormat::TriG | RdfFormat::RdfXml)
}
