//! The observer: records a game while it is played. At each ply, the observer executes a few
//! operations on bit masks and counters. Its lists grow only if an event occurs, and keep their
//! memory from game to game.

use std::f64::consts::LN_10;

use crate::metrics::{
    CheckTracker, Freeze, Gains, MILLION, Measurements, PLIES_PER_SAMPLE, PlainPly, PlannedMove,
    SideStrengths, Strengths, lead, winner,
};
use quadrille_core::board::{MAX_SEATS, Seat, Seats, SquareSet};
use quadrille_core::internals::{EventLog, History, NOBODY, Sink, TypedGame};
use quadrille_core::numeric::math::ln;
use quadrille_core::numeric::rng::Stream;
use quadrille_core::rules::{Action, EventKind, HookError, Outcome, StateId};

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

    /// Returns the slope in millionths, rounded towards zero.
    fn slope(&self) -> i64 {
        let [n, x, xx, y, xy] = [self.n, self.x, self.xx, self.y, self.xy].map(i128::from);
        let spread = n * xx - x * x;
        if spread == 0 {
            return 0;
        }
        ((n * xy - x * y) * i128::from(MILLION) / spread) as i64
    }
}

/// An observer, which records one game after another.
pub(crate) struct Observer<const W: usize> {
    /// The event log. `None` while the engine has the log and adds events to it.
    event_log: Option<Box<EventLog>>,
    record: Measurements,
    /// The ply at which the game began. The plies in the record are counted from this ply.
    begun: u32,
    /// The ply at which pieces are counted next.
    sample: u32,
    /// The number of the next turn whose list of legal actions is examined.
    examined: u32,
    visited: [SquareSet<W>; MAX_SEATS],
    /// The hash of states and controllers at the last update.
    states: Option<u64>,
    /// The seats that are eliminated or frozen. The next field contains only the frozen seats.
    absent: Seats,
    frozen: Seats,
    checks: CheckTracker<W>,
    /// The next move to be played. `safe` contains the seats that are certainly not in check after
    /// this move.
    planned: Option<PlannedMove>,
    safe: Seats,
    strengths: Strengths,
    standings: Vec<SideStrengths>,
    /// The positions at which seats had their turns. The field is not used while these positions
    /// are the same as the positions in the engine's history. In this case, `shared` is the number
    /// of positions in the engine's history.
    history: History,
    shared: Option<usize>,
    slope: Slope,
    /// The seat that decided the last ply, or `None` for chance.
    mover: Option<Seat>,
    /// The number of promotions in the game's log when the observer last read it.
    promotions: usize,
    /// The number of mates recorded so far.
    mates: usize,
    /// A list for the gains of legal actions, whose memory is used again.
    gains: Vec<i64>,
    digits: Vec<u32>,
}

impl<const W: usize> Observer<W> {
    pub fn new() -> Self {
        let digits = (0..512).map(|n: u32| digits(n)).collect();
        Self {
            event_log: Some(Box::default()),
            record: Measurements::default(),
            begun: 0,
            sample: 0,
            examined: EXAMINED_EVERY_TURNS,
            visited: [SquareSet::EMPTY; MAX_SEATS],
            states: None,
            absent: Seats(0),
            frozen: Seats(0),
            checks: CheckTracker::new(),
            planned: None,
            safe: Seats(0),
            strengths: Strengths::default(),
            standings: Vec::new(),
            history: History::default(),
            shared: None,
            slope: Slope::default(),
            mover: None,
            promotions: 0,
            mates: 0,
            gains: Vec::new(),
            digits,
        }
    }

    /// Starts to observe another game.
    pub fn begin(&mut self, game: &mut TypedGame<'_, W>) {
        self.disarm(game);
        self.event_log.get_or_insert_default().clear();
        self.record = Measurements::default();
        self.begun = game.pos.ply;
        self.sample = self.begun;
        self.examined = EXAMINED_EVERY_TURNS;
        self.visited = [SquareSet::EMPTY; MAX_SEATS];
        self.states = None;
        (self.absent, self.frozen) = (Seats(0), Seats(0));
        self.checks.reset(&game.machine.movegen);
        self.planned = None;
        self.standings.clear();
        self.shared = game.machine.spec.repetition.map(|_| 0);
        if !self.history.is_empty() {
            self.history.clear();
        }
        self.slope = Slope::default();
        self.mover = None;
        (self.promotions, self.mates) = (0, 0);
        self.arm(game);
    }

