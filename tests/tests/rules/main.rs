//! Tests of rules. Some tests check statements about legal actions, and others compare the engine
//! with other sources.

mod agreement;
mod chess960;
mod decided;
mod dialects;
mod engine;
mod every_ruleset;
mod imported;
mod interchange;
mod movements;
mod openings;
mod perft;
mod pgn;
mod pockets;
mod positions;
mod python_chess;
mod records;
mod scripts;
mod shipped;
mod slips;
mod specimen;
mod symmetry;
mod table_memory;
mod turns;
mod wide;
