//! A C interface around Oxigraph's crates. `oxigraph.h` beside this crate is the contract; nothing here unwinds into C.
mod algebra;
mod bindings;
mod dataset;
mod delta;
mod dictionary;
mod entities;
mod interface;
mod prefixes;
mod prologue;
mod quads;
mod query;
mod stack;
mod standard;
mod store;
mod syntax;
mod update;
