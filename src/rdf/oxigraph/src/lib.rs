//! A C interface around Oxigraph. `oxigraph.h` beside this crate is the contract; nothing here unwinds into C.
use oxigraph::model::NamedNode;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Bytes that C owns; UTF-8 where text is meant.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Bytes {
    data: *const u8,
    size: usize,
}

impl Bytes {
    /// # Safety
    /// `data` points to `size` bytes that outlive the call.
    unsafe fn text<'a>(self) -> Result<&'a str, String> {
        let bytes = if self.size == 0 { &[] } else { unsafe { std::slice::from_raw_parts(self.data, self.size) } };
        std::str::from_utf8(bytes).map_err(|error| format!("it is not UTF-8: {error}"))
    }
}

/// Receives text; called before the function that was given it returns.
pub type Sink = extern "C" fn(context: *mut std::ffi::c_void, data: *const u8, size: usize);

/// 1 where the text is an absolute IRI; else 0, and the sink is told why not.
///
/// # Safety
/// As `oxigraph.h` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn grove_rdf_is_iri(text: Bytes, sink: Sink, context: *mut std::ffi::c_void) -> i32 {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let text = unsafe { text.text() }?;
        NamedNode::new(text).map(|_| ()).map_err(|error| error.to_string())
    }));
    match outcome.unwrap_or_else(|_| Err("the parser failed".into())) {
        Ok(()) => 1,
        Err(why) => {
            sink(context, why.as_ptr(), why.len());
            0
        }
    }
}
