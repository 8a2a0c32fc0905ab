//! The observer: records a game while it is played. A ply costs a few masks and counts; lists grow
//! only with events, and keep their memory from game to game.
//!
//! Depends on `game` and below.

use std::f64::consts::LN_10;

use crate::board::{Kind, MAX_SEATS, Seat, Seats, Square, SquareSet};
use crate::metrics::{
    Checks, Freeze, MILLION, PlainPly, Planned, Record, SAMPLE, Standing, Strengths, lead,
    standout_actions, winner,
};
use crate::numeric::math::ln;
use crate::numeric::rng::Stream;
use crate::rules::{Action, Outcome, StateId};
use crate::state::{History, NOBODY, Position, Stage};
use crate::turn::{EventLog, Game};

/// Weighted sums for a linear regression on the turn's number.
#[derive(Clone, Copy, Default)]
struct Slope {
    n: u64,
    x: u64,
    xx: u64,
    y: u64,
    xy: u64,
}

impl Slope {
    fn add(&mut self, x: u32, y: u32, weight: u32) {
        let (x, y, weight) = (u64::from(x), u64::from(y), u64::from(weight));
        self.n += weight;
        self.x += weight * x;
        self.xx = self.xx.saturating_add(weight * x * x);
        self.y += weight * y;
        self.xy = self.xy.saturating_add(weight * x * y);
    }

    /// The slope in millionths, rounded towards zero.
    fn slope(&self) -> i64 {
        let [n, x, xx, y, xy] = [self.n, self.x, self.xx, self.y, self.xy].map(i128::from);
        let spread = n * xx - x * x;
        if spread == 0 {
            return 0;
        }
        ((n * xy - x * y) * i128::from(MILLION) / spread) as i64
    }
}

/// Observes one game after another.
pub(crate) struct Observer<const W: usize> {
    event_log: Option<Box<EventLog>>,
    record: Record,
    /// The ply that the game began at. The record counts from there.
    begun: u32,
    visited: [SquareSet<W>; MAX_SEATS],
    /// The hash of states and controllers at the last look.
    states: Option<u64>,
    /// Seats that are eliminated or frozen; seats that are frozen.
    absent: Seats,
    frozen: Seats,
    checks: Checks<W>,
    /// The action that is played next.
    planned: Option<Planned>,
    strengths: Strengths,
    standings: Vec<Standing>,
    history: History,
    slope: Slope,
    /// The seat that decided the last ply, or `None` for chance.
    mover: Option<Seat>,
    /// The last move's target square, seat and kind, unless it was a promoting move.
    arrival: Option<(Square, Seat, Kind)>,
    /// The number of promotions recorded before that move.
    promotions: usize,
    /// The number of mates recorded so far.
    mates: usize,
    digits: Vec<u32>,
}

impl<const W: usize> Observer<W> {
    pub fn new() -> Self {
        let digits = (0..512).map(|n: u32| digits(n)).collect();
        Self {
            event_log: Some(Box::default()),
            record: Record::default(),
            begun: 0,
            visited: [SquareSet::EMPTY; MAX_SEATS],
            states: None,
            absent: Seats(0),
            frozen: Seats(0),
            checks: Checks::new(),
            planned: None,
            strengths: Strengths::default(),
            standings: Vec::new(),
            history: History::default(),
            slope: Slope::default(),
            mover: None,
            arrival: None,
            promotions: 0,
            mates: 0,
            digits,
        }
    }

    /// Starts to observe another game.
    pub fn begin(&mut self, game: &mut Game<'_, W>) {
        // After a fault, the game still has the log.
        let mut event_log =
            self.event_log.take().or_else(|| game.log.event_log.take()).unwrap_or_default();
        event_log.clear();
        self.event_log = Some(event_log);
        self.record = Record::default();
        self.begun = game.pos.ply;
        self.visited = [SquareSet::EMPTY; MAX_SEATS];
        self.states = None;
        (self.absent, self.frozen) = (Seats(0), Seats(0));
        self.checks.reset();
        self.planned = None;
        self.standings.clear();
        self.history.clear();
        self.slope = Slope::default();
        self.mover = None;
        self.arrival = None;
        (self.promotions, self.mates) = (0, 0);
        self.arm(game);
    }

    /// Gives the event log to the engine, to be filled.
    pub fn arm(&mut self, game: &mut Game<'_, W>) {
        if let Some(event_log) = self.event_log.take() {
            game.log.event_log = Some(event_log);
        }
    }

