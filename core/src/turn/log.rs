//! The log of a game: counts of clauses and metrics, the trace of changes, and the events that
//! built-in metrics need.

use crate::board::{Seat, Square};
use crate::rules::{ClauseId, Event, Spec};
use crate::state::Position;
use crate::turn::{Cause, Trace};

/// Counts that are updated while actions are played, and records that are made only on request.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The counts of clauses, by clause number; empty if clauses are not counted.
    pub clauses: Vec<u32>,
    /// The counts of metrics, by metric number; empty if metrics are not counted.
    pub metrics: Vec<u32>,
    /// Changes and their causes, if requested.
    pub trace: Option<Box<Trace>>,
    /// Events for built-in metrics, if requested.
    pub event_log: Option<Box<EventLog>>,
    /// The current nesting depth of events.
    pub depth: u8,
    /// The number of questions that were pending before the effects of the current event were
    /// applied.
    pub asked: usize,
    /// The number of effects that the current action has had.
    pub effects: u32,
    /// `true` if a caller records the checks that the present changes give, so that no other
    /// function has to.
    pub tracking_checks: bool,
}

impl Log {
    /// Returns `true` if clauses are counted or traced.
    #[inline]
    pub fn wants_clauses(&self) -> bool {
        !self.clauses.is_empty() || self.trace.is_some()
    }

    /// Counts a clause that applies to the current action, and adds it to the trace.
    #[inline]
    pub fn clause(&mut self, clause: Option<ClauseId>) {
        if let (Some(trace), Some(clause)) = (&mut self.trace, clause) {
            trace.clause(clause);
        }
        self.count(clause);
    }

    /// Opens a cause. Changes after this call belong to the cause until it is closed.
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

    /// Closes the cause that was opened last.
    pub fn end<const W: usize>(&mut self, spec: &Spec, pos: &Position<W>) {
        if let Some(trace) = &mut self.trace {
            trace.end(spec, pos);
        }
    }

    #[inline]
    pub fn count(&mut self, clause: Option<ClauseId>) {
        if let Some(count) = clause.and_then(|id| self.clauses.get_mut(usize::from(id.0))) {
            *count += 1;
        }
    }
}

/// The events from which built-in metrics are computed.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    pub captures: Vec<(Seat, Square)>,
    pub mates: Vec<(Seat, Square)>,
    pub promotions: Vec<Square>,
}

impl EventLog {
    /// Records an event for metrics, even if no hook answers the event.
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

    /// Records that a rule's effect changed the kind of the piece on a square.
    #[inline]
    pub fn promoted(&mut self, square: Square) {
        self.promotions.push(square);
    }

    #[inline]
    pub fn clear(&mut self) {
        self.captures.clear();
        self.mates.clear();
        self.promotions.clear();
    }
}
