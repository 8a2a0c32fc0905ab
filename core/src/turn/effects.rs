//! Applies effects of hooks, after a check of each effect. No other code applies effects. This
//! module also contains the changes of positions by declarations and by built-in draws.

use crate::board::{Piece, Seat, Square, SquareSet};
use crate::rules::play_limits;
use crate::rules::{
    ClauseId, CounterId, Effect, Ending, HookError, Outcome, Question, Restriction, SeatResult,
    StateId,
};
use crate::state::{NOBODY, Position, Stage};
use crate::turn::{Log, Machine};

/// The reason why an effect was not applied.
#[derive(Debug)]
pub enum EffectRefusal {
    /// The effect is impossible. The string is the reason.
    Effect(String),
    /// The effect caused an event, and a hook that answered this event failed.
    Hook(HookError),
}

impl From<String> for EffectRefusal {
    fn from(why: String) -> Self {
        Self::Effect(why)
    }
}

impl From<&str> for EffectRefusal {
    fn from(why: &str) -> Self {
        Self::Effect(why.to_owned())
    }
}

impl From<HookError> for EffectRefusal {
    fn from(error: HookError) -> Self {
        Self::Hook(error)
    }
}

/// Returns the value in the type of counters, or an error if the value is out of bounds.
fn within(name: &str, value: i64, min: i32, max: i32) -> Result<i32, String> {
    if (i64::from(min)..=i64::from(max)).contains(&value) {
        return Ok(value as i32);
    }
    Err(format!("counter `{name}` would be {value}, outside {min}..{max}"))
}

