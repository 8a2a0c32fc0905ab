//! The effects of events on pieces, control and rights.

use quadrille_core::rules::Emitted;
use quadrille_core::rules::{CountedPieces, Filter, PieceLimit};
use quadrille_core::{
    CounterId, Effect, Event, EventKind, Kind, Move, Piece, Seat, Setup, Spec, Square, StateId,
    game,
};

use super::move_choices::AskedChoice;
use super::{Plain, Step};

/// The facts that a filter tests.
pub(super) struct Facts {
    pub kind: Kind,
    pub from: Option<Square>,
    pub to: Square,
    pub capture: bool,
}

impl Facts {
    fn pass(
        &self,
        filter: &Filter,
        spec: &Spec,
        pieces: &[(Square, Piece)],
        setup: &Setup,
        seat: Seat,
    ) -> bool {
        let few = |few: PieceLimit| {
            let few_of = |theirs: &dyn Fn(Seat) -> bool| {
                let counted =
                    |piece: &Piece| few.kinds >> piece.kind().0 & 1 != 0 && theirs(piece.colour());
                let count = pieces.iter().filter(|(_, piece)| counted(piece)).count();
                usize::from(few.least) <= count && count <= usize::from(few.most)
            };
            let mut seats = (0..spec.seats.len()).map(|seat| Seat(seat as u8));
            match few.of {
                CountedPieces::Board => few_of(&|_| true),
                CountedPieces::EachTeam => {
                    seats.all(|seat| few_of(&|colour| spec.team(colour) == spec.team(seat)))
                }
                CountedPieces::SomeArmy => seats.any(|seat| few_of(&|colour| colour == seat)),
            }
        };
        filter.kinds.is_none_or(|kinds| kinds >> self.kind.0 & 1 != 0)
            && filter.from.is_none_or(|zone| self.from.is_some_and(|from| zone.contains(from)))
            && filter.to.is_none_or(|zone| zone.contains(self.to))
            && filter.capture.is_none_or(|capture| capture == self.capture)
            && filter.piece_limit.is_none_or(few)
            && filter.stands.is_none_or(|(kinds, zone)| {
                let there = pieces.iter().filter(|(square, _)| zone.contains(*square));
                there.into_iter().any(|(_, piece)| kinds >> piece.kind().0 & 1 != 0)
            })
            && filter.since.is_none_or(|since| {
                let begun = setup.counters[usize::from(since.counter.0)][0];
                let order = setup.order.as_ref().unwrap_or(&spec.order);
                let turn = |seat: &Seat| {
                    spec.states[usize::from(setup.seat_states[seat.index()].0)].has_turn
                };
                let turns = order.iter().filter(|seat| turn(seat)).count() as i64;
                let plies = i64::from(since.number) * if since.rounds { turns } else { 1 };
                i64::from(setup.ply) >= i64::from(begun) + plies
            })
            && filter.seat_limit.is_none_or(|limit| {
                let states = setup.seat_states.iter().take(spec.seats.len());
                let count = states.filter(|state| limit.states >> state.0 & 1 != 0).count();
                usize::from(limit.least) <= count && count <= usize::from(limit.most)
            })
            && filter.states.is_none_or(|all| all >> setup.seat_states[seat.index()].0 & 1 != 0)
            && filter.armies.is_none_or(|all| all >> setup.army_states[seat.index()].0 & 1 != 0)
    }
}

