//! Reads and writes actions as text: `d2-d4`, `c13-d14=Q`, `R@b3`, `pass`, `roll=4+2`,
//! `choose=queen`, `say=claim`, `resign`.
//!
//! At every decision, each action has one text and each text names one action. The shortest text of
//! a move consists of its first and last square. If this text would fit two legal moves, the text
//! of each move also contains squares between its ends, so that the texts differ. These are the
//! squares of captured pieces, the square that a pawn skips, or the square of the castling rook.
//! The choice within a move follows at the end: `c3-d4,corpse=f6`.
//!
//! The functions accept any game as an [`AnyGame`].

use std::collections::HashMap;
use std::ops::Range;

use quadrille_core::{
    Action, AnyGame, Attempt, ChosenOption, Decision, HookError, Illegal, Kind, Move, MoveChoice,
    MoveKind, PlayError, Seat, Spec, Square,
};

use crate::diagnostic::suggest;
use crate::formats::why_illegal;
use error::ActionErrorKind as Mistake;
pub use error::{ActionError, ActionErrorKind};
use parse::ParsedAction;

mod error;
mod parse;
#[cfg(test)]
mod tests;

/// The reference page of actions.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/moves.md"));

/// Returns the texts of `actions`, in their order. No two texts are equal. Each action must be a
/// declaration, or legal at the current decision. A legal action that is not in `actions` is not
/// considered, so a text may also fit this action. To write a single action, use [`text_of`].
#[must_use]
pub fn write(game: &dyn AnyGame, actions: &[Action]) -> Vec<String> {
    let spec = game.rules().spec();
    let words = SpokenWords::of(game, actions);
    let choices: Vec<String> = actions.iter().map(|action| words.choice_text(*action)).collect();
    let mut texts: Vec<String> =
        actions.iter().map(|action| short(spec, &words, *action)).collect();
    // Texts that several actions share are replaced by long texts. If long texts are equal too (two
    // paths over the same squares), they get numbers.
    for longer in [long, numbered] {
        let mut groups: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
        for (place, text) in texts.iter().enumerate() {
            groups.entry((text, &choices[place])).or_default().push(place);
        }
        let mut shared: Vec<_> = groups.into_values().filter(|group| group.len() > 1).collect();
        for group in &mut shared {
            group.sort_by_key(|place| actions[*place]);
            for (number, place) in group.iter().enumerate() {
                texts[*place] = longer(spec, &texts[*place], actions[*place], number);
            }
        }
    }
    texts.iter_mut().zip(choices).for_each(|(text, choice)| text.push_str(&choice));
    texts
}

/// Returns the legal actions of the current decision with their texts, sorted bytewise.
///
/// ```
/// use quadrille_core::game;
/// use quadrille_dsl::library::Shipped;
/// use quadrille_dsl::{actions, load};
///
/// let ruleset = load(&Shipped, "orthodox-chess", &[])?;
/// let hooks = ruleset.hooks();
/// let mut game = game::start(&ruleset.rules, &*hooks)?;
/// let legal = actions::legal(&mut *game)?;
/// assert_eq!((legal.len(), legal[0].0.as_str()), (20, "a2-a3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the hook's error if a hook fails while the legal actions are listed.
pub fn legal(game: &mut dyn AnyGame) -> Result<Vec<(String, Action)>, HookError> {
    let actions = game.actions()?;
    let texts = write(game, &actions);
    let mut legal: Vec<_> = texts.into_iter().zip(actions).collect();
    legal.sort_unstable();
    Ok(legal)
}

/// Returns the text of an action that is legal at the current decision, or of a declaration.
///
/// # Errors
/// Returns the hook's error if a hook fails while the legal actions are listed.
pub fn text_of(game: &mut dyn AnyGame, action: Action) -> Result<String, HookError> {
    let legal = legal(game)?;
    Ok(text_among(game, &legal, action))
}

/// Returns the text of a legal action or of a declaration. `legal` is the list of legal actions
/// from [`legal()`], which contains no declarations.
#[must_use]
pub fn text_among(game: &dyn AnyGame, legal: &[(String, Action)], action: Action) -> String {
    let listed = legal.iter().find(|(_, other)| *other == action).map(|(text, _)| text.clone());
    listed.unwrap_or_else(|| write(game, &[action]).concat())
}

