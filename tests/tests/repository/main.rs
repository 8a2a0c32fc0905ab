//! Tests of the repository itself: its layers, its dependencies, its words and its pages.

mod book;
mod built_page;
mod cookbook;
mod dependencies;
mod file_uses;
mod layers;
mod links;
mod pictures;
mod prose;
mod public_items;
mod versions;
mod vocabulary;
