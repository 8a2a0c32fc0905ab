//! Actions in the notation of other programs: `e2e4`, `e7e8q`, `e1g1`, `N@f3` in games for two, and
//! `h2-h3`, `h10-h11=Q` in games for more. All other actions are in Quadrille's own notation.

use quadrille_core::{Action, AnyGame, Declaration, HookError, Kind, Move, MoveKind, Piece, Spec};
use quadrille_dsl::actions;

use crate::args::EngineSpec;

/// The notation in which another program, such as an engine, writes the actions of a ruleset.
pub struct Dialect {
    two: bool,
    /// The kinds for which that program uses another letter: pairs of Quadrille's letter and the
    /// letter of that program.
    letters: Vec<(char, char)>,
    /// `true` if the program that uses this notation writes a pass as a move of the royal to its
    /// own square.
    royal_stays: bool,
}

impl Dialect {
    /// Creates the notation of another program for a ruleset. `letters` are the kinds for which
    /// that program uses another letter: pairs of Quadrille's letter and that program's letter.
    #[must_use]
    pub fn new(spec: &Spec, letters: &[(char, char)]) -> Self {
        Self { two: spec.seats.len() == 2, letters: letters.to_vec(), royal_stays: false }
    }

    /// Creates the notation of an engine for a ruleset.
    #[must_use]
    pub fn of(spec: &Spec, engine: &EngineSpec) -> Self {
        Self { royal_stays: engine.royal_stays, ..Self::new(spec, &engine.letters) }
    }

    /// Returns an action in this notation, or `None` if the action is not legal. Declarations are
    /// written in Quadrille's own notation.
    ///
    /// # Errors
    /// Returns the [`HookError`] if a hook fails.
    pub fn write(
        &self,
        game: &mut dyn AnyGame,
        action: Action,
    ) -> Result<Option<String>, HookError> {
        if let Action::Declare(..) = action {
            return Ok(actions::write(game, &[action]).pop());
        }
        if let (Action::Pass, true) = (action, self.royal_stays)
            && let Some(square) = game.royals(game.turn()).into_iter().next()
        {
            let name = game.rules().spec().geometry.name(square);
            return Ok(Some(format!("{name}{name}")));
        }
        if let Some(text) = self.by_rook(game.rules().spec(), action)
            && self.two
            && Self::is_from_any_array(game.rules().spec(), action)
        {
            return Ok(Some(text));
        }
        if let Some(text) = self.plain(game, action) {
            // If two actions would be written alike, use Quadrille's own notation. Castling may
            // name its rook instead.
            let others: Vec<Action> =
                game.actions()?.into_iter().filter(|a| *a != action).collect();
            let taken = |text: &String, by: &dyn Fn(&Action) -> bool| {
                others
                    .iter()
                    .any(|other| by(other) && self.plain(game, *other).as_ref() == Some(text))
            };
            if !is_castling(action) {
                if !taken(&text, &|other| !is_castling(*other)) {
                    return Ok(Some(text));
                }
            } else if !taken(&text, &|_| true) {
                return Ok(Some(text));
            } else if let Some(rook) = self.by_rook(game.rules().spec(), action)
                && self.two
                && !taken(&rook, &|_| true)
                && !others
                    .iter()
                    .any(|other| self.by_rook(game.rules().spec(), *other).as_ref() == Some(&rook))
            {
                return Ok(Some(rook));
            }
        }
        let found = actions::legal(game)?.into_iter().find(|(_, other)| *other == action);
        Ok(found.map(|(text, _)| text))
    }

