//! Describes the reasons why an action is not legal. A reason is the core's [`Illegal`], and the
//! description uses the names of the position.

use crate::text::prose::{capital, with_article};
use quadrille_core::game::{AnnouncementFault, CastlingFault, DropFault, Immunity};
use quadrille_core::rules::Demand;
use quadrille_core::{
    Again, ClauseId, Illegal, Kind, Restriction, Seat, Spec, Square, StateId, View, Zone,
};

/// Returns the kind of a reason as a short name that does not change, such as `pinned` or
/// `not_yours`.
#[must_use]
pub fn code(illegal: &Illegal) -> &'static str {
    illegal.kind().code()
}

/// Returns the clause from which a reason follows. Returns `None` if the reason follows from no
/// clause.
#[must_use]
pub fn clause(illegal: &Illegal) -> Option<ClauseId> {
    match illegal {
        Illegal::Forbidden { clause, .. }
        | Illegal::GivesCheck { clause, .. }
        | Illegal::Repeats { clause }
        | Illegal::MustCapture { clause, .. } => *clause,
        _ => None,
    }
}

/// Describes a reason in words. The position must be the position in which the reason was found.
#[must_use]
pub fn describe(game: &dyn View, illegal: &Illegal) -> String {
    PositionWords { game, spec: game.rules().spec() }.reason(illegal)
}

/// The names of a position.
struct PositionWords<'g> {
    game: &'g dyn View,
    spec: &'g Spec,
}

