//! Describes the reasons why an action is not legal. A reason is the core's [`Illegal`]. Its
//! description names the pieces and squares of the position.

use crate::sentence;
use crate::text::{Argument, Sentence};
use quadrille_core::game::{AnnouncementFault, CastlingFault, DropFault, Immunity};
use quadrille_core::rules::Demand;
use quadrille_core::{
    Again, ClauseId, Illegal, Kind, Piece, Restriction, Seat, Spec, Square, StateId, View, Zone,
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

/// Describes a reason in a sentence. The position must be the position in which the reason was
/// found.
#[must_use]
pub fn sentence(game: &dyn View, illegal: &Illegal) -> Sentence {
    PositionWords { game, spec: game.rules().spec() }.reason(illegal)
}

/// The names of pieces and squares in a position.
struct PositionWords<'g> {
    game: &'g dyn View,
    spec: &'g Spec,
}

impl PositionWords<'_> {
    fn seat(&self, seat: Seat) -> Argument {
        Argument::seat(self.seat_name(seat))
    }

    fn seat_name(&self, seat: Seat) -> &str {
        self.spec.seats.get(seat.index()).map_or("?", |seat| &seat.name)
    }

    fn kind(&self, kind: Kind) -> Argument {
        Argument::kind(self.kind_name(kind))
    }

    fn kind_name(&self, kind: Kind) -> &str {
        self.spec.kinds.get(kind.index()).map_or("?", |kind| &kind.name)
    }

    fn state(&self, state: StateId) -> Argument {
        let state = self.spec.states.get(usize::from(state.0));
        Argument::word(state.map_or("?", |state| &state.name))
    }

    fn square(&self, square: Square) -> Argument {
        Argument::Square(self.square_name(square))
    }

    fn square_name(&self, square: Square) -> String {
        if self.spec.geometry.has(square) {
            self.spec.geometry.name(square)
        } else {
            format!("square {}", square.index())
        }
    }

    fn squares(&self, squares: &[Square]) -> Argument {
        squares.iter().map(|square| self.square(*square)).collect()
    }

    fn seats(&self, bits: u8) -> Argument {
        let seats = (0..self.spec.seats.len() as u8).map(Seat);
        seats.filter(|seat| bits >> seat.0 & 1 == 1).map(|seat| self.seat(seat)).collect()
    }

    /// Returns the piece that would move, such as `the knight on b1`.
    fn mover(&self, square: Square) -> Argument {
        let kind = self.game.piece(square).map(|piece| self.kind_name(piece.kind()).to_owned());
        Argument::Piece { army: None, kind, square: Some(self.square_name(square)) }
    }

    /// Returns a piece with its army: `Red's rook on h14`. Neutral pieces have no army.
    fn piece(&self, square: Square) -> Argument {
        let piece = self.game.piece(square);
        let army = piece.map(Piece::colour);
        let army = army.filter(|army| self.spec.neutral_colour() != Some(*army));
        Argument::Piece {
            army: army.map(|army| self.seat_name(army).to_owned()),
            kind: piece.map(|piece| self.kind_name(piece.kind()).to_owned()),
            square: Some(self.square_name(square)),
        }
    }

    fn pieces(&self, squares: Zone) -> Argument {
        squares.into_iter().map(|square| self.piece(square)).collect()
    }

    /// Returns a royal, such as `Red's king on a7`. The square may be the square to which the royal
    /// would move.
    fn royal(&self, owner: Seat, royal: Square) -> Argument {
        let own = |square: &Square| self.game.royals(owner).contains(*square);
        let at = Some(royal).filter(own).or_else(|| self.game.royals(owner).lowest());
        let kind = at.and_then(|square| self.game.piece(square));
        let kind = kind.map_or("king", |piece| self.kind_name(piece.kind()));
        Argument::Piece {
            army: Some(self.seat_name(owner).to_owned()),
            kind: Some(kind.to_owned()),
            square: Some(self.square_name(royal)),
        }
    }

    fn kinds(&self, bits: u32) -> Argument {
        let kinds = (0..self.spec.kinds.len() as u8).map(Kind);
        kinds.filter(|kind| bits >> kind.0 & 1 == 1).map(|kind| self.kind(kind)).collect()
    }

    fn reason(&self, illegal: &Illegal) -> Sentence {
        match illegal {
            Illegal::GameOver => sentence!(IllegalGameOver),
            Illegal::QuestionPending { seat, question } => sentence!(
                IllegalQuestionPending,
                seat = self.seat(*seat),
                question = Argument::word(question),
            ),
            Illegal::NoQuestion => sentence!(IllegalNoQuestion),
            Illegal::NoSuchAnswer { options } => {
                let options: Argument =
                    options.iter().map(|option| Argument::Text(option.clone())).collect();
                sentence!(IllegalAnswer, options = options)
            }
            Illegal::MustRoll { seat } => sentence!(IllegalMustRoll, seat = self.seat(*seat)),
            Illegal::NoRoll => sentence!(IllegalNoRoll),
            Illegal::NoSuchRoll => sentence!(IllegalNoSuchRoll),
            Illegal::MustShuffle => sentence!(IllegalMustShuffle),
            Illegal::NoSuchShuffle => sentence!(IllegalNoSuchShuffle),
            Illegal::OutOfTurn { seat, turn } => {
                sentence!(IllegalOutOfTurn, seat = self.seat(*seat), turn = self.seat(*turn))
            }
            Illegal::NoTurns { seat, state } => {
                sentence!(IllegalNoTurns, seat = self.seat(*seat), state = self.state(*state))
            }
            Illegal::NoSuchSquare { .. } => sentence!(IllegalNoSuchSquare),
            Illegal::NoPiece { square } => {
                sentence!(IllegalNoPiece, square = self.square(*square))
            }
            Illegal::NotYours { square, owner: Some(owner), turn } => sentence!(
                IllegalNotYours,
                piece = self.mover(*square),
                owner = self.seat(*owner),
                turn = self.seat(*turn),
            ),
            Illegal::NotYours { square, owner: None, .. } => {
                sentence!(IllegalUncontrolled, piece = self.mover(*square))
            }
            Illegal::CannotMove { square, colour, state } => sentence!(
                IllegalCannotMove,
                piece = self.mover(*square),
                army = self.seat(*colour),
                state = self.state(*state),
            ),
            Illegal::MustPlayAnnounced { announced } => sentence!(
                IllegalMustPlayAnnounced,
                from = self.square(announced.from),
                to = self.square(announced.to),
            ),
            Illegal::MustDrop => sentence!(IllegalMustDrop),
            Illegal::Blocked { from, to, by, together } => {
                let (piece, to) = (self.mover(*from), self.square(*to));
                if *together && by.len() > 1 {
                    sentence!(IllegalBlockedByAll, piece = piece, to = to, by = self.pieces(*by))
                } else {
                    sentence!(IllegalBlocked, piece = piece, to = to, by = self.pieces(*by))
                }
            }
            Illegal::Walled { from, to, edges } => {
                let (piece, to) = (self.mover(*from), self.square(*to));
                let walls: Argument =
                    edges.iter().map(|(a, b)| Argument::Text(format!("{a}|{b}"))).collect();
                if edges.len() == 1 {
                    sentence!(IllegalWall, piece = piece, to = to, wall = walls)
                } else {
                    sentence!(IllegalWalls, piece = piece, to = to, walls = walls)
                }
            }
            Illegal::OnlyCaptures { from, to } => {
                sentence!(IllegalOnlyCaptures, piece = self.mover(*from), to = self.square(*to))
            }
            Illegal::NotHowItMoves { from, to, targets } => {
                let (piece, to) = (self.mover(*from), self.square(*to));
                if targets.is_empty() {
                    return sentence!(IllegalNoMoves, piece = piece, to = to);
                }
                let targets: Argument =
                    targets.into_iter().map(|square| self.square(square)).collect();
                sentence!(IllegalNotHowItMoves, piece = piece, to = to, targets = targets)
            }
            Illegal::MayNotEnter { from, square } => sentence!(
                IllegalMayNotEnter,
                piece = self.mover(*from),
                square = self.square(*square)
            ),
            Illegal::MayNotCapture { square, why } => self.immune(*square, *why),
            Illegal::Pinned { piece, by, royal, owner, .. } => sentence!(
                IllegalPinned,
                piece = self.mover(*piece),
                royal = self.royal(*owner, *royal),
                by = self.piece(*by),
            ),
            Illegal::CheckNotAnswered { royal, owner, by } => {
                let (royal, by) = (self.royal(*owner, *royal), self.pieces(*by));
                sentence!(IllegalCheckNotAnswered, royal = royal, by = by)
            }
            Illegal::IntoCheck { royal, owner, by } => {
                let (royal, by) = (self.royal(*owner, *royal), self.pieces(*by));
                sentence!(IllegalIntoCheck, royal = royal, by = by)
            }
            Illegal::ExposesRoyal { royal, owner, by } => {
                let (royal, by) = (self.royal(*owner, *royal), self.pieces(*by));
                sentence!(IllegalExposesRoyal, royal = royal, by = by)
            }
            Illegal::ExposesPartner { royal, owner, by } => {
                let (royal, by) = (self.royal(*owner, *royal), self.pieces(*by));
                sentence!(IllegalExposesPartner, royal = royal, by = by)
            }
            Illegal::GivesCheck { royal, owner, clause, .. } => {
                let royal = self.royal(*owner, *royal);
                self.by_clause(sentence!(IllegalGivesCheck, royal = royal), *clause)
            }
            Illegal::LosesRoyal { royal, owner } => {
                sentence!(IllegalLosesRoyal, royal = self.royal(*owner, *royal))
            }
            Illegal::MustCapture { demand, by, clause } => {
                let pieces: Argument = by.into_iter().map(|square| self.mover(square)).collect();
                let demand = match demand {
                    Demand::CaptureMostPieces => {
                        sentence!(IllegalMustCaptureMostPieces, pieces = pieces)
                    }
                    Demand::CaptureMostValue => {
                        sentence!(IllegalMustCaptureMostValue, pieces = pieces)
                    }
                    _ => sentence!(IllegalMustCapture, pieces = pieces),
                };
                self.by_clause(demand, *clause)
            }
            Illegal::Repeats { clause } => self.by_clause(sentence!(IllegalRepeats), *clause),
            Illegal::Dice { kind, faces } => {
                let faces: Argument = faces.iter().map(|face| Argument::from(*face)).collect();
                sentence!(IllegalDice, kind = self.kind(*kind), faces = faces)
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
                    DropFault::NotInHand => sentence!(IllegalDropNotInHand, kind = kind),
                    DropFault::Zone => {
                        sentence!(IllegalDropZone, kind = kind, square = square)
                    }
                    DropFault::Line => sentence!(IllegalDropLine, square = square),
                    DropFault::Mates => sentence!(IllegalDropMates, kind = kind),
                    _ => sentence!(IllegalDropOccupied, square = square),
                }
            }
            Illegal::Announcement { why, .. } => match why {
                AnnouncementFault::Legal => sentence!(IllegalAnnouncementLegal),
                AnnouncementFault::Refused => sentence!(IllegalAnnouncementRefused),
                _ => sentence!(IllegalAnnouncement),
            },
            Illegal::NoPass => sentence!(IllegalNoPass),
            Illegal::NoSuchOffer => sentence!(IllegalNoSuchOffer),
            _ => sentence!(IllegalOther),
        }
    }

    fn immune(&self, square: Square, why: Immunity) -> Sentence {
        let piece = self.piece(square);
        match why {
            Immunity::Own => sentence!(IllegalCaptureOwn, piece = piece),
            Immunity::Neutral => sentence!(IllegalCaptureNeutral, piece = piece),
            Immunity::Partner => sentence!(IllegalCapturePartner, piece = piece),
            Immunity::Kind => sentence!(IllegalCaptureKind, piece = piece),
            Immunity::Royal => sentence!(IllegalCaptureRoyal, piece = piece),
            Immunity::State(state) => {
                sentence!(IllegalCaptureState, piece = piece, state = self.state(state))
            }
            Immunity::Captor(state) => {
                sentence!(IllegalCaptureCaptor, piece = piece, state = self.state(state))
            }
            _ => sentence!(IllegalCapture, piece = piece),
        }
    }

    fn restriction(&self, restriction: &Restriction) -> Sentence {
        match restriction {
            Restriction::Lifts(royal) => {
                sentence!(IllegalMustLiftCheck, royal = self.piece(*royal))
            }
            Restriction::Again(Again::Any) => sentence!(IllegalTurnContinues),
            Restriction::Again(Again::Move(square)) => {
                sentence!(IllegalMustMoveAgain, piece = self.mover(*square))
            }
            Restriction::Again(Again::Capture(square)) => {
                sentence!(IllegalMustCaptureAgain, piece = self.mover(*square))
            }
            Restriction::Kinds(kinds) => {
                sentence!(IllegalOnlyKinds, kinds = self.kinds(*kinds))
            }
            Restriction::Colours(colours) => {
                sentence!(IllegalOnlyColours, seats = self.seats(*colours))
            }
            Restriction::From(squares) => {
                sentence!(IllegalOnlyFrom, squares = self.squares(squares))
            }
            Restriction::To(squares) => {
                sentence!(IllegalOnlyTo, squares = self.squares(squares))
            }
            Restriction::Captures(colours) => {
                sentence!(IllegalOnlyCapturesOf, seats = self.seats(*colours))
            }
            Restriction::Spares(kinds) => {
                sentence!(IllegalSparesKinds, kinds = self.kinds(*kinds))
            }
            Restriction::Safe => sentence!(IllegalMustBeSafe),
        }
    }

    /// Appends the clause from which a reason follows.
    fn by_clause(&self, what: Sentence, clause: Option<ClauseId>) -> Sentence {
        match clause.and_then(|id| self.spec.clauses.get(usize::from(id.0))) {
            Some(clause) => sentence!(ByClause, what = what, clause = Argument::word(&clause.id)),
            None => what,
        }
    }

    fn forbidden(&self, handler: usize) -> Sentence {
        let Some(handler) = self.spec.handlers.get(handler) else {
            return sentence!(IllegalForbidden);
        };
        let hook = Argument::word(&handler.name);
        match handler.clause.and_then(|id| self.spec.clauses.get(usize::from(id.0))) {
            Some(clause) => sentence!(
                IllegalForbiddenByClause,
                hook = hook,
                clause = Argument::word(&clause.id)
            ),
            None => sentence!(IllegalForbiddenByHook, hook = hook),
        }
    }

    fn promotion(&self, square: Square, available: &[Kind], optional: bool) -> Sentence {
        let square = self.square(square);
        let letter = |kind: &Kind| self.spec.kinds.get(kind.index()).map(|kind| kind.letter);
        let choices: Vec<Argument> = available
            .iter()
            .filter_map(letter)
            .map(|letter| Argument::Text(format!("={letter}")))
            .collect();
        match (choices.is_empty(), optional) {
            (true, false) => sentence!(IllegalNothingToPromoteTo, square = square),
            (true, true) => sentence!(IllegalNoPromotion, square = square),
            (false, true) => sentence!(
                IllegalPromotionOptional,
                square = square,
                choices = Argument::List(choices)
            ),
            (false, false) => {
                sentence!(IllegalPromotion, square = square, choices = Argument::List(choices))
            }
        }
    }

    fn castling(&self, why: CastlingFault) -> Sentence {
        match why {
            CastlingFault::RightLost => sentence!(IllegalCastlingRightLost),
            CastlingFault::NotAtHome => sentence!(IllegalCastlingNotAtHome),
            CastlingFault::Occupied(by) => {
                sentence!(IllegalCastlingBlocked, by = self.pieces(by))
            }
            CastlingFault::Walled => sentence!(IllegalCastlingWalled),
            CastlingFault::Attacked { square, by } => sentence!(
                IllegalCastlingAttacked,
                square = self.square(square),
                by = self.pieces(by),
            ),
            _ => sentence!(IllegalCastling),
        }
    }
}
