//! Warns about pieces that can never move, and about kinds whose pieces can get stuck.

use crate::text::prose::with_article;
use quadrille_core::{Colour, EventKind, Facing, Kind, Piece, Seat, Spec, Square, Zone};

use super::LintInput;
use super::lint_input::strings;
use crate::diagnostic::{Code, Diagnostic};
use crate::script::{Exits, ends, leads, paths};

impl LintInput<'_> {
    /// Warns about pieces that can't move from their first square. Also warns about a kind whose
    /// pieces get stuck on a square where they do not promote. If no piece of the kind promotes and
    /// a clause mentions the kind, nothing is reported.
    pub(super) fn dead_ends(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        // Scripts may move, turn and promote pieces in other ways.
        let by_hooks = spec.handlers.iter().any(|handler| handler.event == EventKind::ExtraMoves);
        if by_hooks || ["replace", "set_facing"].iter().any(|word| self.scripts.has_word(word)) {
            return;
        }
        let mut exits = Exits::new(spec);
        for (i, kind) in spec.kinds.iter().enumerate() {
            let Some(entry) = self.table.table("pieces").and_then(|t| t.entry(&kind.name)) else {
                continue;
            };
            if !kind.paths.iter().any(|path| leads(path, spec)) {
                continue;
            }
            let of = |s: usize| ReachedSquares::new(spec, Seat(s as u8), Kind(i as u8), &mut exits);
            let seats = (0..spec.seats.len()).take_while(|_| !self.is_stopped());
            let ways: Vec<ReachedSquares> = seats.map(of).collect();
            if self.is_stopped() {
                return;
            }
            if ways.iter().all(|ways| ways.exits == [spec.geometry.all(); 4]) {
                continue;
            }
            let mut stuck: Option<(Vec<&str>, Square)> = None;
            let mut some = false;
            for (s, (seat, mut ways)) in spec.seats.iter().zip(ways).enumerate() {
                for (square, piece) in &spec.array {
                    if (piece.kind().index(), piece.colour().index()) != (i, s) {
                        continue;
                    }
                    if ways.can_leave(*square, piece.facing()) {
                        ways.follow(*square, piece.facing());
                        continue;
                    }
                    let name = spec.geometry.name(*square);
                    let at = self.table.table("array").and_then(|array| array.get("picture"));
                    let at = at.map_or(&entry.key_at, |node| &node.at);
                    let facing = self.spec.facing_word(piece.colour(), piece.facing());
                    let message = format!(
                        "{}'s {} on {name}, which faces {facing}, can never move",
                        seat.name, kind.name
                    );
                    let help = "turn it, as in `wP>`, or put it elsewhere";
                    out.push(at.warning(Code::PieceNeverMoves, message).help(help));
                }
                some |= ways.changes;
                if let (Some(end), false) = (ways.end, ways.changes) {
                    stuck.get_or_insert((Vec::new(), end)).0.push(&seat.name);
                }
            }
            let Some((seats, end)) = stuck else { continue };
            // A clause that mentions the kind explains that its pieces get stuck.
            let has_clause = || {
                let mut texts = Vec::new();
                let clauses = self.table.entries_of("clauses").iter();
                clauses.for_each(|entry| strings(&entry.node, &mut texts));
                texts.iter().any(|text| text.to_lowercase().contains(&kind.name))
            };
            if some || !has_clause() {
                let end = spec.geometry.name(end);
                let message = format!(
                    "{} of {} can never promote: on {end} it gets stuck",
                    with_article(&kind.name),
                    seats.join(", ")
                );
                let help = "let it promote (`promotes`, or a plugin such as `plugin:promotion-at-edge`) or \
                            turn (`arrives`)";
                out.push(entry.key_at.warning(Code::PieceGetsStuck, message).help(help));
            }
        }
    }
}

/// The squares that pieces of one kind and colour can reach on an empty board. In each array, the
/// index is the facing of the piece.
struct ReachedSquares<'a> {
    spec: &'a Spec,
    colour: Colour,
    kind: Kind,
    /// The squares that the piece can leave.
    exits: [Zone; 4],
    /// The squares on which the piece becomes another kind.
    changing: [Zone; 4],
    /// The squares on which the piece turns. Each has the new facing of the piece.
    turning: [Vec<(Square, Facing)>; 4],
    /// The squares that have been reached.
    seen: [Zone; 4],
    /// `true` if a piece reaches a square where it becomes another kind.
    changes: bool,
    /// A square that a piece can reach but can never leave.
    end: Option<Square>,
}

impl<'a> ReachedSquares<'a> {
    fn new(spec: &'a Spec, colour: Colour, kind: Kind, exits: &mut Exits<'_>) -> Self {
        let exits = Facing::ALL.map(|facing| exits.of(Piece::new(kind, colour, facing)));
        let mut changing = [Zone::EMPTY; 4];
        let mut turning: [Vec<(Square, Facing)>; 4] = Default::default();
        let mine = |piece: &Piece| (piece.kind(), piece.colour()) == (kind, colour);
        let anyway = spec
            .promotions
            .iter()
            .filter(|(_, _, promotion)| promotion.from.is_none() && !promotion.by_capture);
        for (piece, square, _) in anyway.filter(|(piece, ..)| mine(piece)) {
            changing[piece.facing() as usize].insert(*square);
        }
        for (piece, square, arrival) in spec.arrivals.iter().filter(|(piece, ..)| mine(piece)) {
            if arrival.become_kind.is_some() {
                changing[piece.facing() as usize].insert(*square);
            }
            if let Some(facing) = arrival.turn {
                turning[piece.facing() as usize].push((*square, facing));
            }
        }
        let seen = [Zone::EMPTY; 4];
        Self { spec, colour, kind, exits, changing, turning, seen, changes: false, end: None }
    }

    fn can_leave(&self, square: Square, facing: Facing) -> bool {
        self.exits[facing as usize].contains(square)
    }

    /// Returns the squares that a piece could reach in one move if the other pieces were suitably
    /// placed.
    fn next(&self, square: Square, facing: Facing) -> Zone {
        let piece = Piece::new(self.kind, self.colour, facing);
        let ends = paths(piece, self.spec).map(|path| ends(path, self.spec, facing, square));
        ends.fold(Zone::EMPTY, |all, to| all | to)
    }

    /// Finds all squares that a piece can reach in any number of moves.
    fn follow(&mut self, start: Square, facing: Facing) {
        let mut open = vec![(start, facing)];
        while let Some((square, facing)) = open.pop() {
            let seen = &mut self.seen[facing as usize];
            if self.changes || seen.contains(square) {
                continue;
            }
            seen.insert(square);
            if !self.can_leave(square, facing) {
                self.end.get_or_insert(square);
                continue;
            }
            let mut next = self.next(square, facing);
            self.changes |= next.meets(&self.changing[facing as usize]);
            for (at, turned) in &self.turning[facing as usize] {
                if next.contains(*at) {
                    next.remove(*at);
                    open.push((*at, *turned));
                }
            }
            next = next - self.seen[facing as usize];
            open.extend(next.into_iter().map(|square| (square, facing)));
        }
    }
}
