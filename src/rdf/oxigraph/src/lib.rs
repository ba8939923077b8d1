//! A C interface around Oxigraph's crates. `oxigraph.h` beside this crate is the contract; nothing here unwinds into C.
mod entities;
mod interface;
mod syntax;