/// Plays several actions, separated by white space.
///
/// ```
/// use quadrille_core::game;
/// use quadrille_dsl::library::Shipped;
/// use quadrille_dsl::{actions, load};
///
/// let ruleset = load(&Shipped, "orthodox-chess", &[])?;
/// let hooks = ruleset.hooks();
/// let mut game = game::start(&ruleset.rules, &*hooks)?;
/// actions::play(&mut *game, "f2-f3 e7-e5 g2-g4 d8-h4")?;
/// assert!(game.outcome().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an [`ActionError`] if an action can't be read, is not legal, or has an effect that
/// fails. The actions before it have been played.
pub fn play(game: &mut dyn AnyGame, text: &str) -> Result<(), ActionError> {
    for (span, token) in tokens(text) {
        let action = read(game, token).map_err(|error| error.shifted(span.start))?;
        game.play(action).map_err(|error| match error {
            PlayError::Hook(error) => ActionError::new(span, error),
            _ => ActionError::new(span, Mistake::Unlisted(token.to_owned())),
        })?;
    }
    Ok(())
}

/// Splits a text at white space. Returns each part with its byte range in the text.
pub fn tokens(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut at = 0;
    text.split_inclusive(char::is_whitespace).filter_map(move |part| {
        let token = part.trim_end();
        let span = at..at + token.len();
        at += part.len();
        (!token.is_empty()).then_some((span, token))
    })
}

/// Returns the legal action that a text names at the current decision. Accepts the text from
/// [`write()`] and any other text that fits exactly one legal action. Such a text may be a move
/// with the squares between its ends.
///
/// # Errors
/// Returns an [`ActionError`] if the text can't be read, fits no legal action, or fits several.
pub fn read(game: &mut dyn AnyGame, token: &str) -> Result<Action, ActionError> {
    let legal = legal(game).map_err(|error| ActionError::new(0..token.len(), error))?;
    read_among(game, &legal, token)
}

/// Returns the legal action that a text names. `legal` is the list of legal actions from
/// [`legal()`].
///
/// # Errors
/// Returns an [`ActionError`] if the text can't be read, fits no legal action, or fits several.
pub fn read_among(
    game: &mut dyn AnyGame,
    legal: &[(String, Action)],
    token: &str,
) -> Result<Action, ActionError> {
    match judge(game, legal, token)? {
        ActionReading::Legal(action) => Ok(action),
        ActionReading::Illegal { why, .. } => Err(why),
    }
}

/// The result of reading the well-formed text of an action at a decision.
pub(crate) enum ActionReading {
    /// A legal action.
    Legal(Action),
    /// An action that is not legal.
    Illegal {
        /// The error, which states the reason why the action is not legal.
        why: ActionError,
        /// The texts of legal moves that have the same first and last square as this action.
        alike: Vec<String>,
        /// `true` if the action is a move, but its first square is empty.
        vacant: bool,
    },
}

/// Finds the legal action that a text names, or the reason why the text names no legal action.
///
/// # Errors
/// Returns an [`ActionError`] if the text does not have the form of an action, or fits several
/// legal actions.
pub(crate) fn judge(
    game: &mut dyn AnyGame,
    legal: &[(String, Action)],
    token: &str,
) -> Result<ActionReading, ActionError> {
    if let Some((_, action)) = legal.iter().find(|(text, _)| text == token) {
        return Ok(ActionReading::Legal(*action));
    }
    let spec = game.rules().spec();
    let parsed = parse::parse(spec, token)?;
    let fitting: Vec<_> =
        legal.iter().filter(|(text, action)| fits(spec, &parsed, text, *action)).collect();
    if let Some(mv) = before_choice(&parsed, &fitting) {
        return Ok(ActionReading::Legal(Action::Move(mv)));
    }
    let declared = declared(game, &parsed);
    match (&fitting[..], declared) {
        ([], Some(action)) => Ok(ActionReading::Legal(action)),
        ([(_, action)], _) => Ok(ActionReading::Legal(*action)),
        ([], None) => {
            let alike = legal.iter().filter(|(_, action)| parsed.same_ends(*action));
            Ok(ActionReading::Illegal {
                alike: alike.map(|(text, _)| text.clone()).collect(),
                vacant: parsed.from().is_some_and(|from| game.piece(from).is_none()),
                why: illegal(game, legal, token, &parsed),
            })
        }
        _ => {
            let help = format!("write one of {}", quoted(fitting.iter().map(|(text, _)| text)));
            let kind = Mistake::Ambiguous(token.to_owned());
            Err(ActionError::new(0..token.len(), kind).help(help))
        }
    }
}

