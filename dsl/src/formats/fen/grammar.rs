//! The pest parser of boards and options.

#![allow(missing_docs, reason = "the derive documents nothing")]

#[derive(pest_derive::Parser)]
#[grammar = "formats/fen/grammar.pest"]
pub(crate) struct Grammar;
