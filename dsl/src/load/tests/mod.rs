//! From a folder to a ruleset: what loads, what it means, and what every mistake is told.

mod doubts;
mod fixture;
mod inheritance;
mod lints;
mod meaning;
mod mistakes;
mod plugins;
mod robustness;
