//! Experiments with rulesets, and their results as JSON data, as text, and as pages.
//!
//! | module | contents |
//! |---|---|
//! | [`table`], [`figures`], [`statistics`] | text in columns, numbers as text, intervals from counts |
//! | [`envelope`] | the common parts of all results: the rules behind them, versions |
//! | [`command_line`] | the command that repeats an experiment |
//! | [`outcome`], [`rerun`], [`record`], [`fault`] | single games: outcomes, replays, PGN4 records, and script failures |
//! | [`opening`] | openings other than the array |
//! | [`row`], [`series`], [`run`], [`columns`] | games as rows, their plies as rows, the identity of their run, and the columns of tables |
//! | [`playout`] | reports of playouts |
//! | [`explore`] | opening trees of games |
//! | [`compare`], [`sweep`], [`skill`], [`claims`] | comparisons, sweeps, matches and tests of claims, including the play of their games |
//! | [`mod@matches`] | matches of agents and engines, as text |
//! | [`studies`] | studies with a sealed plan, their data and their papers |
//! | [`crosstable`] | the table of a tournament, as text and as a page |
//! | [`rules_document`], [`sheet`] | the rules of a game for people, and as a page to print |
//! | [`choices`] | values of tunables, for sweeps and searches |
//! | [`survey`] | surveys of many games, including the play of the games |
//! | [`search`] | searches for readings that meet a goal, including the play of their games |

pub mod choices;
pub mod claims;
pub mod columns;
pub mod command_line;
pub mod compare;
pub mod crosstable;
pub mod envelope;
pub mod explore;
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
pub mod studies;
pub mod survey;
pub mod sweep;
pub mod table;