    /// Gives the event log to the engine, which adds events to it.
    pub fn arm(&mut self, game: &mut TypedGame<'_, W>) {
        if let Some(event_log) = self.event_log.take() {
            game.log.event_log = Some(event_log);
        }
    }

    /// Takes the event log back from the engine before an agent searches, so that the log does not
    /// record actions that the agent only tries.
    pub fn disarm(&mut self, game: &mut TypedGame<'_, W>) {
        if let Some(event_log) = game.log.event_log.take() {
            self.event_log = Some(event_log);
        }
    }

    /// Records the position after a ply and after all consequences of this ply.
    #[inline(never)]
    pub fn look(&mut self, game: &mut TypedGame<'_, W>) {
        self.look_here(game);
    }

    #[inline(always)]
    fn look_here(&mut self, game: &mut TypedGame<'_, W>) {
        let movegen = &game.machine.movegen;
        let pos = &game.pos;
        let ply = self.planned.as_ref().and_then(|planned| planned.done(movegen.t, pos));
        if pos.ply >= self.sample {
            self.count_pieces(game);
        }
        match ply {
            Some(ply) => self.visited[ply.placed.colour().index()].insert(ply.to),
            None => self.look_at_squares(game),
        }
        let before = self.checks.last();
        let mut given = self.checks.look(movegen, pos, ply, self.safe);
        if let Some(event_log) = &game.log.event_log
            && event_log.mates.len() != self.mates
        {
            // A mated seat was in check, even if the mate's consequences have ended the check.
            event_log.mates[self.mates..].iter().for_each(|(seat, _)| given.insert(*seat));
            self.mates = event_log.mates.len();
        }
        if given != before {
            let by = self.mover.map_or(0, Seat::bit);
            self.record.checks += (given.0 & !before.0 & !by).count_ones();
        }
        if game.at_turn() {
            self.record.repeats += u32::from(self.is_repeated(game, ply.is_some()));
        }
        // A plain ply without a capture or promotion changes no strength. If the rules have hands,
        // hooks may still put pieces in hand.
        if ply.is_none_or(|ply| ply.taken.is_some() || !ply.keeps_profile())
            || !game.machine.spec.hands.is_empty()
        {
            self.look_at_arrival(game);
            self.look_at_strengths(game, ply);
        }
        self.planned = None;
    }

    /// Returns `true` if the position in which a turn begins has occurred before. `plain` is `true`
    /// if no rule has changed pieces, states or controllers since the last decision.
    #[inline(always)]
    fn is_repeated(&mut self, game: &TypedGame<'_, W>, plain: bool) -> bool {
        // The engine counted the position when the last turn ended. The position is unchanged since
        // then, because there was no hook and no skipped turn.
        if let Some(shared) = &mut self.shared
            && plain
            && game.pos.skips == 0
            && game.history.len() == *shared + 1
            && game.pos.cold.is_none()
            && game.machine.t.handlers[EventKind::Turn as usize].is_empty()
        {
            debug_assert_eq!(
                game.history.last(),
                Some((game.machine.movegen.hash_of_next_turn(&game.pos), game.pos.halfmove)),
                "the position has changed since it was counted"
            );
            *shared += 1;
            return game.history.repeated();
        }
        self.is_repeated_apart(game)
    }

    /// Returns `true` if the position has occurred before. This function also works for positions
    /// that the engine has never counted, and for positions that have changed since the engine
    /// counted them.
    #[inline(never)]
    fn is_repeated_apart(&mut self, game: &TypedGame<'_, W>) -> bool {
        let (history, pos) = (&game.history, &game.pos);
        if let Some(shared) = self.shared {
            let now = (game.machine.movegen.hash_of_next_turn(pos), pos.halfmove);
            if history.len() == shared + 1 && history.last() == Some(now) {
                self.shared = Some(shared + 1);
                return history.repeated();
            }
            self.history = History::from_hashes(history.first(shared));
            self.shared = None;
        }
        game.machine.movegen.remember(pos, &mut self.history) > 1
    }

    /// Returns `true` if the list of legal actions is examined at the next decision of a seat.
    fn examines_next(&self) -> bool {
        self.record.turns + 1 == self.examined
    }

