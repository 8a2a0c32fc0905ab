//! Actions as other programs write them: `e2e4`, `e7e8q`, `e1g1`, `N@f3` for two seats; for more `h2-h3`, `h10-h11=Q`, and
//! as everywhere here what is no move.

use quadrille_core::{Action, HookError, Kind, MoveKind, Play, Spec};
use quadrille_dsl::actions;

use crate::args::EngineSpec;

/// How another program writes actions of a ruleset.
pub struct Dialect {
    two: bool,
    /// Letters of kinds that it writes differently: here, there.
    letters: Vec<(char, char)>,
    /// It writes a pass as a move of the royal to its own square.
    royal_stays: bool,
}

impl Dialect {
    /// That of a program about a ruleset, which writes some letters differently: here, there.
    #[must_use]
    pub fn new(spec: &Spec, letters: &[(char, char)]) -> Self {
        Self { two: spec.seats.len() == 2, letters: letters.to_vec(), royal_stays: false }
    }

    /// That of an engine about a ruleset.
    #[must_use]
    pub fn of(spec: &Spec, engine: &EngineSpec) -> Self {
        Self { royal_stays: engine.royal_stays, ..Self::new(spec, &engine.letters) }
    }

    /// An action as the other program is told it; none if it is not legal.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn write(&self, game: &mut dyn Play, action: Action) -> Result<Option<String>, HookError> {
        if let (Action::Pass, true) = (action, self.royal_stays)
            && let Some(square) = game.royals(game.turn()).into_iter().next()
        {
            let name = game.rules().spec().geometry.name(square);
            return Ok(Some(format!("{name}{name}")));
        }
        if let Some(text) = self.plain(game.rules().spec(), action) {
            // Where two actions would be written alike, only the long way tells them apart.
            let legal = game.actions()?;
            let spec = game.rules().spec();
            let alike = |other: &&Action| self.plain(spec, **other).as_ref() == Some(&text);
            if legal.iter().filter(alike).count() <= 1 {
                return Ok(Some(text));
            }
        }
        let found = actions::legal(game)?.into_iter().find(|(_, other)| *other == action);
        Ok(found.map(|(text, _)| text))
    }

    /// The action that a word of the other program means, if it is legal: written as there, or as here.
    ///
    /// # Errors
    /// If a hook fails.
    pub fn find(&self, game: &mut dyn Play, word: &str) -> Result<Option<Action>, HookError> {
        let legal = actions::legal(game)?;
        if let Some((_, action)) = legal.iter().find(|(text, _)| text == word) {
            return Ok(Some(*action));
        }
        let spec = game.rules().spec();
        let bare =
            |text: &str| text.replace(['-', 'x', '='], "").trim_end_matches('+').to_lowercase();
        let meant = bare(word);
        let written = |action: Action| self.plain(spec, action).map(|text| bare(&text));
        let alike = |(text, action): &&(String, Action)| {
            written(*action).as_ref() == Some(&meant) || !self.two && bare(text) == meant
        };
        if let Some((_, action)) = legal.iter().find(alike) {
            return Ok(Some(*action));
        }
        // Some write a pass as a move that goes nowhere.
        let (half, rest) = word.split_at_checked(word.len() / 2).unwrap_or_default();
        if self.two
            && !half.is_empty()
            && half == rest
            && spec.geometry.square_named(half).is_some()
        {
            let pass = legal.iter().find(|(_, action)| *action == Action::Pass);
            return Ok(pass.map(|(_, action)| *action));
        }
        // A program may leave out what a piece becomes, or name it by another letter, where there is no choice.
        let ends = |action: Action| match action {
            Action::Move(mv) => {
                Some(format!("{}{}", spec.geometry.name(mv.from), spec.geometry.name(mv.to)))
            }
            _ => None,
        };
        let digit = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
        let stem =
            meant.strip_suffix(|c: char| c.is_alphabetic() || c == '~').filter(|stem| digit(stem));
        let stem = stem.unwrap_or(&meant);
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

    /// A move, drop or pass in the notation of UCI, or for more seats with a hyphen between the squares.
    fn plain(&self, spec: &Spec, action: Action) -> Option<String> {
        let name = |square| spec.geometry.name(square);
        match action {
            Action::Move(mv) if self.two => {
                let promotion =
                    mv.promotion.map(|kind| self.letter(spec, kind).to_ascii_lowercase());
                let promotion = promotion.map_or_else(String::new, String::from);
                Some(format!("{}{}{promotion}", name(mv.from), name(mv.to)))
            }
            // Castling is the king's move to others; what else is special is written as here.
            Action::Move(mv) if matches!(mv.kind, MoveKind::Castle(_)) => {
                Some(format!("{}-{}", name(mv.from), name(mv.to)))
            }
            Action::Drop(kind, square) if self.two => {
                Some(format!("{}@{}", self.letter(spec, kind).to_ascii_uppercase(), name(square)))
            }
            Action::Pass if self.two => Some("0000".to_owned()),
            _ => None,
        }
    }

    /// The letter of a kind.
    fn letter(&self, spec: &Spec, kind: Kind) -> char {
        let here = spec.kinds.get(kind.index()).map_or('?', |kind| kind.letter);
        let there = self.letters.iter().find(|(letter, _)| letter.eq_ignore_ascii_case(&here));
        there.map_or(here, |(_, there)| *there)
    }
}
