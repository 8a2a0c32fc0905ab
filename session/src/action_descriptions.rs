//! Descriptions of legal actions. A description contains the text of the action, its squares and
//! its group.

use quadrille_core::{
    Action, AnyGame, Decision, Declaration, HookError, MoveKind, Seat, Spec, Zone,
};
use quadrille_dsl::{actions, pgn};
use serde::{Deserialize, Serialize};

use crate::names::RulesetNames;

/// The group that an action belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ActionGroup {
    /// The moves of pieces without promotion, except castling.
    Move,
    /// The actions in which a piece moves and promotes.
    Promotion,
    /// The castling moves.
    Castling,
    /// A piece in hand is dropped.
    Drop,
    /// A move is announced.
    Announcement,
    /// A question is answered.
    Answer,
    /// The dice are rolled, or pieces are shuffled.
    Roll,
    /// The actions that accept an offer.
    Say,
    /// The turn is passed.
    Pass,
    /// A seat resigns, runs out of time or agrees to a draw.
    Declaration,
}

/// The description of a legal [`Action`], with names from its ruleset.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ActionDescription {
    /// The action as text, in the form that [`crate::Game::play`] accepts.
    pub text: String,
    /// The action in algebraic notation, without signs of check; see
    /// [`quadrille_dsl::pgn::notations`].
    pub notation: String,
    /// The group of the action.
    pub group: ActionGroup,
    /// The seat that plays the action.
    pub seat: String,
    /// The square from which the piece moves, if the action is a move.
    pub from: Option<String>,
    /// The target square, if the action is a move or a drop.
    pub to: Option<String>,
    /// If the piece promotes, the kind to which it promotes. If the action is a drop, the kind of
    /// the dropped piece.
    pub kind: Option<String>,
    /// The squares of the captured pieces.
    pub captures: Vec<String>,
    /// The action itself. It is not serialised, so the field is `None` after deserialisation.
    #[serde(skip)]
    pub action: Option<Action>,
}

/// Writes the text of the action.
impl std::fmt::Display for ActionDescription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.text)
    }
}

/// Returns the legal actions of the present decision. Actions are sorted by their texts. Answers to
/// a question keep the order of the rules.
pub(crate) fn list(game: &mut dyn AnyGame) -> Result<Vec<ActionDescription>, HookError> {
    let Some(seat) = decider(&game.decision()?) else { return Ok(Vec::new()) };
    let mut legal = actions::legal(game)?;
    legal.sort_by_key(|(_, action)| match action {
        Action::Choose(choice) => *choice,
        _ => 0,
    });
    let notations = pgn::notations(game, &legal);
    let each = legal.into_iter().zip(notations);
    Ok(each
        .map(|((text, action), notation)| described(game, text, notation, action, seat))
        .collect())
}

/// Returns the declarations that seats can make at the present decision. Only seats that still have
/// turns can make a declaration.
pub(crate) fn declarations(game: &mut dyn AnyGame) -> Result<Vec<ActionDescription>, HookError> {
    if !matches!(game.decision()?, Decision::Turn(_) | Decision::Roll(_)) {
        return Ok(Vec::new());
    }
    let spec = game.rules().spec();
    let speakers = RulesetNames(spec).seats().filter(|seat| has_turns(game, spec, *seat));
    let all = speakers.flat_map(|speaker| Declaration::ALL.map(|word| (speaker, word)));
    let described = |(speaker, word)| {
        let action = Action::Declare(speaker, word);
        let text = actions::write(game, &[action]).concat();
        described(game, text.clone(), text, action, speaker)
    };
    Ok(all.map(described).collect())
}

/// Returns the seat that decides, or `None` if the game is over.
pub(crate) fn decider(decision: &Decision) -> Option<Seat> {
    match decision {
        Decision::Turn(seat) | Decision::Roll(seat) => Some(*seat),
        Decision::Question(question) => Some(question.seat),
        Decision::Over => None,
    }
}

fn has_turns(game: &dyn AnyGame, spec: &Spec, seat: Seat) -> bool {
    let state = usize::from(game.seat_state(seat).0);
    spec.states.get(state).is_some_and(|state| state.has_turn)
}

fn described(
    game: &dyn AnyGame,
    text: String,
    notation: String,
    action: Action,
    seat: Seat,
) -> ActionDescription {
    let names = RulesetNames(game.rules().spec());
    let group = match action {
        Action::Move(mv) if matches!(mv.kind, MoveKind::Castle(_)) => ActionGroup::Castling,
        Action::Move(mv) if mv.promotion.is_some() => ActionGroup::Promotion,
        Action::Move(_) => ActionGroup::Move,
        Action::Drop(..) => ActionGroup::Drop,
        Action::Announce(_) => ActionGroup::Announcement,
        Action::Choose(_) => ActionGroup::Answer,
        Action::Roll(_) | Action::Shuffle(_) => ActionGroup::Roll,
        Action::Say(_) => ActionGroup::Say,
        Action::Pass => ActionGroup::Pass,
        Action::Declare(..) => ActionGroup::Declaration,
    };
    let (from, to, kind, captures) = match action {
        Action::Move(mv) | Action::Announce(mv) => {
            (Some(mv.from), Some(mv.to), mv.promotion, game.captured_by(mv))
        }
        Action::Drop(kind, to) => (None, Some(to), Some(kind), Zone::EMPTY),
        _ => (None, None, None, Zone::EMPTY),
    };
    ActionDescription {
        text,
        notation,
        group,
        seat: names.seat(seat),
        from: from.map(|square| names.square(square)),
        to: to.map(|square| names.square(square)),
        kind: kind.map(|kind| names.kind(kind)),
        captures: names.squares(captures),
        action: Some(action),
    }
}