    /// Returns `true` if the next decision of a seat needs the number of legal actions, but not
    /// their list.
    pub fn only_counts_next(&self) -> bool {
        self.record.turns < COUNTED_FIRST_TURNS && !self.examines_next()
    }

    /// Records a decision before it is played. If the decision is a turn, the list of its legal
    /// actions must already be in the game.
    pub fn decided(&mut self, game: &TypedGame<'_, W>, seat: Seat, stream: Stream, action: Action) {
        let examines = stream == Stream::Agent && self.examines_next();
        let legal = if !game.at_turn() {
            game.pos.cold().pending.last().map_or(0, |question| question.options.len() as u32)
        } else if examines {
            let mut gains = Gains::new(game.machine.movegen, &game.pos, &mut self.gains);
            game.moves.sets(game.machine.t, |moves| gains.add(moves));
            examine(&mut self.record, &gains)
        } else {
            game.moves.len()
        };
        self.note(game, seat, stream, action, legal);
    }

    /// Observes the position at a decision for which no list of legal actions was made, and records
    /// the decision. `legal`, the number of legal actions, is used only if
    /// [`Observer::only_counts_next`] returns `true`.
    ///
    /// # Errors
    /// Returns the hook's error if the list is needed and a hook fails while the list is generated.
    #[inline(never)]
    pub fn sampled(
        &mut self,
        game: &mut TypedGame<'_, W>,
        (seat, stream): (Seat, Stream),
        action: Action,
        mut legal: u32,
    ) -> Result<(), HookError> {
        self.look_here(game);
        if stream == Stream::Agent && self.examines_next() {
            let mut gains = Gains::new(game.machine.movegen, &game.pos, &mut self.gains);
            game.machine.movegen.actions(&game.pos, gains.erased())?;
            legal = examine(&mut self.record, &gains);
        }
        self.note(game, seat, stream, action, legal);
        Ok(())
    }

    /// Records a decision among `legal` legal actions.
    #[inline(always)]
    fn note(
        &mut self,
        game: &TypedGame<'_, W>,
        seat: Seat,
        stream: Stream,
        action: Action,
        legal: u32,
    ) {
        let pos = &game.pos;
        self.record.rounds = pos.round + 1;
        for seat in self.absent.iter() {
            self.record.absent[seat.index()] += 1;
        }
        self.record.drops += u32::from(matches!(action, Action::Drop(..)));
        self.planned = PlannedMove::new(pos, action);
        self.safe = self.checks.kept_safe(&game.machine.movegen, pos);
        self.promotions =
            game.log.event_log.as_ref().map_or(0, |event_log| event_log.promotions.len());
        if stream != Stream::Agent {
            self.record.chance += 1;
            self.mover = None;
            return;
        }
        self.mover = Some(seat);
        self.record.turns += 1;
        if self.record.turns == self.examined {
            self.examined += EXAMINED_EVERY_TURNS;
            self.count_legal(legal);
        } else if self.record.turns <= COUNTED_FIRST_TURNS {
            self.count_legal(legal);
        }
    }

    /// Records the number of legal actions of the current turn. In the first turns of a game, the
    /// number counts once. Later, it counts once for each turn since the previous count.
    #[inline(never)]
    fn count_legal(&mut self, legal: u32) {
        let record = &mut self.record;
        let weight = if record.turns <= COUNTED_FIRST_TURNS { 1 } else { EXAMINED_EVERY_TURNS };
        record.counted += weight;
        record.legal += u64::from(weight) * u64::from(legal);
        record.legal_most = record.legal_most.max(legal);
        if legal > 1 {
            record.choices += weight;
            record.legal_open += u64::from(weight) * u64::from(legal);
        }
        let known = self.digits.get(legal as usize).copied();
        record.digits += u64::from(weight) * u64::from(known.unwrap_or_else(|| digits(legal)));
        self.slope.add(record.turns, legal, weight);
    }

