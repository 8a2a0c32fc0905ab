//! Tests of loading: the rules that a folder results in, and the report of each mistake.

mod doubts;
mod fixture;
mod inheritance;
mod lints;
mod meaning;
mod mistakes;
mod plugins;
mod robustness;
