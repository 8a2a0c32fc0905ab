//! Moves that hooks offer besides those of the men's movements, and moves that hooks forbid.
//!
//! Here everything is slow: moves are listed one by one and each may be asked about. Rules without such
//! hooks never come here.

use std::rc::Rc;

use crate::board::{MAX_SEATS, Piece, Seat, Square, SquareSet};
use crate::movegen::{Duty, Engine, MoveSet, Scene, Seen, Sink};
use crate::rules::{
    Action, Candidate, Emitted, Event, EventKind, Facts, Few, Filter, HookError, How, Move, Protect,
};
use crate::state::{Hooks, Position, View};

/// The hooks that may forbid moves, and the position they are asked about.
pub(crate) struct Forbidders<'p, 'a, const W: usize> {
    engine: Engine<'a, W>,
    pos: &'p Position<W>,
    game: Rc<dyn View>,
}

impl<'a, const W: usize> Engine<'a, W> {
    /// `done`, unless a hook that was asked about moves has failed meanwhile.
    #[inline(always)]
    pub fn sound<T>(&self, done: T) -> Result<T, HookError> {
        if self.t.per_move { self.hooks.fault().map_or(Ok(done), Err) } else { Ok(done) }
    }

    /// All legal moves of a seat's men, where hooks have a say in them.
    #[cold]
    pub fn moves_by_hooks(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        sink: &mut dyn Sink<W>,
    ) {
        let forbidders = self.forbidders(pos);
        let hand_on = |list: &[Action], sink: &mut dyn Sink<W>| {
            for action in list {
                if sink.is_full() {
                    return;
                }
                if let Action::Move(mv) = action
                    && !forbidders.as_ref().is_some_and(|hooks| hooks.forbid(seat, *mv))
                {
                    sink.add(MoveSet::One(*action));
                }
            }
        };
        let mut declared: Vec<Action> = Vec::new();
        self.declared_moves(pos, seat, row, declared.erased());
        hand_on(&declared, sink);
        // Who only wants to know whether there is a move need not ask for more.
        if !sink.is_full() {
            hand_on(&self.extra_moves(pos, seat, row, &declared), sink);
        }
    }

    /// The legal moves that hooks offer and that are not there already.
    fn extra_moves(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        declared: &[Action],
    ) -> Vec<Action> {
        let mut extra: Vec<Action> = Vec::new();
        let handlers = &self.t.handlers[EventKind::ExtraMoves as usize];
        if handlers.is_empty() {
            return extra;
        }
        let game = Seen { engine: *self, pos }.detach();
        let mut duty = Duty::default();
        let scene = self.scene(pos, seat, row, &mut duty);
        for &number in handlers {
            if !self.few(pos, &self.spec.handlers[usize::from(number)].filter) {
                continue;
            }
            let mut pairs = Vec::new();
            self.hooks.extra_moves(usize::from(number), seat, &game, &mut pairs);
            for (from, to) in pairs {
                let there = |action: &Action| matches!(action, Action::Move(mv) if (mv.from, mv.to) == (from, to));
                if declared.iter().chain(&extra).any(there) {
                    continue;
                }
                if let Some(man) = self.may_go_extra(&scene, from, to) {
                    let mv = Move { how: How::Extra(number), ..Move::new(from, to) };
                    self.judged(&scene, man, mv, &mut extra);
                }
            }
        }
        extra
    }

    /// The man whom an extra move would lead from one square to another, if he may go there as far
    /// as duties to royals have no say in it.
    fn may_go_extra(&self, scene: &Scene<'_, W>, from: Square, to: Square) -> Option<Piece> {
        let board = &self.spec.geometry;
        if !board.has(from) || !board.has(to) || !scene.movers.contains(from) {
            return None;
        }
        let man = scene.pos.man(from)?;
        let enters = self.t.profile(man).enter.is_none_or(|enter| enter.contains(to));
        let captures = || {
            let prey = scene.prey - scene.own - scene.pos.royals;
            let prey = self.capturable_by(scene.pos, man, prey & SquareSet::of(to));
            scene.captors.contains(from) && !prey.is_empty()
        };
        (enters && (scene.empty.contains(to) || captures())).then_some(man)
    }