    /// Returns the legal action that a word in this notation means, or `None` if there is no such
    /// action. The word may also be in Quadrille's own notation. It may even be a declaration,
    /// although the list of legal actions contains no declarations.
    ///
    /// # Errors
    /// Returns the [`HookError`] if a hook fails.
    pub fn find(&self, game: &mut dyn AnyGame, word: &str) -> Result<Option<Action>, HookError> {
        let declares = |said: Declaration| {
            word.strip_prefix(said.text())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        if Declaration::ALL.into_iter().any(declares) {
            return Ok(actions::read(game, word).ok());
        }
        let legal = actions::legal(game)?;
        if let Some((_, action)) = legal.iter().find(|(text, _)| text == word) {
            return Ok(Some(*action));
        }
        let spec = game.rules().spec();
        // `+` is the sign of a promotion, or of check if no piece promotes by this move.
        let bare = |text: &str| text.replace(['-', 'x', '='], "").to_lowercase();
        let whole = bare(word);
        let meant = whole.trim_end_matches('+');
        let ends = |action: Action| match action {
            Action::Move(mv) => {
                Some(format!("{}{}", spec.geometry.name(mv.from), spec.geometry.name(mv.to)))
            }
            _ => None,
        };
        if whole.len() > meant.len() {
            let promotes =
                |action: &Action| matches!(action, Action::Move(mv) if mv.promotion.is_some());
            let mut promoting = legal
                .iter()
                .map(|(_, action)| *action)
                .filter(|action| promotes(action) && ends(*action).as_deref() == Some(meant));
            match (promoting.next(), promoting.next()) {
                (Some(action), None) => return Ok(Some(action)),
                (None, _) if !self.two => {}
                _ => return Ok(None),
            }
        }
        let written = |action: Action| self.plain(game, action).map(|text| bare(&text));
        // A promotion that has a sign may also be named by its letter.
        let named = |action: Action| match action {
            Action::Move(mv) => mv.promotion.and_then(|kind| {
                Some(format!("{}{}", ends(action)?, self.letter(spec, kind).to_ascii_lowercase()))
            }),
            _ => None,
        };
        let alike = |(text, action): &&(String, Action)| {
            [written(*action), named(*action)].iter().flatten().any(|text| text == meant)
                || !self.two && bare(text) == meant
        };
        let fitting: Vec<Action> = legal.iter().filter(alike).map(|(_, action)| *action).collect();
        let step = fitting.iter().find(|action| !is_castling(**action));
        if let (Some(action), _) | (None, [action]) = (step, &fitting[..]) {
            return Ok(Some(*action));
        }
        let by_rook = |(_, action): &&(String, Action)| {
            self.by_rook(spec, *action).is_some_and(|text| bare(&text) == meant)
        };
        if let Some((_, action)) = legal.iter().find(by_rook) {
            return Ok(Some(*action));
        }
        // Some programs write a pass as a move to the same square.
        let (half, rest) = word.split_at_checked(word.len() / 2).unwrap_or_default();
        if self.two
            && !half.is_empty()
            && half == rest
            && spec.geometry.square_named(half).is_some()
        {
            let pass = legal.iter().find(|(_, action)| *action == Action::Pass);
            return Ok(pass.map(|(_, action)| *action));
        }
        // If there is only one promotion, a program may omit its letter or use another.
        let digit = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
        let stem =
            meant.strip_suffix(|c: char| c.is_alphabetic() || c == '~').filter(|stem| digit(stem));
        let stem = stem.unwrap_or(meant);
        let mut between = legal.iter().filter(|(_, action)| ends(*action).as_deref() == Some(stem));
        match (between.next(), between.next()) {
            (Some((_, action @ Action::Move(mv))), None)
                if mv.promotion.is_some() || stem != meant =>
            {
                Ok(Some(*action))
            }
            _ => Ok(None),
        }
    }

    /// Returns a move, drop or pass in the notation of UCI. For games with more than two seats, UCI
    /// has only a notation for castling: the king's two squares with a hyphen between them. The
    /// function then returns `None` for all other actions.
    fn plain(&self, game: &dyn AnyGame, action: Action) -> Option<String> {
        let spec = game.rules().spec();
        let name = |square| spec.geometry.name(square);
        match action {
            Action::Move(mv) if self.two => {
                let moved = game.piece(mv.from).map(Piece::kind);
                let promotion = mv.promotion.map(|kind| {
                    // If a piece reverts to its base kind when it is captured, its promotion is
                    // written as a sign only.
                    let turned = spec.bases.iter().any(|base| {
                        base.kind == kind && Some(base.base) == moved && base.mark.is_none()
                    });
                    if turned { '+' } else { self.letter(spec, kind).to_ascii_lowercase() }
                });
                let promotion = promotion.map_or_else(String::new, String::from);
                Some(format!("{}{}{promotion}", name(mv.from), name(mv.to)))
            }
            // Other programs write castling as the king's move. Other special moves are in
            // Quadrille's own notation.
            Action::Move(mv) if is_castling(action) => {
                Some(format!("{}-{}", name(mv.from), name(mv.to)))
            }
            Action::Drop(kind, square) if self.two => {
                Some(format!("{}@{}", self.letter(spec, kind).to_ascii_uppercase(), name(square)))
            }
            Action::Pass if self.two => Some("0000".to_owned()),
            _ => None,
        }
    }

    /// Returns castling as the king's move to the square of its rook. Games with shuffled start
    /// positions use this notation.
    fn by_rook(&self, spec: &Spec, action: Action) -> Option<String> {
        let Action::Move(Move { from, kind: MoveKind::Castle(number), .. }) = action else {
            return None;
        };
        let (rook, _) = spec.castling.get(usize::from(number))?.rook;
        let link = if self.two { "" } else { "-" };
        Some(format!("{}{link}{}", spec.geometry.name(from), spec.geometry.name(rook)))
    }

    /// Returns `true` if an action is a castling move for any array.
    fn is_from_any_array(spec: &Spec, action: Action) -> bool {
        let Action::Move(Move { kind: MoveKind::Castle(number), .. }) = action else {
            return false;
        };
        spec.castling.get(usize::from(number)).is_some_and(|castling| castling.shares_rights)
    }

    /// Returns the letter that the program with this notation uses for a kind.
    fn letter(&self, spec: &Spec, kind: Kind) -> char {
        let here = spec.kinds.get(kind.index()).map_or('?', |kind| kind.letter);
        let there = self.letters.iter().find(|(letter, _)| letter.eq_ignore_ascii_case(&here));
        there.map_or(here, |(_, there)| *there)
    }
}

fn is_castling(action: Action) -> bool {
    matches!(action, Action::Move(Move { kind: MoveKind::Castle(_), .. }))
}