/// Returns the move without a choice, if the text has no choice and fits several choices within one
/// move. The player then answers the questions of the move afterwards.
fn before_choice(parsed: &ParsedAction, fitting: &[&(String, Action)]) -> Option<Move> {
    let (ParsedAction::Move { choice, .. }, [(_, Action::Move(first)), ..]) = (parsed, fitting)
    else {
        return None;
    };
    let played = first.choosing(None);
    let same = |(_, action): &&(String, Action)| match action {
        Action::Move(other) => other.choice.is_some() && other.choosing(None) == played,
        _ => false,
    };
    (choice.is_empty() && fitting.len() > 1 && fitting.iter().all(same)).then_some(played)
}

/// Returns the action of a declaration such as a resignation, if the seat may make this declaration
/// now. The list of legal actions does not contain declarations.
fn declared(game: &mut dyn AnyGame, parsed: &ParsedAction) -> Option<Action> {
    let ParsedAction::Declare(word, seat) = parsed else { return None };
    let (Decision::Turn(turn) | Decision::Roll(turn)) = game.decision().ok()? else { return None };
    let seat = seat.unwrap_or(turn);
    let state = usize::from(game.seat_state(seat).0);
    let plays = game.rules().spec().states.get(state).is_some_and(|state| state.has_turn);
    plays.then_some(Action::Declare(seat, *word))
}

/// The words of a position: the options of its open question, the choices within its moves, and the
/// offers. An [`Action`] contains only the number of such a word.
struct SpokenWords {
    turn: Seat,
    options: Vec<String>,
    offers: Vec<String>,
    /// The number of shuffles made.
    shuffled: usize,
    /// The choices within each move.
    choices: HashMap<Move, Vec<MoveChoice>>,
}

impl SpokenWords {
    fn of(game: &dyn AnyGame, actions: &[Action]) -> Self {
        let spoken =
            |a: &Action| matches!(a, Action::Choose(_) | Action::Say(_) | Action::Shuffle(_));
        let needed = actions.iter().any(spoken);
        let turn = game.turn();
        let mut choices = HashMap::new();
        for action in actions {
            if let Action::Move(mv @ Move { choice: Some(_), .. }) = action {
                let base = mv.choosing(None);
                choices.entry(base).or_insert_with(|| game.choices(base).unwrap_or_default());
            }
        }
        if !needed {
            return Self { turn, options: Vec::new(), offers: Vec::new(), shuffled: 0, choices };
        }
        let setup = game.setup();
        Self {
            turn,
            options: setup.pending.last().map(|asked| asked.options.clone()).unwrap_or_default(),
            offers: setup.offers.into_iter().map(|(_, word)| word).collect(),
            shuffled: setup.shuffled.into(),
            choices,
        }
    }

    /// Returns the text of the choice within a move, such as `,corpse=f6`.
    fn choice_text(&self, action: Action) -> String {
        let Action::Move(mv @ Move { choice: Some(number), .. }) = action else {
            return String::new();
        };
        let found = self.choices.get(&mv.choosing(None));
        let found = found.and_then(|all| all.iter().find(|choice| choice.number == number));
        let answers = found.map_or(&[][..], |choice| &choice.answers);
        let text =
            |chosen: &ChosenOption| format!(",{}={}", chosen.question, plain(Some(&chosen.option)));
        answers.iter().map(text).collect()
    }
}

/// Returns a word with `_` in place of white space, because white space separates actions.
fn plain(word: Option<&String>) -> String {
    let word: String = word
        .map(|word| word.chars().map(|c| if c.is_whitespace() { '_' } else { c }).collect())
        .unwrap_or_default();
    if word.is_empty() { "_".to_owned() } else { word }
}

/// Returns the shortest text of an action, which may be equal to the text of another action.
fn short(spec: &Spec, words: &SpokenWords, action: Action) -> String {
    match action {
        Action::Move(played) => path_text(spec, &played, &[played.from, played.to]),
        Action::Announce(played) => {
            format!("announce={}", path_text(spec, &played, &[played.from, played.to]))
        }
        Action::Drop(kind, square) => {
            format!("{}@{}", letter(spec, kind), spec.geometry.name(square))
        }
        Action::Pass => "pass".to_owned(),
        Action::Roll([low, high]) => match (low, high) {
            (0, face) | (face, 0) => format!("roll={face}"),
            _ => format!("roll={}+{}", low.max(high), low.min(high)),
        },
        Action::Shuffle(number) => {
            let shuffle = spec.shuffles.get(words.shuffled);
            let outcome = shuffle.and_then(|it| it.outcomes.get(usize::from(number)));
            format!("shuffle={}", plain(outcome.map(|outcome| &outcome.name)))
        }
        Action::Choose(number) => {
            format!("choose={}", plain(words.options.get(usize::from(number))))
        }
        Action::Say(number) => format!("say={}", plain(words.offers.get(usize::from(number)))),
        Action::Declare(seat, word) if seat == words.turn => word.text().to_owned(),
        Action::Declare(seat, word) => {
            let name = spec.seats.get(seat.index()).map_or("?", |seat| &seat.name);
            format!("{}={name}", word.text())
        }
    }
}

