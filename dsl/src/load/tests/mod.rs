//! From a folder to a ruleset: loading, the resulting rules, and the report of each mistake.

mod doubts;
mod fixture;
mod inheritance;
mod lints;
mod meaning;
mod mistakes;
mod plugins;
mod robustness;
