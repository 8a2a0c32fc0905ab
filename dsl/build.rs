//! Rebuilds the program when a shipped ruleset changes: embedding alone does not notice.

fn main() {
    println!("cargo::rerun-if-changed=rulesets");
}