/// Returns the long text of an action. Between the ends of a move, the long text contains the
/// squares of captured pieces, the skipped square or the square of the castling rook.
fn long(spec: &Spec, short: &str, action: Action, _: usize) -> String {
    match action {
        Action::Move(played) => path_text(spec, &played, &squares(spec, &played)),
        Action::Announce(played) => {
            format!("announce={}", path_text(spec, &played, &squares(spec, &played)))
        }
        _ => short.to_owned(),
    }
}

/// Returns a text that ends in a number, which distinguishes it from equal texts. The first of
/// several equal texts gets no number.
fn numbered(_: &Spec, long: &str, _: Action, number: usize) -> String {
    if number == 0 { long.to_owned() } else { format!("{long}~{}", number + 1) }
}

/// Returns the text of a path. If the piece promotes, the text also contains the kind that it
/// becomes.
fn path_text(spec: &Spec, played: &Move, squares: &[Square]) -> String {
    let names: Vec<_> = squares.iter().map(|square| spec.geometry.name(*square)).collect();
    let mut text = names.join("-");
    if let Some(kind) = played.promotion {
        text.push('=');
        text.push(letter(spec, kind));
    }
    text
}

/// Returns the squares in the long text of a move. Between the first and the last square, the text
/// has the square that a pawn skips, the squares of captured pieces, or the square of the castling
/// rook.
fn squares(spec: &Spec, played: &Move) -> Vec<Square> {
    let between = match played.kind {
        MoveKind::Plain | MoveKind::EnPassant | MoveKind::Extra(_) => [None, None],
        MoveKind::Double { over } => [Some(over), None],
        MoveKind::Castle(number) => {
            [spec.castling.get(usize::from(number)).map(|wing| wing.rook.0), None]
        }
        MoveKind::Path { takes, .. } => takes,
    };
    let ends = |square| std::iter::once(square);
    ends(played.from).chain(between.into_iter().flatten()).chain(ends(played.to)).collect()
}

fn letter(spec: &Spec, kind: Kind) -> char {
    spec.kinds.get(kind.index()).map_or('?', |kind| kind.letter)
}

/// Returns `true` if a text can mean this action.
fn fits(spec: &Spec, parsed: &ParsedAction, text: &str, action: Action) -> bool {
    let move_fits = |squares: &[Square], promotion, played: &Move| {
        played.promotion == promotion
            && (squares == [played.from, played.to] || squares == self::squares(spec, played))
    };
    match (parsed, action) {
        (ParsedAction::Move { squares, promotion, again: None, choice }, Action::Move(played)) => {
            move_fits(squares, *promotion, &played) && text.ends_with(choice)
        }
        (ParsedAction::Announce { squares, promotion, again: None }, Action::Announce(played)) => {
            move_fits(squares, *promotion, &played)
        }
        (ParsedAction::Drop(kind, square), Action::Drop(other, to)) => {
            *kind == other && *square == to
        }
        (ParsedAction::Roll(faces), Action::Roll(shown)) => {
            let mut shown: Vec<_> = shown.into_iter().filter(|face| *face != 0).collect();
            shown.sort_unstable();
            *faces == shown
        }
        (ParsedAction::Word(word), Action::Choose(_) | Action::Say(_) | Action::Shuffle(_)) => {
            text == word
        }
        _ => false,
    }
}

