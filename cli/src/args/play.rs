//! Arguments of `play`.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;
use quadrille_agents::AgentSpec;

use super::{Entrant, PositionArgs, RuleChange, Who};

/// `play`
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Id of a shipped ruleset, or path of a folder or file; `@preset` may follow [default: the
    /// ruleset that the file of `--from` names].
    #[arg(required_unless_present = "from")]
    pub ruleset: Option<String>,
    /// Changes to the rules.
    #[command(flatten)]
    pub change: RuleChange,
    /// The position to use.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Continue the game in this file: PGN4, or JSON as `--save` writes it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "play"])]
    pub from: Option<PathBuf>,
    /// Player of a seat (repeatable): `red=person`, `white=mcts:200`,
    /// `black=uci:COMMAND;go=movetime 500`; `others` are all other seats [default: you play the
    /// seat that moves first, `greedy` plays the rest].
    #[arg(long = "seat", value_name = "SEAT=PLAYER")]
    pub seats: Vec<SeatChoice>,
    /// Seed of dice and agents [default: a different one for each game].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Keep the game in this file: JSON if it ends in `.json`, else PGN4.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Print lines instead of a screen, for screen readers, pipes and simple terminals.
    #[arg(long)]
    pub plain: bool,
    /// Play the ruleset's lessons, from this clause, lesson or number on.
    #[arg(long, value_name = "CLAUSE|ID|N", conflicts_with_all = ["fen", "play", "from", "seats", "save"])]
    pub lesson: Option<String>,
    /// Solve the ruleset's puzzles, from this number on.
    #[arg(long, value_name = "N", conflicts_with_all = ["lesson", "fen", "play", "from", "seats", "save", "set"])]
    pub puzzle: Option<usize>,
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatPlayer {
    /// A person at the terminal.
    Person,
    /// An agent.
    Agent(AgentSpec),
    /// An external engine.
    Engine(Arc<Entrant>),
}

impl FromStr for SeatPlayer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "person" {
            return Ok(Self::Person);
        }
        let entrant =
            text.parse::<Entrant>().map_err(|why| format!("{why}; write `person` for a person"))?;
        Ok(match entrant.who {
            Who::Agent(agent) => Self::Agent(agent),
            Who::Engine(_) => Self::Engine(Arc::new(entrant)),
        })
    }
}

impl std::fmt::Display for SeatPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Person => f.write_str("person"),
            Self::Agent(agent) => agent.fmt(f),
            Self::Engine(engine) => f.write_str(engine.name()),
        }
    }
}

/// A seat and its player: `SEAT=PLAYER`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatChoice {
    /// The seat's name, or `others`.
    pub seat: String,
    /// The player.
    pub player: SeatPlayer,
}

impl FromStr for SeatChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (seat, player) =
            text.split_once('=').ok_or("missing `=`; write SEAT=PLAYER, as in red=person")?;
        if seat.is_empty() {
            return Err("missing seat before `=`".to_owned());
        }
        Ok(Self { seat: seat.to_owned(), player: player.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_played_by_a_person_or_an_agent_and_by_nobody_else() {
        let choice: SeatChoice = "red=mcts:200".parse().unwrap();
        assert_eq!((choice.seat.as_str(), choice.player.to_string().as_str()), ("red", "mcts:200"));
        let engine: SeatChoice = "red=uci:fish -x;go=depth 3".parse().unwrap();
        assert!(matches!(&engine.player, SeatPlayer::Engine(_)), "{engine:?}");
        assert_eq!((engine.seat.as_str(), engine.player.to_string().as_str()), ("red", "fish"));
        assert_eq!("red=person".parse::<SeatChoice>().unwrap().player, SeatPlayer::Person);
        for wrong in ["red", "=person", "red=", "red=oracle"] {
            assert!(wrong.parse::<SeatChoice>().is_err(), "{wrong}");
        }
    }
}
