//! The consequences of an event for pieces, control and rights.

use quadrille_core::rules::Emitted;
use quadrille_core::rules::{Filter, PieceLimit};
use quadrille_core::{Effect, Event, Kind, Move, Piece, Seat, Setup, Spec, Square, StateId, game};

use super::{Plain, Step};

/// What a filter looks at.
struct Facts {
    kind: Kind,
    from: Option<Square>,
    to: Square,
    capture: bool,
}

impl Facts {
    fn pass(&self, filter: &Filter, spec: &Spec, men: &[(Square, Piece)]) -> bool {
        let few = |few: PieceLimit| {
            let counted = |team: u8, man: &Piece| {
                few.kinds >> man.kind().0 & 1 != 0
                    && (!few.each_team || spec.team(man.colour()) == team)
            };
            spec.seats.iter().map(|seat| seat.team).all(|team| {
                let count = men.iter().filter(|(_, man)| counted(team, man)).count();
                count <= usize::from(few.most)
            })
        };
        filter.kinds.is_none_or(|kinds| kinds >> self.kind.0 & 1 != 0)
            && filter.from.is_none_or(|zone| self.from.is_some_and(|from| zone.contains(from)))
            && filter.to.is_none_or(|zone| zone.contains(self.to))
            && filter.capture.is_none_or(|capture| capture == self.capture)
            && filter.piece_limit.is_none_or(few)
    }
}

impl Plain<'_> {
    /// What rules make of a move just made, in its captures, its promotion and itself; says whether the
    /// game is over by it. Checks that it gives are not told here.
    pub(super) fn befalls(&mut self, seat: Seat, before: &Self, step: &Step) -> bool {
        let (from, to, promotion, _) = step.seen;
        let mover = before.men[&from];
        let taken = before.taken(step);
        let mut over = false;
        for (square, piece) in &taken {
            let (square, piece) = (*square, *piece);
            let facts = Facts { kind: piece.kind(), from: None, to: square, capture: true };
            over |= self.fire(&Event::Capture { seat, piece, square, to }, &facts);
            if self.royal(piece) {
                over |= self.fire(&Event::RoyalCaptured { seat, piece, square }, &facts);
            }
        }
        let capture = !taken.is_empty();
        let facts = Facts { kind: mover.kind(), from: Some(from), to, capture };
        let stands = self.men.get(&to).copied();
        if let (Some(_), Some(piece)) = (promotion, stands) {
            over |= self.fire(&Event::Promotion { seat, piece, square: to }, &facts);
        }
        let played = Some(Move { promotion, ..Move::new(from, to) });
        over | self.fire(&Event::Move { seat, played, piece: stands.or(Some(mover)) }, &facts)
    }

    /// Calls the hooks of an event on a game that stands where this does; says whether it is over.
    fn fire(&mut self, event: &Event<'_>, facts: &Facts) -> bool {
        let Some((rules, hooks)) = self.rules else { return false };
        let men = self.men();
        let handlers = self.spec.handlers.iter().enumerate();
        let called: Vec<usize> = handlers
            .filter(|(_, handler)| handler.event == event.kind())
            .filter(|(_, handler)| facts.pass(&handler.filter, self.spec, &men))
            .map(|(number, _)| number)
            .collect();
        if called.is_empty() {
            return false;
        }
        let setup = Setup { pieces: men, ..self.setup.clone() };
        let game = game::resume(rules, hooks, &setup).expect("a position of a game");
        let mut out: Vec<Emitted> = Vec::new();
        for number in called {
            hooks.call(number, event, game.view(), &mut out).expect("shipped scripts do not fail");
        }
        out.into_iter().any(|emitted| {
            self.suffer(&emitted.effect);
            matches!(emitted.effect, Effect::Finish(_))
        })
    }

    /// Applies an effect on pieces, states, control and rights; other effects do not concern these.
    pub fn suffer(&mut self, effect: &Effect) {
        match *effect {
            Effect::SeatState(seat, state) => self.setup.seat_states[seat.index()] = state,
            Effect::ArmyState(colour, state) => self.setup.army_states[colour.index()] = state,
            Effect::Control(colour, seat) => self.setup.controllers[colour.index()] = seat,
            Effect::Remove(square) | Effect::Capture(square) => {
                self.men.remove(&square);
                self.left(&[square]);
            }
            Effect::RemoveArmy(colour) => {
                let squares: Vec<Square> = self.of_colour(colour).collect();
                self.men.retain(|_, man| man.colour() != colour);
                self.left(&squares);
            }
            Effect::ClearArmy(colour) => {
                self.setup.army_states[colour.index()] = StateId::NEUTRAL;
            }
            Effect::Place(square, man) => {
                self.men.insert(square, man);
                self.left(&[]);
            }
            Effect::Replace(square, kind) => {
                self.change(square, |man| man.with_kind(kind));
                self.left(&[square]);
            }
            Effect::Turn(square, facing) => self.change(square, |man| man.with_facing(facing)),
            Effect::Mark(square, mark, on) => self.change(square, |man| {
                let bit = 1 << mark;
                man.with_marks(if on { man.marks() | bit } else { man.marks() & !bit })
            }),
            Effect::Relate { from, to, capture, allowed } => {
                self.setup.relations.retain(|(a, b, c, _)| (*a, *b, *c) != (from, to, capture));
                self.setup.relations.push((from, to, capture, allowed));
            }
            _ => {}
        }
    }

    fn of_colour(&self, colour: Seat) -> impl Iterator<Item = Square> + '_ {
        self.men.iter().filter(move |(_, man)| man.colour() == colour).map(|(square, _)| *square)
    }

    fn change(&mut self, square: Square, how: impl FnOnce(Piece) -> Piece) {
        if let Some(man) = self.men.get_mut(&square) {
            *man = how(*man);
        }
    }
}