impl<const W: usize> Machine<'_, W> {
    /// Applies one effect.
    ///
    /// # Errors
    /// Returns [`EffectRefusal::Effect`] if the effect is impossible. Returns
    /// [`EffectRefusal::Hook`] if the effect causes an event and a hook that answers this event
    /// fails.
    pub fn apply_effect(
        &self,
        pos: &mut Position<W>,
        effect: &Effect,
        log: &mut Log,
    ) -> Result<(), EffectRefusal> {
        let t = self.t;
        self.check_effect(effect)?;
        if effect.nature().changes_force {
            pos.hot_mut().force_changed = true;
        }
        let occupied = |pos: &Position<W>, square: Square| {
            pos.piece(square)
                .ok_or_else(|| format!("there is no piece on {}", self.spec.geometry.name(square)))
        };
        match effect {
            Effect::SeatState(seat, state) => {
                if std::mem::replace(&mut pos.hot_mut().seat_state[seat.index()], *state) != *state
                {
                    self.changed(pos);
                }
            }
            Effect::ArmyState(colour, state) => {
                let army = &mut pos.hot_mut().army_state[colour.index()];
                if std::mem::replace(army, *state) != *state {
                    self.changed(pos);
                }
            }
            Effect::Control(colour, seat) => {
                let by = seat.map_or(NOBODY, |seat| seat.0);
                if std::mem::replace(&mut pos.hot_mut().controller[colour.index()], by) != by {
                    self.changed(pos);
                }
            }
            Effect::Remove(square) => {
                occupied(pos, *square)?;
                pos.take(t, *square);
                self.removed(pos, *square);
                pos.note_progress();
            }
            Effect::Capture(square, captor) => {
                let piece = occupied(pos, *square)?;
                pos.take(t, *square);
                self.removed(pos, *square);
                pos.note_progress();
                let seat = captor.unwrap_or(pos.turn);
                for clause in self.board.take_in_hand(pos, seat, piece) {
                    log.clause(clause);
                }
                self.captured(pos, seat, piece, *square, *square, log)?;
            }
            Effect::RemoveArmy(colour) => {
                for square in pos.colours[colour.index()] {
                    pos.take(t, square);
                    self.removed(pos, square);
                }
                pos.note_progress();
            }
            Effect::ClearArmy(colour) => {
                pos.hot_mut().army_state[colour.index()] = StateId::NEUTRAL;
                self.changed(pos);
                if !pos.cold().shields.contains(colour) {
                    pos.cold_mut().shields.push(*colour);
                }
                pos.hot_mut().waiting = true;
                pos.note_progress();
                self.clear_shields(pos);
            }
            Effect::Place(square, piece) => {
                if pos.piece(*square).is_some() {
                    return Err(format!("{} is occupied", self.spec.geometry.name(*square)).into());
                }
                pos.put(t, *square, *piece);
                self.board.prune_ep(pos);
                pos.hot_mut().dirty = true;
                pos.note_progress();
            }
            Effect::Relocate(from, to) => {
                let piece = occupied(pos, *from)?;
                if pos.piece(*to).is_some() {
                    return Err(format!("{} is occupied", self.spec.geometry.name(*to)).into());
                }
                pos.take(t, *from);
                pos.put(t, *to, piece);
                self.removed(pos, *from);
            }
            Effect::Recolour(square, colour) => {
                let piece = occupied(pos, *square)?;
                pos.take(t, *square);
                pos.put(t, *square, piece.with_colour(*colour));
                self.removed(pos, *square);
            }
            Effect::Replace(square, kind) => {
                let piece = occupied(pos, *square)?;
                pos.take(t, *square);
                pos.put(t, *square, piece.with_kind(*kind));
                if let Some(event_log) = &mut log.event_log
                    && piece.kind() != *kind
                {
                    event_log.promoted(*square);
                }
                self.removed(pos, *square);
            }
            Effect::Turn(square, facing) => {
                let piece = occupied(pos, *square)?;
                pos.take(t, *square);
                pos.put(t, *square, piece.with_facing(*facing));
            }
            Effect::SetMark(square, mark) | Effect::ClearMark(square, mark) => {
                let piece = occupied(pos, *square)?;
                let bit = 1_u32 << mark.0;
                let on = matches!(effect, Effect::SetMark(..));
                let marks = if on { piece.marks() | bit } else { piece.marks() & !bit };
                if marks != piece.marks() {
                    pos.take(t, *square);
                    pos.put(t, *square, piece.with_marks(marks));
                }
            }
            Effect::Remember(mark, square) => {
                let bit = 1_u32 << mark.0;
                if let Some(square) = square {
                    occupied(pos, *square)?;
                }
                for at in pos.occupied {
                    let Some(piece) = pos.piece(at) else { continue };
                    let on = *square == Some(at);
                    let marks = if on { piece.marks() | bit } else { piece.marks() & !bit };
                    if marks != piece.marks() {
                        pos.take(t, at);
                        pos.put(t, at, piece.with_marks(marks));
                    }
                }
            }
            Effect::SetPieceCounter(square, counter, value) => {
                let piece = occupied(pos, *square)?;
                let piece = self.with_piece_counter(piece, counter.0, |_| i64::from(*value))?;
                pos.take(t, *square);
                pos.put(t, *square, piece);
            }
            Effect::AddPieceCounter(square, counter, by) => {
                let piece = occupied(pos, *square)?;
                let sum = |old: i32| i64::from(old) + i64::from(*by);
                let piece = self.with_piece_counter(piece, counter.0, sum)?;
                pos.take(t, *square);
                pos.put(t, *square, piece);
            }
            Effect::Hold(seat, kind, n) => {
                let hand = &mut pos.cold_mut().hands[seat.index()][kind.index()];
                *hand = hand
                    .checked_add_signed(*n)
                    .ok_or_else(|| "a hand would hold fewer than zero pieces".to_owned())?;
                pos.hot_mut().dirty = true;
            }
            Effect::Ask { seat, question, options, about, secret } => {
                let question = Question {
                    seat: *seat,
                    name: question.clone(),
                    options: options.clone(),
                    about: *about,
                    secret: *secret,
                    of_move: false,
                };
                ask(pos, question, log)?;
            }
            Effect::Choose { question, options, about } => {
                let question = Question {
                    seat: pos.turn,
                    name: question.clone(),
                    options: options.clone(),
                    about: *about,
                    secret: false,
                    of_move: true,
                };
                ask(pos, question, log)?;
            }
            Effect::Offer(seat, word) => {
                let offer = (*seat, word.clone());
                let cold = pos.cold_mut();
                if !cold.offers.contains(&offer) {
                    if cold.offers.len() >= play_limits::MAX_OFFERS {
                        return Err(format!(
                            "more than {} offers are open",
                            play_limits::MAX_OFFERS
                        )
                        .into());
                    }
                    cold.offers.push(offer);
                }
            }
            Effect::Withdraw(seat, word) => {
                let withdrawn = |(s, w): &(Seat, String)| s == seat && w == word;
                if pos.cold().offers.iter().any(withdrawn) {
                    pos.cold_mut().offers.retain(|offer| !withdrawn(offer));
                }
            }
            Effect::Restrict(seat, restriction) => {
                let restricted = (*seat, restriction.clone());
                let cold = pos.unhashed_mut();
                if !cold.restrictions.contains(&restricted) {
                    if cold.restrictions.len() >= play_limits::MAX_RESTRICTIONS {
                        let most = play_limits::MAX_RESTRICTIONS;
                        return Err(format!("more than {most} restrictions are in force").into());
                    }
                    cold.restrictions.push(restricted);
                }
            }
            Effect::Again(again) => {
                if let Some(square) = again.square() {
                    occupied(pos, square)?;
                }
                self.stop_going_on(pos);
                let seat = pos.turn;
                pos.unhashed_mut().restrictions.push((seat, Restriction::Again(*again)));
            }
            Effect::Refuse(seat) => {
                if *seat != pos.turn {
                    return Err("only the seat to move can have announced a move".into());
                }
                let cold = pos.unhashed_mut();
                if let Some(mv) = cold.announced.take() {
                    cold.refused.push(mv);
                }
            }
            Effect::Relax(seat, protect) => {
                if *seat != pos.turn {
                    return Err("only the protection of the seat to move can be relaxed".into());
                }
                pos.unhashed_mut().relaxed = Some(*protect);
            }
            Effect::SetCounter(counter, seat, value) => {
                self.set_counter(pos, *counter, *seat, |_| i64::from(*value))?;
            }
            Effect::CounterToPly(counter) => {
                let ply = pos.ply;
                self.set_counter(pos, *counter, None, |_| ply.into())?;
            }
            Effect::AddCounter(counter, seat, by) => {
                self.set_counter(pos, *counter, *seat, |old| i64::from(old) + i64::from(*by))?;
            }
            Effect::Order(order, next) => {
                let place = order.iter().position(|seat| seat == next);
                let place =
                    place.ok_or_else(|| "the next seat is not in the order of turns".to_owned())?;
                let cold = pos.cold_mut();
                cold.order = Some(order.clone());
                // The pointer is the place of the last seat that had its turn.
                pos.hot_mut().pointer = ((place + order.len() - 1) % order.len()) as u8;
            }
            Effect::PlayNow(seat) => self.play_now(pos, *seat)?,
            Effect::AllowCastling(seat) => {
                self.board.allow_castling(pos, *seat);
                pos.hot_mut().dirty = true;
            }
            Effect::Skip(seat) => {
                if *seat != pos.turn {
                    return Err("only the turn of the seat to move can be skipped".into());
                }
                pos.hot_mut().skipped = true;
            }
            Effect::Relate { from, to, capture, allowed } => {
                let rule = self.spec.relations[from.index()][to.index()];
                let by_rule = if *capture { rule.capture } else { rule.check };
                let mut relations = pos.cold().relations.clone();
                relations.retain(|(a, b, c, _)| (a, b, c) != (from, to, capture));
                if *allowed != by_rule {
                    relations.push((*from, *to, *capture, *allowed));
                    relations.sort_unstable();
                }
                // This is not progress: relations can change back and forth endlessly.
                if relations != pos.cold().relations {
                    pos.cold_mut().relations = relations;
                    self.board.rebuild_masks(pos);
                    pos.hot_mut().dirty = true;
                }
            }
            Effect::Settle(seat, result) => {
                pos.cold_mut().settled[seat.index()] = Some(*result);
                pos.hot_mut().dirty = true;
            }
            Effect::Finish(results) => {
                if results.len() != t.seats {
                    return Err("the end of the game needs a result for every seat".into());
                }
                self.finish(pos, results.clone(), Ending::Rule(None));
            }
            Effect::FinishWithPoints(points) => {
                if points.len() != t.seats {
                    return Err("the end of the game needs points for every seat".into());
                }
                let team_of = &t.team_of[..t.seats];
                let outcome = Outcome::with_points(points.clone(), team_of, Ending::Rule(None));
                self.end(pos, outcome);
            }
            Effect::Lose(seat) => self.lose(pos, *seat),
            Effect::Count(metric) => {
                if let Some(count) = log.metrics.get_mut(usize::from(metric.0)) {
                    *count += 1;
                }
            }
        }
        Ok(())
    }

    /// Gives a seat the turn. If no action has been played in the present turn, that turn ends, and
    /// the seat has the turn immediately. If an action has been played, the seat has the next turn.
    fn play_now(&self, pos: &mut Position<W>, seat: Seat) -> Result<(), String> {
        let order = self.board.order(pos);
        let length = order.len();
        let starts = pos.stage == Stage::Opening;
        let open = matches!(pos.stage, Stage::Turn | Stage::Roll) && pos.made == 0;
        let stays = open && seat == pos.turn;
        // The search begins at the place of the present turn only if the seat gets or keeps this
        // turn.
        let first = usize::from(pos.pointer) + usize::from(!starts && !stays);
        let place = (first..first + length).map(|n| n % length).find(|n| order[*n] == seat);
        let Some(place) = place.filter(|_| self.board.has_turn(pos, seat)) else {
            let name = self.spec.colour_name(seat);
            return Err(format!("{name} has no turn in the present order"));
        };
        let hot = pos.hot_mut();
        if starts {
            hot.turn = seat;
        }
        hot.skipped |= open && !stays;
        hot.pointer = if starts || stays { place } else { (place + length - 1) % length } as u8;
        Ok(())
    }

    /// Returns a piece with another value of a counter.
    fn with_piece_counter(
        &self,
        piece: Piece,
        number: u8,
        value: impl Fn(i32) -> i64,
    ) -> Result<Piece, String> {
        let number = usize::from(number);
        let (counter, field) = (&self.spec.piece_counters[number], self.spec.piece_field(number));
        let field = field.ok_or_else(|| format!("counter `{}` has no bits", counter.name))?;
        let value = within(&counter.name, value(field.of(piece)), counter.min, counter.max)?;
        Ok(field.set(piece, value))
    }

    fn set_counter(
        &self,
        pos: &mut Position<W>,
        counter: CounterId,
        seat: Option<Seat>,
        value: impl Fn(i32) -> i64,
    ) -> Result<(), String> {
        let spec = &self.spec.counters[usize::from(counter.0)];
        let place = match (spec.per_seat, seat) {
            (true, Some(seat)) => seat.index(),
            (false, None) => 0,
            (true, None) => return Err(format!("counter `{}` needs a seat", spec.name)),
            (false, Some(_)) => {
                return Err(format!(
                    "counter `{}` belongs to the game and takes no seat",
                    spec.name
                ));
            }
        };
        let cell = &mut pos.cold_mut().counters[usize::from(counter.0)][place];
        *cell = within(&spec.name, value(*cell), spec.min, spec.max)?;
        pos.hot_mut().dirty = true;
        Ok(())
    }

    /// Updates derived data after a change of state or controller. Such a change counts as
    /// progress.
    pub fn changed(&self, pos: &mut Position<W>) {
        self.board.rebuild_masks(pos);
        pos.hot_mut().dirty = true;
        pos.note_progress();
    }

    /// Updates derived data after a piece left a square or was changed. This function is not for
    /// moves.
    pub fn removed(&self, pos: &mut Position<W>, square: Square) {
        self.board.end_castling(pos, self.t.castling_ends[square]);
        pos.hot_mut().dirty = true;
        self.board.prune_ep(pos);
    }

    /// Takes a side out of the game. The seats of the side lose, and the pieces that the side
    /// controls are dead.
    pub fn remove_side(&self, pos: &mut Position<W>, side: u8) {
        let seats = || (0..self.t.seats).map(|seat| Seat(seat as u8));
        for member in seats().filter(|member| self.t.team_of[member.index()] == side) {
            for colour in seats() {
                if pos.controller[colour.index()] == member.0 {
                    pos.hot_mut().army_state[colour.index()] = StateId::DEAD;
                }
            }
            pos.hot_mut().seat_state[member.index()] = StateId::GONE;
            pos.cold_mut().settled[member.index()].get_or_insert(SeatResult::Loss);
        }
        self.changed(pos);
    }

    /// Records that a clause ended the game.
    pub fn attribute_outcome(&self, pos: &mut Position<W>, clause: Option<ClauseId>) {
        if let Some(outcome) = &mut pos.cold_mut().outcome {
            outcome.ending = Ending::Rule(clause);
        }
    }

    /// Ends the game with a loss for a seat's side and a win for the others. A side whose seats are
    /// all gone loses too, unless no side would then win. The states of its seats show if a side is
    /// gone. A position that was entered by hand may have no other record of an earlier loss.
    fn lose(&self, pos: &mut Position<W>, seat: Seat) {
        let team = |seat: usize| self.t.team_of[seat];
        let loser = team(seat.index());
        let stays = |side| {
            let mut members = (0..self.t.seats).filter(|member| team(*member) == side);
            members.any(|member| pos.seat_state[member] != StateId::GONE)
        };
        let nobody = (0..self.t.seats).all(|seat| team(seat) == loser || !stays(team(seat)));
        let wins = |side| side != loser && (nobody || stays(side));
        let result = |seat| if wins(team(seat)) { SeatResult::Win } else { SeatResult::Loss };
        let results = (0..self.t.seats).map(result).collect();
        self.finish(pos, results, Ending::Rule(None));
    }

    /// Ends the game with these results. A seat whose result is already settled keeps that result.
    pub fn finish(&self, pos: &mut Position<W>, results: Vec<SeatResult>, ending: Ending) {
        self.end(pos, Outcome::new(results, ending));
    }

    /// Ends the game with this outcome. A seat whose result is already settled keeps that result.
    fn end(&self, pos: &mut Position<W>, mut outcome: Outcome) {
        for (result, settled) in outcome.results.iter_mut().zip(pos.cold().settled) {
            *result = settled.unwrap_or(*result);
        }
        pos.cold_mut().outcome = Some(outcome);
        pos.hot_mut().stage = Stage::Over;
    }

    /// Removes pieces of the armies that are being cleared. A piece that shields a king stays. If
    /// several pieces of such an army on one line could shield the king, only the nearest to the
    /// king stays. Returns `true` if anything changed.
    pub fn clear_shields(&self, pos: &mut Position<W>) -> bool {
        let mut any = false;
        for colour in pos.cold().shields.clone() {
            loop {
                let going: SquareSet<W> = pos.colours[colour.index()]
                    .into_iter()
                    .filter(|square| !self.shields(pos, *square))
                    .collect();
                // The piece with the greatest distance to its nearest king is removed first, so
                // that the nearest shield on a line stays.
                let Some(square) = self.farthest(pos, going) else {
                    break;
                };
                pos.take(self.t, square);
                self.removed(pos, square);
                pos.hot_mut().force_changed = true;
                any = true;
            }
            if pos.colours[colour.index()].is_empty() {
                pos.cold_mut().shields.retain(|c| *c != colour);
                pos.hot_mut().army_state[colour.index()] = StateId::GONE;
                self.changed(pos);
            }
        }
        any
    }

    fn farthest(&self, pos: &Position<W>, squares: SquareSet<W>) -> Option<Square> {
        let geometry = &self.spec.geometry;
        let distance = |a: Square, b: Square| {
            let (a, b) = (geometry.cell(a), geometry.cell(b));
            a.file.abs_diff(b.file).max(a.rank.abs_diff(b.rank))
        };
        // Kings that cannot be checked need no shield.
        let royals = pos.royals & pos.of_colours(!pos.immune);
        squares
            .into_iter()
            .max_by_key(|square| royals.into_iter().map(|royal| distance(*square, royal)).min())
    }

    /// Returns `true` if the piece on a square shields a king: without the piece, the king would
    /// have a new attacker.
    fn shields(&self, pos: &Position<W>, square: Square) -> bool {
        let mut without = pos.clone();
        without.take(self.t, square);
        (0..self.t.seats).any(|seat| {
            let seat = Seat(seat as u8);
            self.movegen.royals_at_stake(pos, seat).into_iter().any(|royal| {
                let before = self.movegen.checkers(pos, seat, royal);
                royal != square
                    && !(self.movegen.checkers(&without, seat, royal) - before).is_empty()
            })
        })
    }
}

/// Adds a question to the pending questions. It is answered before the questions that were already
/// pending, but after the earlier questions of the same event.
fn ask<const W: usize>(
    pos: &mut Position<W>,
    question: Question,
    log: &Log,
) -> Result<(), EffectRefusal> {
    if question.options.is_empty() || question.options.len() > play_limits::MAX_OPTIONS {
        let most = play_limits::MAX_OPTIONS;
        return Err(format!("a question needs 1 to {most} options").into());
    }
    let cold = pos.unhashed_mut();
    if cold.pending.len() + cold.sealed.len() >= play_limits::MAX_PENDING {
        let most = play_limits::MAX_PENDING;
        return Err(format!("more than {most} questions are open").into());
    }
    cold.pending.insert(log.asked.min(cold.pending.len()), question);
    Ok(())
}
