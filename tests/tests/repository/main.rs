//! The repository itself: its layers, its words, its book.

mod book;
mod cookbook;
mod file_uses;
mod layers;
mod vocabulary;