/// Returns the error for a well-formed action that can't be played. The error lists similar legal
/// actions.
fn illegal(
    game: &mut dyn AnyGame,
    legal: &[(String, Action)],
    token: &str,
    parsed: &ParsedAction,
) -> ActionError {
    let error = |kind| ActionError::new(0..token.len(), kind);
    let kind = match game.why_not(attempt(game.turn(), parsed), None) {
        Ok(Some(why)) => {
            let reason = why_illegal::sentence(game.view(), &why);
            Mistake::NotLegal { why: Box::new(why), reason }
        }
        Ok(None) => Mistake::Unlisted(token.to_owned()),
        Err(failed) => Mistake::Hook(failed),
    };
    let over = |why: &Illegal| matches!(why, Illegal::GameOver | Illegal::NoTurns { .. });
    if matches!(&kind, Mistake::NotLegal { why, .. } if over(why)) {
        return error(kind);
    }
    let near: Vec<&String> = match parsed {
        ParsedAction::Move { squares, .. } | ParsedAction::Announce { squares, .. } => {
            let touches = |end: fn(&Move) -> Square, square: Option<&Square>| {
                let end = move |action: &Action| match action {
                    Action::Move(played) | Action::Announce(played) => Some(end(played)),
                    _ => None,
                };
                let hits = legal.iter().filter(|(_, action)| end(action).as_ref() == square);
                hits.map(|(text, _)| text).collect::<Vec<_>>()
            };
            let from_here = touches(|played| played.from, squares.first());
            let to = squares.last();
            let both: Vec<_> = from_here
                .iter()
                .copied()
                .filter(|text| touches(|played| played.to, to).contains(text))
                .collect();
            [both, from_here, touches(|played| played.to, to)]
                .into_iter()
                .find(|texts| !texts.is_empty())
                .unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let help = if near.is_empty() {
        suggest(token, legal.iter().map(|(text, _)| text.as_str())).unwrap_or_else(|| {
            format!("legal moves: {}", quoted(legal.iter().map(|(text, _)| text))).into()
        })
    } else {
        format!("legal moves: {}", quoted(near.into_iter())).into()
    };
    error(kind).help(help)
}

/// Converts a parsed action into a query to the core.
fn attempt(turn: Seat, parsed: &ParsedAction) -> Attempt {
    let ends = |squares: &[Square]| {
        let from = squares.first().copied().unwrap_or(Square(0));
        (from, squares.last().copied().unwrap_or(from))
    };
    match parsed {
        ParsedAction::Move { squares, promotion, .. } => {
            let (from, to) = ends(squares);
            Attempt::Move { from, to, promotion: *promotion }
        }
        ParsedAction::Announce { squares, promotion, .. } => {
            let (from, to) = ends(squares);
            Attempt::Action(Action::Announce(Move { promotion: *promotion, ..Move::new(from, to) }))
        }
        ParsedAction::Pass => Attempt::Action(Action::Pass),
        ParsedAction::Drop(kind, square) => Attempt::Action(Action::Drop(*kind, *square)),
        ParsedAction::Roll(faces) => {
            let face = |place: usize| faces.get(place).copied().unwrap_or_default();
            Attempt::Action(Action::Roll([face(0), face(1)]))
        }
        ParsedAction::Declare(word, seat) => {
            Attempt::Action(Action::Declare(seat.unwrap_or(turn), *word))
        }
        // The word is not on any list, so the number is out of range.
        ParsedAction::Word(text) if text.starts_with("choose") => {
            Attempt::Action(Action::Choose(u16::MAX))
        }
        ParsedAction::Word(text) if text.starts_with("shuffle") => {
            Attempt::Action(Action::Shuffle(u16::MAX))
        }
        ParsedAction::Word(_) => Attempt::Action(Action::Say(u8::MAX)),
    }
}

/// Returns the reason why an action is not legal at the current decision, or `None` if it is legal.
/// If `by` is set, this seat tries to play the action.
///
/// # Errors
/// Returns an [`ActionError`] if the text does not have the form of an action, if it fits several
/// legal actions, or if a hook fails.
pub fn why_not(
    game: &mut dyn AnyGame,
    token: &str,
    by: Option<Seat>,
) -> Result<Option<Illegal>, ActionError> {
    let failed = |error: HookError| ActionError::new(0..token.len(), Mistake::Hook(error));
    let legal = legal(game).map_err(failed)?;
    match judge(game, &legal, token)? {
        ActionReading::Legal(action) => game.why_not(Attempt::Action(action), by).map_err(failed),
        ActionReading::Illegal { .. } => {
            let parsed = parse::parse(game.rules().spec(), token)?;
            let why = game.why_not(attempt(game.turn(), &parsed), by).map_err(failed)?;
            // The text is a path with the ends of a legal move, but with wrong squares between
            // them.
            Ok(Some(why.unwrap_or(Illegal::Unlisted)))
        }
    }
}

/// Joins the first few of several texts, for a message.
pub(crate) fn quoted<'a>(texts: impl ExactSizeIterator<Item = &'a String>) -> String {
    const MAX_LISTED_ACTIONS: usize = 8;
    let more = texts.len().saturating_sub(MAX_LISTED_ACTIONS);
    let mut list: Vec<_> = texts.take(MAX_LISTED_ACTIONS).map(|text| format!("`{text}`")).collect();
    if more > 0 {
        list.push(format!("and {more} more"));
    }
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}
