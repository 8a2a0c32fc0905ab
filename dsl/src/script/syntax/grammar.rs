//! The pest parser of outlines.

#![allow(missing_docs, reason = "the derive documents nothing")]

#[derive(pest_derive::Parser)]
#[grammar = "script/syntax/grammar.pest"]
pub(super) struct Grammar;
