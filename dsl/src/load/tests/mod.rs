//! Tests of loading. They check the rules that result from a folder, and the report of each
//! mistake.

mod doubts;
mod fixture;
mod hidden_kinds;
mod inheritance;
mod lints;
mod meaning;
mod missing_counterparts;
mod mistakes;
mod plugins;
mod robustness;
mod stopping;
mod without_army;