impl Plain<'_> {
    /// Calls the hooks for the captures, for the promotion and for the move itself, and applies
    /// their effects. Returns `true` if the effects end the game. Hooks for checks are not called.
    pub(super) fn call_hooks(&mut self, seat: Seat, before: &Self, step: &Step) -> bool {
        let (from, to, promotion, _) = step.seen;
        let mover = before.pieces[&from];
        let taken = before.taken(step);
        let mut over = false;
        for (square, piece) in &taken {
            let (square, piece) = (*square, *piece);
            let facts = Facts { kind: piece.kind(), from: None, to: square, capture: true };
            over |= self.call_handlers(seat, &Event::Capture { seat, piece, square, to }, &facts);
            if self.royal(piece) {
                over |=
                    self.call_handlers(seat, &Event::RoyalCaptured { seat, piece, square }, &facts);
            }
        }
        for (square, piece) in before.blown_up(step) {
            if before.controller(piece.colour()) != seat || self.royal(piece) {
                let facts = Facts { kind: piece.kind(), from: None, to: square, capture: true };
                over |=
                    self.call_handlers(seat, &Event::Capture { seat, piece, square, to }, &facts);
                if self.royal(piece) {
                    let event = Event::RoyalCaptured { seat, piece, square };
                    over |= self.call_handlers(seat, &event, &facts);
                }
            }
        }
        let capture = !taken.is_empty();
        let facts = Facts { kind: mover.kind(), from: Some(from), to, capture };
        let stands = self.pieces.get(&to).copied();
        if let (Some(_), Some(piece)) = (promotion, stands) {
            over |= self.call_handlers(seat, &Event::Promotion { seat, piece, square: to }, &facts);
        }
        let played = Some(Move { promotion, ..Move::new(from, to) });
        over | self.call_handlers(
            seat,
            &Event::Move { seat, played, piece: stands.or(Some(mover)), to: Some(to) },
            &facts,
        )
    }

    /// Returns `true` if a move calls a hook whose effects decide whether the move is legal.
    pub(super) fn judges(&self, step: &Step) -> bool {
        let (from, to, promotion, _) = step.seen;
        let taken = [self.taken(step), self.blown_up(step)].concat();
        let kind = self.pieces[&from].kind();
        let capture = !self.taken(step).is_empty();
        let moved = Facts { kind, from: Some(from), to, capture };
        let pieces = self.pieces();
        let seat = self.controller(self.pieces[&from].colour());
        let mut judging = self.spec.handlers.iter().filter(|handler| handler.judged);
        judging.any(|handler| {
            let passes =
                |facts: &Facts| facts.pass(&handler.filter, self.spec, &pieces, &self.setup, seat);
            let captured = |(square, piece): &(Square, Piece)| {
                passes(&Facts { kind: piece.kind(), from: None, to: *square, capture: true })
            };
            match handler.event {
                EventKind::Move => passes(&moved),
                EventKind::Promotion => promotion.is_some() && passes(&moved),
                EventKind::Capture => taken.iter().any(captured),
                EventKind::RoyalCaptured => {
                    taken.iter().filter(|(_, piece)| self.royal(*piece)).any(captured)
                }
                _ => false,
            }
        })
    }

    /// Calls the hooks for an event in this position, and applies their effects. Returns `true` if
    /// the effects end the game.
    pub(super) fn call_handlers(&mut self, seat: Seat, event: &Event<'_>, facts: &Facts) -> bool {
        let Some((rules, hooks)) = self.rules else { return false };
        let pieces = self.pieces();
        let handlers = self.spec.handlers.iter().enumerate();
        let called: Vec<usize> = handlers
            .filter(|(_, handler)| handler.event == event.kind())
            .filter(|(_, handler)| {
                facts.pass(&handler.filter, self.spec, &pieces, &self.setup, seat)
            })
            .map(|(number, _)| number)
            .collect();
        if called.is_empty() {
            return false;
        }
        let setup = Setup { pieces, ..self.setup.clone() };
        let game = game::resume(rules, hooks, &setup).expect("a position of a game");
        let mut out: Vec<Emitted> = Vec::new();
        for number in called {
            hooks.call(number, event, game.view(), &mut out).expect("shipped scripts do not fail");
        }
        out.into_iter().any(|emitted| {
            self.apply_effect(&emitted.effect);
            matches!(
                emitted.effect,
                Effect::Finish(_) | Effect::FinishWithPoints(_) | Effect::Lose(_)
            )
        })
    }

    /// Applies an effect on pieces, states, control and rights. Other effects are ignored.
    pub fn apply_effect(&mut self, effect: &Effect) {
        match *effect {
            Effect::Choose { ref question, ref options, about } => self.asked.push(AskedChoice {
                name: question.clone(),
                options: options.clone(),
                about,
            }),
            Effect::SeatState(seat, state) => self.setup.seat_states[seat.index()] = state,
            Effect::ArmyState(colour, state) => self.setup.army_states[colour.index()] = state,
            Effect::Control(colour, seat) => self.setup.controllers[colour.index()] = seat,
            Effect::Remove(square) | Effect::Capture(square, _) => {
                let gone = self.pieces.remove(&square);
                if let (Effect::Capture(_, captor), Some(piece)) = (effect, gone) {
                    self.hold(captor.unwrap_or(self.setup.turn), piece);
                }
                self.drop_lost_rights(&[square]);
            }
            Effect::RemoveArmy(colour) => {
                let squares: Vec<Square> = self.of_colour(colour).collect();
                self.pieces.retain(|_, piece| piece.colour() != colour);
                self.drop_lost_rights(&squares);
            }
            Effect::ClearArmy(colour) => {
                self.setup.army_states[colour.index()] = StateId::NEUTRAL;
            }
            Effect::Place(square, piece) => {
                self.pieces.insert(square, piece);
                self.drop_lost_rights(&[]);
            }
            Effect::Relocate(from, to) => {
                if let Some(piece) = self.pieces.remove(&from) {
                    self.pieces.insert(to, piece);
                }
                self.drop_lost_rights(&[from]);
            }
            Effect::Recolour(square, colour) => {
                self.change(square, |piece| {
                    Piece::new(piece.kind(), colour, piece.facing()).with_marks(piece.marks())
                });
                self.drop_lost_rights(&[square]);
            }
            Effect::Replace(square, kind) => {
                self.change(square, |piece| piece.with_kind(kind));
                self.drop_lost_rights(&[square]);
            }
            Effect::Turn(square, facing) => self.change(square, |piece| piece.with_facing(facing)),
            Effect::SetMark(square, mark) => {
                self.change(square, |piece| piece.with_marks(piece.marks() | 1 << mark.0));
            }
            Effect::ClearMark(square, mark) => {
                self.change(square, |piece| piece.with_marks(piece.marks() & !(1 << mark.0)));
            }
            Effect::SetPieceCounter(square, counter, value) => {
                self.count_of_piece(square, counter.0, |_| value);
            }
            Effect::AddPieceCounter(square, counter, by) => {
                self.count_of_piece(square, counter.0, |old| old + by);
            }
            Effect::Remember(mark, square) => {
                for (at, piece) in &mut self.pieces {
                    let others = piece.marks() & !(1 << mark.0);
                    let there = u32::from(Some(*at) == square) << mark.0;
                    *piece = piece.with_marks(others | there);
                }
            }
            Effect::Relate { from, to, capture, allowed } => {
                self.setup.relations.retain(|(a, b, c, _)| (*a, *b, *c) != (from, to, capture));
                self.setup.relations.push((from, to, capture, allowed));
            }
            Effect::Hold(seat, kind, n) => {
                let held = &mut self.setup.hands[seat.index()][kind.index()];
                *held = held.saturating_add_signed(n);
            }
            Effect::SetCounter(counter, seat, value) => self.count(counter, seat, |_| value),
            Effect::AddCounter(counter, seat, by) => self.count(counter, seat, |old| old + by),
            Effect::CounterToPly(counter) => {
                let ply = self.setup.ply as i32;
                self.count(counter, None, |_| ply);
            }
            _ => {}
        }
    }

    fn count(&mut self, counter: CounterId, seat: Option<Seat>, value: impl Fn(i32) -> i32) {
        let place = seat.map_or(0, Seat::index);
        let kept = &mut self.setup.counters[usize::from(counter.0)][place];
        *kept = value(*kept);
        self.close_gates();
    }

    fn count_of_piece(&mut self, square: Square, counter: u8, value: impl Fn(i32) -> i32) {
        let field = self.spec.piece_field(counter.into()).expect("a counter of pieces");
        self.change(square, |piece| field.set(piece, value(field.of(piece))));
    }

    fn of_colour(&self, colour: Seat) -> impl Iterator<Item = Square> + '_ {
        self.pieces
            .iter()
            .filter(move |(_, piece)| piece.colour() == colour)
            .map(|(square, _)| *square)
    }

    fn change(&mut self, square: Square, how: impl FnOnce(Piece) -> Piece) {
        if let Some(piece) = self.pieces.get_mut(&square) {
            *piece = how(*piece);
        }
    }
}
