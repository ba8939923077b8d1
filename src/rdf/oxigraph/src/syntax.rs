//! Parsing and serialising.
use crate::interface::{Bytes, CPrefix, CQuad, Failure, Labels, PrefixSink, QuadSink, TextSink, guarded};
use oxrdf::Quad;
use oxrdfio::{JsonLdProfileSet, RdfFormat, RdfParser, RdfSerializer};
use std::ffi::c_void;
use std::io::{self, Write};

/// The numbers of `grove::rdf::Syntax`.
pub fn format(syntax: i32) -> Result<RdfFormat, Failure> {
    Ok(match syntax {
        0 => RdfFormat::Turtle,
        1 => RdfFormat::NTriples,
        2 => RdfFormat::NQuads,
        3 => RdfFormat::TriG,
        4 => RdfFormat::RdfXml,
        5 => RdfFormat::JsonLd { profile: JsonLdProfileSet::empty() },
        _ => return Err(Failure::invalid(format!("there is no syntax {syntax}"))),
    })
}

#[repr(C)]
pub struct ParseRequest {
    text: Bytes,
    syntax: i32,
    base_iri: Bytes,
    blank_prefix: Bytes,
}

impl ParseRequest {
    /// The parser of this request and its text, checked for what a parser should not be asked to expand.
    ///
    /// # Safety
    /// Its texts are there for `'a`.
    pub unsafe fn open<'a>(&self) -> Result<(RdfParser, &'a [u8]), Failure> {
        unsafe {
            let format = format(self.syntax)?;
            let mut parser = RdfParser::from_format(format);
            let base = self.base_iri.text()?;
            if !base.is_empty() {
                parser = parser.with_base_iri(base).map_err(|error| Failure::invalid(format!("<{base}> is no base IRI: {error}")))?;
            }
            if format == RdfFormat::RdfXml {
                crate::entities::check(&String::from_utf8_lossy(self.text.bytes()))?;
            }
            Ok((parser, self.text.bytes()))
        }
    }
}

/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_parse(
    request: *const ParseRequest,
    quads: QuadSink,
    prefixes: Option<PrefixSink>,
    why: TextSink,
    context: *mut c_void,
) -> i32 {
    guarded(why, context, || unsafe {
        let (parser, text) = (*request).open()?;
        let mut labels = Labels::new((*request).blank_prefix.text()?);
        let mut parser = parser.for_slice(text);
        let mut failed = None;
        for quad in &mut parser {
            match quad {
                Ok(quad) => {
                    let mut own = |node: oxrdf::BlankNodeRef<'_>| Bytes::of(labels.label(node));
                    quads(context, &CQuad::of(quad.as_ref(), &mut own));
                }
                Err(error) => {
                    failed = Some(Failure::invalid(error));
                    break;
                }
            }
        }
        if let Some(sink) = prefixes {
            for (name, iri) in parser.prefixes() {
                sink(context, Bytes::of(name), Bytes::of(iri));
            }
        }
        failed.map_or(Ok(()), Err)
    })
}

/// Writes into a sink of C, in pieces of some size.
pub struct SinkWriter {
    pub sink: TextSink,
    pub context: *mut c_void,
}

impl Write for SinkWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.sink)(self.context, bytes.as_ptr(), bytes.len());
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_serialize(
    quads: *const CQuad,
    count: usize,
    syntax: i32,
    prefixes: *const CPrefix,
    prefix_count: usize,
    out: TextSink,
    why: TextSink,
    context: *mut c_void,
) -> i32 {
    guarded(why, context, || unsafe {
        let mut serializer = RdfSerializer::from_format(format(syntax)?);
        let prefixes = if prefix_count == 0 { &[] } else { std::slice::from_raw_parts(prefixes, prefix_count) };
        for prefix in prefixes {
            serializer = serializer.with_prefix(prefix.name.text()?, prefix.iri.text()?).map_err(Failure::invalid)?;
        }
        let datasets = serializer.format().supports_datasets();
        let mut serializer = serializer.for_writer(io::BufWriter::with_capacity(1 << 16, SinkWriter { sink: out, context }));
        let quads = if count == 0 { &[] } else { std::slice::from_raw_parts(quads, count) };
        for quad in quads {
            let quad: Quad = quad.quad()?;
            if !datasets && !quad.graph_name.is_default_graph() {
                return Err(Failure::invalid(format!("it has no named graphs, and {} is one", quad.graph_name)));
            }
            serializer.serialize_quad(&quad).map_err(Failure::invalid)?;
        }
        serializer.finish().map_err(Failure::invalid)?.flush().map_err(Failure::invalid)
    })
}