impl PositionWords<'_> {
    /// Returns the name of a seat with an initial capital, such as `Red`.
    fn seat(&self, seat: Seat) -> String {
        let name = self.spec.seats.get(seat.index()).map_or("?", |seat| &seat.name);
        capital(name).replace('_', " ")
    }

    fn kind(&self, kind: Kind) -> &str {
        self.spec.kinds.get(kind.index()).map_or("?", |kind| &kind.name)
    }

    /// Returns the words for a state.
    fn state(&self, state: StateId) -> String {
        let name = self.spec.states.get(usize::from(state.0)).map_or("?", |state| &state.name);
        name.replace('_', " ")
    }

    fn square(&self, square: Square) -> String {
        if self.spec.geometry.has(square) {
            self.spec.geometry.name(square)
        } else {
            format!("square {}", square.index())
        }
    }

    /// Describes the piece that would move, such as `the knight on b1`.
    fn mover(&self, square: Square) -> String {
        let kind = self.game.piece(square).map_or("piece", |piece| self.kind(piece.kind()));
        format!("the {kind} on {}", self.square(square))
    }

    /// Describes a piece: `Red's rook on h14`.
    fn piece(&self, square: Square) -> String {
        let at = self.square(square);
        match self.game.piece(square) {
            Some(piece) if self.spec.neutral_colour() == Some(piece.colour()) => {
                format!("the {} on {at}", self.kind(piece.kind()))
            }
            Some(piece) => {
                format!("{}'s {} on {at}", self.seat(piece.colour()), self.kind(piece.kind()))
            }
            None => format!("the piece on {at}"),
        }
    }

    fn pieces(&self, squares: Zone) -> String {
        list(squares.into_iter().map(|square| self.piece(square)), "and")
    }

    /// Describes a royal, such as `Red's king on a7`. The square may be the square to which the
    /// royal would move.
    fn royal(&self, owner: Seat, royal: Square) -> String {
        let own = |square: &Square| self.game.royals(owner).contains(*square);
        let at = Some(royal).filter(own).or_else(|| self.game.royals(owner).lowest());
        let kind = at.and_then(|square| self.game.piece(square));
        let kind = kind.map_or("king", |piece| self.kind(piece.kind()));
        format!("{}'s {kind} on {}", self.seat(owner), self.square(royal))
    }

    fn kinds(&self, bits: u32) -> String {
        let kinds = (0..self.spec.kinds.len() as u8).map(Kind);
        let those = kinds.filter(|kind| bits >> kind.0 & 1 == 1);
        list(those.map(|kind| self.kind(kind).to_owned()), "or")
    }

    fn reason(&self, illegal: &Illegal) -> String {
        match illegal {
            Illegal::GameOver => "the game is over".to_owned(),
            Illegal::QuestionPending { seat, question } => {
                format!("{} has to answer `{question}` first", self.seat(*seat))
            }
            Illegal::NoQuestion => "there is no question to answer".to_owned(),
            Illegal::NoSuchAnswer { options } => {
                format!("the possible answers are {}", list(options.iter().cloned(), "and"))
            }
            Illegal::MustRoll { seat } => format!("{} has to roll first", self.seat(*seat)),
            Illegal::NoRoll => "there is nothing to roll now".to_owned(),
            Illegal::NoSuchRoll => "the dice can't show that".to_owned(),
            Illegal::OutOfTurn { seat, turn } => {
                format!("it is {}'s turn, not {}'s", self.seat(*turn), self.seat(*seat))
            }
            Illegal::NoTurns { seat, state } => {
                format!("{} has no more turns: it is {}", self.seat(*seat), self.state(*state))
            }
            Illegal::NoSuchSquare { .. } => "the board has no such square".to_owned(),
            Illegal::NoPiece { square } => {
                format!("there is no piece on {}", self.square(*square))
            }
            Illegal::NotYours { square, owner, turn } => {
                let (piece, turn) = (self.mover(*square), self.seat(*turn));
                match owner {
                    Some(owner) => {
                        format!(
                            "{piece} is {}'s to move, but it is {turn}'s turn",
                            self.seat(*owner)
                        )
                    }
                    None => format!("no player may move {piece}"),
                }
            }
            Illegal::CannotMove { square, colour, state } => {
                let (piece, seat) = (self.mover(*square), self.seat(*colour));
                format!("{piece} can't move: {seat}'s army is {}", self.state(*state))
            }
            Illegal::MustPlayAnnounced { announced } => {
                let (from, to) = (self.square(announced.from), self.square(announced.to));
                format!("the announced move {from}-{to} has to be played")
            }
            Illegal::MustDrop => "pieces in hand have to be dropped first".to_owned(),
            Illegal::Blocked { from, to, by, together } => {
                let (piece, to) = (self.mover(*from), self.square(*to));
                let link = if *together || by.len() == 1 { "and" } else { "or" };
                let verb = if *together && by.len() > 1 { "are" } else { "is" };
                let by = list(by.into_iter().map(|square| self.piece(square)), link);
                format!("{piece} can't get to {to}: {by} {verb} in the way")
            }
            Illegal::Walled { from, to, edges } => {
                let (piece, to) = (self.mover(*from), self.square(*to));
                let walls = if edges.len() == 1 { "the wall" } else { "the walls" };
                let edges = list(edges.iter().map(|(a, b)| format!("{a}|{b}")), "and");
                let verb = if walls == "the wall" { "is" } else { "are" };
                format!("{piece} can't get to {to}: {walls} {edges} {verb} in the way")
            }
            Illegal::OnlyCaptures { from, to } => {
                let (piece, to) = (self.mover(*from), self.square(*to));
                format!("{piece} can go to {to} only to capture, and there is nothing there")
            }
            Illegal::NotHowItMoves { from, to, targets } => {
                let (piece, to) = (self.mover(*from), self.square(*to));
                let targets = list(targets.into_iter().map(|square| self.square(square)), "and");
                if targets.is_empty() {
                    return format!("{piece} does not move to {to}; it has no moves here");
                }
                format!("{piece} does not move to {to}; it reaches {targets}")
            }
            Illegal::MayNotEnter { from, square } => {
                format!("{} may not enter {}", self.mover(*from), self.square(*square))
            }
            Illegal::MayNotCapture { square, why } => self.immune(*square, *why),
            Illegal::Pinned { piece, by, royal, owner, .. } => {
                let (piece, by) = (self.mover(*piece), self.piece(*by));
                format!("{piece} is pinned to {} by {by}", self.royal(*owner, *royal))
            }
            Illegal::CheckNotAnswered { royal, owner, by } => {
                let royal = self.royal(*owner, *royal);
                format!("{royal} is in check by {}, and would stay in check", self.pieces(*by))
            }
            Illegal::IntoCheck { royal, owner, by } => {
                format!("{} would be in check by {}", self.royal(*owner, *royal), self.pieces(*by))
            }
            Illegal::ExposesRoyal { royal, owner, by } => {
                let royal = self.royal(*owner, *royal);
                format!("{royal} would be exposed to check by {}", self.pieces(*by))
            }
            Illegal::ExposesPartner { royal, owner, by } => {
                let royal = self.royal(*owner, *royal);
                format!("{royal}, a partner's, would be in check by {}", self.pieces(*by))
            }
            Illegal::GivesCheck { royal, owner, clause, .. } => {
                let royal = self.royal(*owner, *royal);
                self.by_clause(format!("the move may not give check to {royal}"), *clause)
            }
            Illegal::LosesRoyal { royal, owner } => {
                format!("{} would be lost by the move", self.royal(*owner, *royal))
            }
            Illegal::MustCapture { demand, by, clause } => {
                let who = list(by.into_iter().map(|square| self.mover(square)), "or");
                let what = match demand {
                    Demand::CaptureMostPieces => "the move must capture as many pieces as possible",
                    Demand::CaptureMostValue => "the move must capture the highest possible value",
                    _ => "the move must be a capture",
                };
                self.by_clause(format!("{what}: {who} can capture"), *clause)
            }
            Illegal::Repeats { clause } => {
                self.by_clause("the position may not be repeated".to_owned(), *clause)
            }
            Illegal::Dice { kind, faces } => {
                let faces = list(faces.iter().map(u8::to_string), "and");
                format!("no {} may move by the dice left: {faces}", self.kind(*kind))
            }
            Illegal::Restricted { restriction } => self.restriction(restriction),
            Illegal::Forbidden { handler, .. } => self.forbidden(*handler),
            Illegal::Promotion { square, available, optional } => {
                self.promotion(*square, available, *optional)
            }
            Illegal::Castling { why, .. } => self.castling(*why),
            Illegal::Drop { kind, square, why } => {
                let (kind, square) = (self.kind(*kind), self.square(*square));
                match why {
                    DropFault::NotInHand => format!("there is no {kind} in hand"),
                    DropFault::Zone => {
                        format!("{} may not be dropped on {square}", with_article(kind))
                    }
                    DropFault::Line => {
                        format!("the line of {square} already has the maximum number of this kind")
                    }
                    DropFault::Mates => {
                        format!("a dropped {kind} may not give mate")
                    }
                    _ => format!("{square} is occupied"),
                }
            }
            Illegal::Announcement { why, .. } => match why {
                AnnouncementFault::Legal => "the move is legal and needs no announcement",
                AnnouncementFault::Refused => "the announced move was refused this turn",
                _ => "these rules do not let the seat announce moves",
            }
            .to_owned(),
            Illegal::NoPass => "no rule offers a pass here".to_owned(),
            Illegal::NoSuchOffer => "there is no such offer to take up".to_owned(),
            _ => "the move is not legal".to_owned(),
        }
    }

    fn immune(&self, square: Square, why: Immunity) -> String {
        let piece = self.piece(square);
        match why {
            Immunity::Own => format!("{piece} can't be captured: it belongs to the same side"),
            Immunity::Neutral => format!("{piece} can't be captured: it belongs to no player"),
            Immunity::Partner => format!("{piece} can't be captured: it is a partner's"),
            Immunity::Kind => format!("{piece} can't be captured by a piece of this kind"),
            Immunity::Royal => format!("{piece} is royal and can't be captured"),
            Immunity::State(state) => {
                format!("{piece} can't be captured: its army is {}", self.state(state))
            }
            Immunity::Captor(state) => {
                format!(
                    "{piece} can't be captured: an army that is {} captures nothing",
                    self.state(state)
                )
            }
            _ => format!("{piece} can't be captured by this side"),
        }
    }

    fn restriction(&self, restriction: &Restriction) -> String {
        match restriction {
            Restriction::Lifts(royal) => {
                format!("the move must lift the check of {}", self.piece(*royal))
            }
            Restriction::Again(Again::Any) => "the turn continues".to_owned(),
            Restriction::Again(Again::Move(square)) => {
                format!("{} has to move again", self.mover(*square))
            }
            Restriction::Again(Again::Capture(square)) => {
                format!("{} has to capture again", self.mover(*square))
            }
            Restriction::Kinds(kinds) => {
                format!("only {} may move", with_article(&self.kinds(*kinds)))
            }
            Restriction::Captures(colours) => {
                let seats = (0..self.spec.seats.len() as u8).map(Seat);
                let those = seats.filter(|seat| colours >> seat.0 & 1 == 1);
                let those = list(those.map(|seat| self.seat(seat)), "or");
                format!("only pieces of {those} may be captured")
            }
            Restriction::Spares(kinds) => {
                format!("no {} may be captured", self.kinds(*kinds))
            }
            Restriction::Safe => "the move must leave the seat's own royals safe".to_owned(),
        }
    }

    /// Appends the clause from which a reason follows.
    fn by_clause(&self, what: String, clause: Option<ClauseId>) -> String {
        match clause.and_then(|id| self.spec.clauses.get(usize::from(id.0))) {
            Some(clause) => format!("{what} (clause {})", clause.id),
            None => what,
        }
    }

    fn forbidden(&self, handler: usize) -> String {
        let Some(handler) = self.spec.handlers.get(handler) else {
            return "a rule forbids it".to_owned();
        };
        let clause = handler.clause.and_then(|id| self.spec.clauses.get(usize::from(id.0)));
        match clause {
            Some(clause) => format!("`{}` forbids it, clause {}", handler.name, clause.id),
            None => format!("`{}` forbids it", handler.name),
        }
    }

    fn promotion(&self, square: Square, available: &[Kind], optional: bool) -> String {
        let square = self.square(square);
        let letter = |kind: &Kind| self.spec.kinds.get(kind.index()).map(|kind| kind.letter);
        let choices = available.iter().filter_map(letter).map(|letter| format!("={letter}"));
        let choices = list(choices, "or");
        match (choices.is_empty(), optional) {
            (true, false) => format!("there is nothing left to promote to on {square}"),
            (true, true) => format!("there is no promotion on {square}"),
            (false, true) => format!("on {square} write nothing or {choices} after the move"),
            (false, false) => {
                format!("the piece promotes on {square}: write {choices} after the move")
            }
        }
    }

    fn castling(&self, why: CastlingFault) -> String {
        match why {
            CastlingFault::RightLost => {
                "castling is no longer possible: king or rook has moved".to_owned()
            }
            CastlingFault::NotAtHome => {
                "castling needs king and rook on their first squares".to_owned()
            }
            CastlingFault::Occupied(by) => {
                format!("castling is blocked by {}", self.pieces(by))
            }
            CastlingFault::Walled => {
                "castling is not possible while a wall is in the way".to_owned()
            }
            CastlingFault::Attacked { square, by } => {
                let (square, by) = (self.square(square), self.pieces(by));
                format!("castling is not possible while {square} is attacked by {by}")
            }
            _ => "castling is not possible".to_owned(),
        }
    }
}

/// Joins items: `a, b and c`.
fn list(items: impl Iterator<Item = String>, link: &str) -> String {
    let mut items: Vec<String> = items.collect();
    match items.pop() {
        None => String::new(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} {link} {last}", items.join(", ")),
    }
}
