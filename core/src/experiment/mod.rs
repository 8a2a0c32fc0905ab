//! Experiments: what one change of the rules does to the game, with honest intervals.
//!
//! `sequence`, `categories` and `family` are statistics and know no games; `metric` says what is
//! measured of a game, `block` plays what is independent, `compare` asks a question until it is
//! answered, `skill` how much better players win, and `values` learns what men are worth. Everything
//! is a function of (rulesets, agents, seed, design): the number of threads can't show, and nor can
//! the machine, since all arithmetic is that of IEEE 754.

pub mod block;
pub mod categories;
pub mod compare;
pub mod family;
pub mod metric;
pub mod sequence;
pub mod skill;
pub mod values;
