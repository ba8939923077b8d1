//! Room for work on a query in the process of whoever asks: a tree that the text builds by a long chain (`{} UNION {} UNION …`) is as deep
//! as it is long, and is taken apart by recursion.
use crate::interface::Failure;
use std::thread;

/// What a thread has room for by itself.
const SHORT: usize = 16 << 10;
/// Longer queries are refused, so that no stack gets too large.
const LONGEST: usize = 4 << 20;
/// Bytes of stack for a byte of text; a level takes two bytes at least.
const BYTES_EACH: usize = 512;

pub fn with_room_for<T: Send>(text: &str, work: impl FnOnce() -> Result<T, Failure> + Send) -> Result<T, Failure> {
    if text.len() <= SHORT {
        return work();
    }
    if text.len() > LONGEST {
        return Err(Failure::invalid(format!("it is longer than {} MiB", LONGEST >> 20)));
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(text.len() * BYTES_EACH + (8 << 20)).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| Failure::new(crate::interface::LIMIT, format!("there is no memory to read it: {error}")))?;
        thread.join().unwrap_or_else(|_| Err(Failure::new(crate::interface::BUG, "Oxigraph failed")))
    })
}
