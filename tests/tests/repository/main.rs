//! Tests of the repository itself: its layers, its words, its prose and its reference.

mod book;
mod cookbook;
mod file_uses;
mod layers;
mod links;
mod pictures;
mod prose;
mod vocabulary;