    /// Records a position after a ply with all its consequences.
    pub fn look(&mut self, game: &mut Game<'_, W>) {
        if let Some(event_log) = game.log.event_log.take() {
            self.event_log = Some(event_log);
        }
        let (movegen, pos) = (*game.machine, &game.pos);
        let seats = movegen.t.seats;
        let ply = self.planned.take().and_then(|planned| planned.done(movegen.t, pos));
        self.look_at_states(game);
        while self.record.pieces.len() as u32 * SAMPLE <= pos.ply - self.begun {
            let pieces = pos.colours[..seats].iter().map(|pieces| pieces.len() as u16);
            self.record.pieces.push(pieces.sum());
        }
        match ply {
            Some(ply) => self.visited[ply.placed.colour().index()].insert(ply.to),
            None => {
                for (visited, now) in self.visited.iter_mut().zip(&pos.colours).take(seats) {
                    *visited |= *now;
                }
            }
        }
        self.look_at_arrival(pos);
        let before = self.checks.last();
        // A mated seat was in check, even if the mate's consequences have ended the check.
        let mut given = self.checks.look(&movegen, pos, ply);
        if let Some(event_log) = &self.event_log {
            event_log.mates[self.mates..].iter().for_each(|(seat, _)| given.insert(*seat));
            self.mates = event_log.mates.len();
        }
        let by = self.mover.map_or(0, Seat::bit);
        self.record.checks += (given.0 & !before.0 & !by).count_ones();
        self.look_at_strengths(game, ply);
        if game.at_turn() && game.pos.stage != Stage::Over {
            let count = movegen.remember(&game.pos, &mut self.history);
            self.record.repeats += u32::from(count > 1);
        }
    }

    /// Whether the list of legal actions is looked at if the next decision is a seat's turn.
    pub fn examines_next(&self) -> bool {
        (self.record.turns + 1).is_multiple_of(EXAMINED_EVERY)
    }

    /// Whether their number is wanted.
    pub fn counts_next(&self) -> bool {
        self.record.turns < COUNTED_FIRST || self.examines_next()
    }

    /// Records a decision before it is played. At a turn, the list of legal actions is known.
    pub fn decided(&mut self, game: &Game<'_, W>, seat: Seat, stream: Stream, action: Action) {
        let legal = if game.at_turn() {
            game.moves.len()
        } else {
            game.pos.cold().pending.last().map_or(0, |question| question.options.len() as u32)
        };
        self.decided_among(legal, game, seat, stream, action);
    }

    /// The same for a number of legal actions, which is used only if [`Observer::counts_next`].
    pub fn decided_among(
        &mut self,
        legal: u32,
        game: &Game<'_, W>,
        seat: Seat,
        stream: Stream,
        action: Action,
    ) {
        let pos = &game.pos;
        self.record.rounds = pos.round + 1;
        for seat in self.absent.iter() {
            self.record.absent[seat.index()] += 1;
        }
        self.record.drops += u32::from(matches!(action, Action::Drop(..)));
        self.planned = Planned::new(game.machine.t, pos, action);
        self.arrival = match action {
            Action::Move(mv) if mv.promotion.is_none() => {
                pos.piece(mv.from).map(|piece| (mv.to, piece.colour(), piece.kind()))
            }
            _ => None,
        };
        self.promotions = self.event_log.as_ref().map_or(0, |event_log| event_log.promotions.len());
        if stream != Stream::Agent {
            self.record.chance += 1;
            self.mover = None;
            return;
        }
        self.mover = Some(seat);
        let (examines, counts) = (self.examines_next(), self.counts_next());
        let record = &mut self.record;
        record.turns += 1;
        if !counts {
            return;
        }
        let weight = if record.turns <= COUNTED_FIRST { 1 } else { EXAMINED_EVERY };
        record.counted += weight;
        record.legal += u64::from(weight) * u64::from(legal);
        record.legal_most = record.legal_most.max(legal);
        if legal > 1 {
            record.choices += weight;
            record.legal_open += u64::from(weight) * u64::from(legal);
        }
        if examines
            && game.at_turn()
            && let Some((some, all)) = standout_actions(game)
        {
            record.clear_turns += 1;
            record.clear += u64::from(some) * MILLION / u64::from(all);
        }
        let known = self.digits.get(legal as usize).copied();
        record.digits += u64::from(weight) * u64::from(known.unwrap_or_else(|| digits(legal)));
        self.slope.add(record.turns, legal, weight);
    }