    /// The actions of the seat whose turn it is that would be legal if no hook forbade them, each
    /// with the first handler that does.
    #[cold]
    pub fn forbidden(&self, pos: &Position<W>) -> Result<Vec<(Action, usize)>, HookError> {
        let Some(forbidders) = self.forbidders(pos) else { return Ok(Vec::new()) };
        let hooks = Lenient(self.hooks);
        let lenient = Engine { hooks: &hooks, ..*self };
        let mut open: Vec<Action> = Vec::new();
        lenient.actions(pos, open.erased())?;
        let mut found = Vec::new();
        for action in open {
            let by = match action {
                Action::Move(mv) | Action::Announce(mv) => forbidders.of_move(pos.turn, mv),
                Action::Drop(kind, to) => forbidders.of_drop(self.held(pos.turn, kind), to),
                _ => None,
            };
            found.extend(by.map(|handler| (action, handler)));
        }
        self.sound(found)
    }

    /// Whether as few men are on the board as a filter wants.
    pub fn few(&self, pos: &Position<W>, filter: &Filter) -> bool {
        filter.few.is_none_or(|Few { kinds, most, each_team }| {
            let mut counts = [0; MAX_SEATS];
            pos.occupied.into_iter().filter_map(|square| pos.man(square)).all(|man| {
                let team = if each_team { self.t.team_of[man.colour().index()] } else { 0 };
                let count = &mut counts[usize::from(team)];
                *count += u16::from(kinds >> man.kind().0 & 1 != 0);
                *count <= most
            })
        })
    }

    /// Those who may forbid moves in a position, if anybody does.
    pub fn forbidders<'p>(&self, pos: &'p Position<W>) -> Option<Forbidders<'p, 'a, W>> {
        let any = !self.t.handlers[EventKind::Forbids as usize].is_empty();
        any.then(|| {
            let engine = *self;
            Forbidders { engine, pos, game: Seen { engine, pos }.detach() }
        })
    }
}

impl<const W: usize> Forbidders<'_, '_, W> {
    /// Whether a hook forbids a seat's move.
    fn forbid(&self, seat: Seat, mv: Move) -> bool {
        self.of_move(seat, mv).is_some()
    }

    /// Whether a hook forbids that a man of a seat's hand is set on a square.
    pub fn forbid_drop(&self, man: Piece, to: Square) -> bool {
        self.of_drop(man, to).is_some()
    }

    /// The first hook that forbids a seat's move.
    fn of_move(&self, seat: Seat, mv: Move) -> Option<usize> {
        self.first(&Candidate {
            seat,
            piece: self.pos.man(mv.from)?,
            from: Some(mv.from),
            to: mv.to,
            promotion: mv.promotion,
            castling: matches!(mv.how, How::Castle(_)),
            captures: self.engine.captured_by(self.pos, mv).resize(),
        })
    }

    /// The first hook that forbids that a man is set on a square.
    fn of_drop(&self, man: Piece, to: Square) -> Option<usize> {
        self.first(&Candidate {
            seat: man.colour(),
            piece: man,
            from: None,
            to,
            promotion: None,
            castling: false,
            captures: SquareSet::EMPTY,
        })
    }

    fn first(&self, candidate: &Candidate) -> Option<usize> {
        let facts = Facts {
            kind: Some(candidate.piece.kind()),
            from: candidate.from,
            to: Some(candidate.to),
            capture: !candidate.captures.is_empty(),
            check: false,
        };
        let Engine { spec, t, hooks, .. } = self.engine;
        let handlers = &t.handlers[EventKind::Forbids as usize];
        handlers.iter().map(|number| usize::from(*number)).find(|number| {
            let filter = &spec.handlers[*number].filter;
            facts.pass(filter)
                && self.engine.few(self.pos, filter)
                && hooks.forbids(*number, candidate, &self.game)
        })
    }
}

/// Hooks that forbid nothing, and are as others else.
struct Lenient<'h>(&'h dyn Hooks);

impl Hooks for Lenient<'_> {
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        self.0.call(handler, event, view, out)
    }

    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        self.0.extra_moves(handler, seat, game, out);
    }

    fn fault(&self) -> Option<HookError> {
        self.0.fault()
    }
}
