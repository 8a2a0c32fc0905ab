//! Lints promotions that no piece can reach.

use std::collections::HashMap;

use quadrille_core::board::MAX_SEATS;
use quadrille_core::rules::Arrival;
use quadrille_core::{EventKind, Facing, Piece, Spec, Square, Zone};

use super::LintInput;
use crate::diagnostic::{Code, Diagnostic};
use crate::script::{ends, paths};

/// The effects by which a script can put pieces on squares or change the facing of pieces.
const BY_HOOKS: [&str; 4] = ["place", "replace", "set_facing", "add_to_hand"];

const HELP: &str =
    "name squares to which these pieces move, as in `square.rank_for(piece.colour) == 8`";

impl LintInput<'_> {
    /// Warns about a tabulated hook that has no effect, because its answer is empty for every piece
    /// and every square.
    pub(super) fn answers(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        let empty = [
            ("promotes", spec.promotions.is_empty(), "no piece promotes anywhere"),
            ("arrives", spec.arrivals.is_empty(), "nothing changes for any piece"),
        ];
        for (hook, _, what) in empty.into_iter().filter(|(_, empty, _)| *empty) {
            let Some((source, span)) = self.scripts.constant_hook(hook) else { continue };
            let message = format!("`{hook}` returns `()` for every piece on every square: {what}");
            let help = "check the comparisons: `square.rank_for(piece.colour)` counts from 1, and a function returns its \
                        last expression if no semicolon follows";
            let code = Code::HookNeverAnswers;
            out.push(Diagnostic::warning(code, source, span, message).help(help));
        }
    }

    /// Warns about a kind that can promote only on squares that none of its pieces can reach.
    pub(super) fn promotions(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        let extra = spec.handlers.iter().any(|handler| handler.event == EventKind::ExtraMoves);
        let set_up = spec.handlers.iter().any(|handler| handler.event == EventKind::Setup);
        let held = spec.captures_to_hand.is_some()
            || spec.hands.iter().any(|hand| !hand.pieces.is_empty());
        if extra || set_up || held || BY_HOOKS.iter().any(|word| self.scripts.has_word(word)) {
            return;
        }
        let Some((source, name)) = self.scripts.hooks("promotes").next() else { return };
        for (i, kind) in spec.kinds.iter().enumerate() {
            if self.is_stopped() {
                return;
            }
            let of_kind = |piece: &Piece| piece.kind().index() == i;
            let promotions = spec.promotions.iter().filter(|(piece, ..)| of_kind(piece));
            let promotions: Vec<(Piece, Square)> =
                promotions.map(|(piece, square, _)| (*piece, *square)).collect();
            // Other pieces may become this kind close to these squares, so nothing is reported.
            let made =
                spec.promotions.iter().any(|(_, _, to)| to.kinds.iter().any(|k| k.index() == i))
                    || spec
                        .arrivals
                        .iter()
                        .any(|(_, _, to)| to.become_kind.is_some_and(|k| k.index() == i));
            let mut pieces = spec.array.iter().filter(|(_, piece)| of_kind(piece)).peekable();
            if promotions.is_empty() || made || pieces.peek().is_none() {
                continue;
            }
            let targets = PromotionTargets::new(spec, &promotions);
            if !pieces.any(|(square, piece)| self.comes_to(*piece, *square, &targets)) {
                let squares: Zone = promotions.iter().map(|(_, square)| *square).collect();
                let names: Vec<String> =
                    squares.into_iter().take(4).map(|square| spec.geometry.name(square)).collect();
                let more = if squares.len() > 4 { " …" } else { "" };
                let message = format!(
                    "no {} can ever promote: none can reach {}{more}",
                    kind.name,
                    names.join(" ")
                );
                let code = Code::PromotionNeverReached;
                out.push(Diagnostic::warning(code, source, name.span.clone(), message).help(HELP));
                continue;
            }
            // Some pieces can promote. A seat with different promotion squares may still have no
            // piece that can reach its squares.
            let squares_of = |seat: usize| -> Zone {
                let own = promotions.iter().filter(|(piece, _)| piece.colour().index() == seat);
                own.map(|(_, square)| *square).collect()
            };
            for (number, seat) in spec.seats.iter().enumerate() {
                let mut own = spec
                    .array
                    .iter()
                    .filter(|(_, piece)| of_kind(piece) && piece.colour().index() == number);
                let squares = squares_of(number);
                let shared = (0..spec.seats.len())
                    .any(|other| other != number && squares_of(other) == squares);
                let all = if squares.is_empty() || shared { 0 } else { own.clone().count() };
                if all > 0 && !own.any(|(square, piece)| self.comes_to(*piece, *square, &targets)) {
                    let message = format!(
                        "no {} of {} can ever promote, although other seats' pieces can",
                        kind.name, seat.name
                    );
                    let code = Code::PromotionNeverReached;
                    out.push(
                        Diagnostic::warning(code, source, name.span.clone(), message).help(HELP),
                    );
                }
            }
        }
    }

    /// Returns `true` if a piece could reach one of these squares in any number of moves. The other
    /// pieces are assumed to be suitably placed. On the square, the piece must have the facing that
    /// the promotion needs. If the lints were stopped, returns `true`, so that nothing is reported.
    fn comes_to(&self, piece: Piece, start: Square, targets: &PromotionTargets) -> bool {
        let spec = self.spec;
        let promotes = &targets.squares[piece.colour().index()];
        let mut seen = [Zone::EMPTY; 4];
        let mut open = vec![(start, piece.facing())];
        while let Some((square, facing)) = open.pop() {
            if self.is_stopped() {
                return true;
            }
            if seen[facing as usize].contains(square) {
                continue;
            }
            seen[facing as usize].insert(square);
            let here = Piece::new(piece.kind(), piece.colour(), facing);
            let next = paths(here, spec)
                .map(|path| ends(path, spec, facing, square))
                .fold(Zone::EMPTY, |all, to| all | to);
            if next.meets(&promotes[facing as usize]) {
                return true;
            }
            for to in next {
                open.push((to, targets.turns.get(&(here, to)).copied().unwrap_or(facing)));
            }
        }
        false
    }
}

/// The squares where the pieces of one kind promote or turn.
struct PromotionTargets {
    /// The squares where a piece promotes, by its colour and its facing.
    squares: Vec<[Zone; 4]>,
    /// The facing of a piece after its arrival on a square, if the piece turns there.
    turns: HashMap<(Piece, Square), Facing>,
}

impl PromotionTargets {
    /// Finds the squares. `promotions` contains pieces of the kind, each with a square on which it
    /// promotes.
    fn new(spec: &Spec, promotions: &[(Piece, Square)]) -> Self {
        let mut squares = vec![[Zone::EMPTY; 4]; MAX_SEATS];
        for (piece, square) in promotions {
            squares[piece.colour().index()][piece.facing() as usize].insert(*square);
        }
        let turn = |(piece, square, arrival): &(Piece, Square, Arrival)| {
            Some(((*piece, *square), arrival.turn?))
        };
        // The first arrival of a piece on a square applies.
        let turns = spec.arrivals.iter().rev().filter_map(turn).collect();
        Self { squares, turns }
    }
}