    /// Completes the record. If a fault stopped the game, the record covers the game up to the
    /// fault.
    pub fn finish(
        &mut self,
        game: &mut TypedGame<'_, W>,
        outcome: Option<&Outcome>,
    ) -> Measurements {
        self.disarm(game);
        let ply = game.pos.ply - self.begun;
        for freeze in &mut self.record.freezes {
            if self.frozen.contains(freeze.seat) && freeze.until == UNFINISHED_FREEZE {
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
    fn look_at_states(&mut self, game: &TypedGame<'_, W>) {
        let (movegen, pos) = (game.machine.movegen, &game.pos);
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
                let freeze = Freeze { seat, from: ply, until: UNFINISHED_FREEZE, released: false };
                record.freezes.push(freeze);
            }
            if was && !is {
                let open =
                    |freeze: &&mut Freeze| freeze.seat == seat && freeze.until == UNFINISHED_FREEZE;
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

    /// Counts the pieces on the board.
    #[inline(never)]
    fn count_pieces(&mut self, game: &TypedGame<'_, W>) {
        while game.pos.ply >= self.sample {
            let pieces = game.pos.colours[..game.machine.t.seats].iter();
            self.record.pieces.push(pieces.map(|pieces| pieces.len() as u16).sum());
            self.sample += PLIES_PER_SAMPLE;
        }
    }

    /// Updates the visited squares and the states of the seats. The observer calls this after each
    /// ply that is not plain.
    #[inline(never)]
    fn look_at_squares(&mut self, game: &TypedGame<'_, W>) {
        self.look_at_states(game);
        let colours = self.visited.iter_mut().zip(&game.pos.colours);
        for (visited, now) in colours.take(game.machine.t.seats) {
            *visited |= *now;
        }
    }

    /// Records a promotion that a piece made on arrival.
    #[inline(never)]
    fn look_at_arrival(&mut self, game: &mut TypedGame<'_, W>) {
        let Some(PlannedMove { to, mover, promotes: false, .. }) = self.planned else { return };
        let Some(event_log) = &mut game.log.event_log else { return };
        let known =
            event_log.promotions[self.promotions.min(event_log.promotions.len())..].contains(&to);
        let changed = game
            .pos
            .piece(to)
            .is_some_and(|piece| piece.colour() == mover.colour() && piece.kind() != mover.kind());
        if changed && !known {
            event_log.promotions.push(to);
        }
    }

    /// Records the sides' strengths if they have changed.
    #[inline(never)]
    fn look_at_strengths(&mut self, game: &TypedGame<'_, W>, ply: Option<PlainPly>) {
        match ply {
            // If the rules have hands, even a plain ply may put a piece in hand. All strengths are
            // then computed again.
            Some(ply) if game.machine.spec.hands.is_empty() => {
                self.strengths.play(&game.machine.board, ply);
            }
            _ => self.strengths = Strengths::of(&game.machine.board, &game.pos),
        }
        debug_assert_eq!(self.strengths.sides, Strengths::of(&game.machine.board, &game.pos).sides);
        let strengths = self.strengths.sides;
        if self.standings.last().is_none_or(|last| last.strengths != strengths) {
            let teams = &game.machine.t.team_of;
            let mover = self.mover.map(|seat| teams[seat.index()]);
            self.standings.push(SideStrengths { ply: game.pos.ply - self.begun, mover, strengths });
        }
    }
}

/// Records the number of legal actions that stand out, and returns the number of all legal actions.
#[inline(never)]
fn examine<const W: usize>(record: &mut Measurements, gains: &Gains<'_, W>) -> u32 {
    if let Some(standing_out) = gains.standing_out() {
        record.clear_turns += 1;
        record.clear += u64::from(standing_out) * MILLION / u64::from(gains.all);
    }
    gains.all
}

/// The list of legal actions is examined once in this many turns. The number is small enough to
/// give a good mean, and large enough for the examination to be cheap. The number is prime and
/// greater than the number of seats, so all seats are examined equally often.
const EXAMINED_EVERY_TURNS: u32 = 13;
/// The number of turns at the start of a game in which legal actions are always counted, so that
/// short games are counted in full. In later turns, they are counted only if the list is examined.
/// Such a count then stands for all turns since the previous count.
const COUNTED_FIRST_TURNS: u32 = 3 * EXAMINED_EVERY_TURNS;
/// The value that stands for the end of a freeze while the freeze lasts.
const UNFINISHED_FREEZE: u32 = u32::MAX;

/// Returns the decimal logarithm of a number, in millionths.
fn digits(n: u32) -> u32 {
    if n < 2 { 0 } else { (ln(f64::from(n)) / LN_10 * MILLION as f64).round() as u32 }
}
