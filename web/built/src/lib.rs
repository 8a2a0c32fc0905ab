#![doc = include_str!("../README.md")]

/// The files of the page. Each entry contains the name of a file and its content, which is
/// compressed by gzip.
pub const FILES: &[(&str, &[u8])] = include!("../files.rs");
