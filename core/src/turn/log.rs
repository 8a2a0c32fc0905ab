//! What is written down while actions are played: counts of clauses, the trace of effects, and the
//! events that metrics need.

use crate::board::{Seat, Square};
use crate::rules::{ClauseId, Event, Spec};
use crate::state::Position;
use crate::turn::{Cause, Trace};

/// What is counted and, where asked for, written down while actions are played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    pub clauses: Vec<u32>,
    pub metrics: Vec<u32>,
    /// What changes and why, where that is asked for.
    pub trace: Option<Box<Trace>>,
    /// What metrics are told, where they are wanted.
    pub event_log: Option<Box<EventLog>>,
    /// How deep effects have caused events that caused effects.
    pub depth: u8,
    /// How many questions were pending when the present event's effects began.
    pub asked: usize,
    /// How many effects the last action has had.
    pub effects: u32,
    /// The checks of what is being done now are noted when it is done.
    pub tracking_checks: bool,
}

impl Log {
    /// Counts a clause that an action follows.
    pub fn clause(&mut self, clause: Option<ClauseId>) {
        if let (Some(trace), Some(clause)) = (&mut self.trace, clause) {
            trace.clause(clause);
        }
        self.count(clause);
    }

    /// From here on changes have this cause, until it ends.
    pub fn begin<const W: usize>(
        &mut self,
        spec: &Spec,
        pos: &Position<W>,
        cause: impl FnOnce() -> Cause,
    ) {
        if let Some(trace) = &mut self.trace {
            trace.begin(spec, pos, cause());
        }
    }

    /// The cause that began last is over.
    pub fn end<const W: usize>(&mut self, spec: &Spec, pos: &Position<W>) {
        if let Some(trace) = &mut self.trace {
            trace.end(spec, pos);
        }
    }

    /// Counts a clause.
    pub fn count(&mut self, clause: Option<ClauseId>) {
        if let Some(count) = clause.and_then(|id| self.clauses.get_mut(usize::from(id.0))) {
            *count += 1;
        }
    }
}

/// What the engine tells while actions are played.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventLog {
    pub captures: Vec<(Seat, Square)>,
    pub mates: Vec<(Seat, Square)>,
    pub promotions: Vec<Square>,
}

impl EventLog {
    /// Notes an event, whether or not a hook answers it.
    pub fn note<const W: usize>(&mut self, event: &Event<'_>, pos: &Position<W>) {
        match event {
            Event::Capture { seat, square, .. } => self.captures.push((*seat, *square)),
            Event::Promotion { square, .. } => self.promotions.push(*square),
            Event::Mate(seat) => {
                let controls = pos.masks[seat.index()].controls;
                let royal = (pos.royals & pos.of_colours(controls)).lowest();
                self.mates.extend(royal.map(|square| (*seat, square)));
            }
            _ => {}
        }
    }

    /// The piece on a square has become another kind by a rule's effect.
    pub fn promoted(&mut self, square: Square) {
        self.promotions.push(square);
    }

    pub fn clear(&mut self) {
        self.captures.clear();
        self.mates.clear();
        self.promotions.clear();
    }
}
