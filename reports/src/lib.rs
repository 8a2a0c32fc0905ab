//! Experiments with rulesets, and what they found: as data that is written as JSON, as text, and as a page.
//!
//! | module | holds |
//! |---|---|
//! | [`table`], [`figures`], [`statistics`] | text in columns, numbers in words, intervals from counts |
//! | [`envelope`] | what all results share: the rules behind them, versions |
//! | [`command_line`] | the command that repeats an experiment |
//! | [`outcome`], [`rerun`], [`record`], [`fault`] | single games: how they ended, once more, as PGN4, and where a script failed |
//! | [`opening`] | where games begin, if not at the array |
//! | [`row`], [`series`], [`run`], [`columns`] | games as rows, their plies as rows, the run that they are of, and the columns of tables of them |
//! | [`playout`] | reports of playouts |
//! | [`compare`], [`sweep`], [`skill`], [`claims`] | comparisons, sweeps, matches and tests of claims: they are played here too |
//! | [`mod@matches`] | matches of agents and engines, as text |
//! | [`rules_document`], [`sheet`] | the rules of a game for people, and as a page to print |
//! | [`choices`] | the values that tunables may be given, for sweeps and searches |
//! | [`survey`] | surveys of many games: they are played here too |
//! | [`search`] | searches for readings that meet a goal: they are played here too |

pub mod choices;
pub mod claims;
pub mod columns;
pub mod command_line;
pub mod compare;
pub mod envelope;
pub mod fault;
pub mod figures;
pub mod matches;
pub mod opening;
pub mod outcome;
pub mod pictures;
pub mod playout;
pub mod record;
pub mod rerun;
pub mod row;
pub mod rules_document;
pub mod run;
pub mod search;
pub mod series;
pub mod sheet;
pub mod skill;
pub mod statistics;
pub mod survey;
pub mod sweep;
pub mod table;