    /// Finishes the record. For a game stopped by a fault, it covers the game so far.
    pub fn finish(&mut self, game: &mut Game<'_, W>, outcome: Option<&Outcome>) -> Record {
        if let Some(event_log) = game.log.event_log.take() {
            self.event_log = Some(event_log);
        }
        let ply = game.pos.ply - self.begun;
        for freeze in &mut self.record.freezes {
            if self.frozen.contains(freeze.seat) && freeze.until == OPEN {
                freeze.until = ply;
            }
        }
        let mut all = SquareSet::<W>::EMPTY;
        for (squares, visited) in self.record.squares.iter_mut().zip(&self.visited) {
            *squares = visited.len() as u16;
            all |= *visited;
        }
        self.record.squares_all = all.len() as u16;
        self.record.legal_trend = self.slope.slope();
        if let Some(event_log) = &self.event_log {
            self.record.captures = event_log.captures.iter().map(|(_, square)| *square).collect();
            for (seat, _) in &event_log.captures {
                self.record.captured_by[seat.index() & 7] += 1;
            }
            self.record.mates = event_log.mates.iter().map(|(_, square)| *square).collect();
            self.record.promotions.clone_from(&event_log.promotions);
        }
        let spec = game.machine.spec;
        let winner = outcome.and_then(|outcome| winner(spec, outcome));
        self.record.lead = lead(&self.standings, spec.teams.len(), ply, winner);
        std::mem::take(&mut self.record)
    }

    /// Records freezes, releases and eliminations.
    fn look_at_states(&mut self, game: &Game<'_, W>) {
        let (movegen, pos) = (*game.machine, &game.pos);
        if self.states.replace(pos.states_hash) == Some(pos.states_hash) {
            return;
        }
        let (mut absent, mut frozen) = (Seats(0), Seats(0));
        for seat in (0..movegen.t.seats as u8).map(Seat) {
            let of = |state: StateId| &movegen.spec.states[usize::from(state.0)];
            let (own, army) = (of(pos.seat_state[seat.index()]), of(pos.army_state[seat.index()]));
            if !own.has_turn || pos.controller[seat.index()] == NOBODY {
                absent.insert(seat);
                if !own.has_turn && (own.until.is_some() || army.until.is_some()) {
                    frozen.insert(seat);
                }
            }
        }
        let ply = pos.ply - self.begun;
        let record = &mut self.record;
        for seat in (0..movegen.t.seats as u8).map(Seat) {
            let (was, is) = (self.frozen.contains(seat), frozen.contains(seat));
            if is && !was {
                let freeze = Freeze { seat, from: ply, until: OPEN, released: false };
                record.freezes.push(freeze);
            }
            if was && !is {
                let open = |freeze: &&mut Freeze| freeze.seat == seat && freeze.until == OPEN;
                if let Some(freeze) = record.freezes.iter_mut().find(open) {
                    freeze.until = ply;
                    freeze.released = !absent.contains(seat);
                }
            }
            let left = &mut record.eliminated[seat.index()];
            *left = match (absent.contains(seat) && !is, *left) {
                (true, None) => Some(ply),
                (true, known) => known,
                (false, _) => None,
            };
        }
        (self.absent, self.frozen) = (absent, frozen);
    }

    /// Records a promotion on arrival.
    fn look_at_arrival(&mut self, pos: &Position<W>) {
        let Some((square, colour, kind)) = self.arrival.take() else { return };
        let Some(event_log) = &mut self.event_log else { return };
        let known = event_log.promotions[self.promotions.min(event_log.promotions.len())..]
            .contains(&square);
        let changed =
            pos.piece(square).is_some_and(|piece| piece.colour() == colour && piece.kind() != kind);
        if changed && !known {
            event_log.promotions.push(square);
        }
    }

    /// Records the sides' strengths if they have changed.
    fn look_at_strengths(&mut self, game: &Game<'_, W>, ply: Option<PlainPly>) {
        match ply {
            // A plain ply may put a piece in hand.
            Some(ply) if game.machine.spec.hands.is_empty() => {
                self.strengths.play(&game.machine, ply);
            }
            _ => self.strengths = Strengths::of(&game.machine, &game.pos),
        }
        debug_assert_eq!(self.strengths.sides, Strengths::of(&game.machine, &game.pos).sides);
        let strengths = self.strengths.sides;
        if self.standings.last().is_none_or(|last| last.strengths != strengths) {
            let teams = &game.machine.t.team_of;
            let mover = self.mover.map(|seat| teams[seat.index()]);
            self.standings.push(Standing { ply: game.pos.ply - self.begun, mover, strengths });
        }
    }
}

/// The list of legal actions is examined once in this many turns: often enough for a mean, and seldom
/// enough to be cheap. No number of seats divides it, so all seats are examined equally often.
const EXAMINED_EVERY: u32 = 13;
/// In so many turns at the start of a game, legal actions are counted every time, so that short games
/// are counted in full; after that only where the list is examined, which then stands for the turns
/// since the last time.
const COUNTED_FIRST: u32 = 3 * EXAMINED_EVERY;
/// The end of a freeze that has not ended.
const OPEN: u32 = u32::MAX;

/// The decimal logarithm of a number, in millionths.
fn digits(n: u32) -> u32 {
    if n < 2 { 0 } else { (ln(f64::from(n)) / LN_10 * MILLION as f64).round() as u32 }
}
