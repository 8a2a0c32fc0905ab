//! Converts the arguments of hooks to bytes. Two calls of a hook have the same arguments if their
//! bytes are equal.

use quadrille_core::{Candidate, Event, Piece, Seat, Square, Subject};

/// The arguments of one call, as bytes. Arguments that the called function does not use are left
/// out.
pub(super) struct Arguments {
    bytes: Vec<u8>,
    /// One bit for each argument that has not been added yet. A bit is set if the function uses the
    /// argument.
    mentions: u8,
}

impl Arguments {
    /// Creates an empty list of arguments that reuses the buffer `bytes`.
    pub(super) fn new(mut bytes: Vec<u8>, mentions: u8) -> Self {
        bytes.clear();
        Self { bytes, mentions }
    }

    /// Returns the arguments as bytes. The bytes identify the call.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Adds the next argument if the function uses it. The length of the argument is written before
    /// the argument. No type is written, because an argument has the same type in all calls of a
    /// hook.
    fn add(&mut self, bytes: &[u8]) {
        if self.mentions & 1 != 0 {
            self.bytes.extend((bytes.len() as u32).to_le_bytes());
            self.bytes.extend(bytes);
        }
        self.mentions >>= 1;
    }

    /// Adds a seat as the next argument.
    pub(super) fn add_seat(&mut self, seat: Seat) {
        self.add(&[seat.0]);
    }

    fn add_square(&mut self, square: Option<Square>) {
        match square {
            Some(square) => self.add(&square.0.to_le_bytes()),
            None => self.add(&[]),
        }
    }

    fn add_piece(&mut self, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.add(&piece.bits().to_le_bytes()),
            None => self.add(&[]),
        }
    }

    /// Adds all arguments of the hook of an event, except the game.
    pub(super) fn write_event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Setup | Event::Position | Event::Limit | Event::Outcome => {}
            Event::Turn(seat)
            | Event::Mate(seat)
            | Event::Stalemate(seat)
            | Event::Release(seat) => self.add_seat(seat),
            Event::Roll(seat, faces) | Event::Blocked(seat, faces) => {
                self.add_seat(seat);
                self.add(faces);
            }
            Event::Move { seat, played, piece, to } => {
                self.add_seat(seat);
                self.add_piece(piece);
                self.add_square(played.map(|mv| mv.from));
                self.add_square(to);
            }
            Event::Capture { seat, piece, square, .. }
            | Event::RoyalCaptured { seat, piece, square }
            | Event::Promotion { seat, piece, square } => {
                self.add_seat(seat);
                self.add_piece(Some(piece));
                self.add_square(Some(square));
            }
            Event::Check { seat, royals, by } => {
                let check = |(square, by): (&Square, &Seat)| {
                    let [low, high] = square.0.to_le_bytes();
                    [low, high, by.0]
                };
                self.add_seat(seat);
                self.add(&royals.iter().zip(by).flat_map(check).collect::<Vec<u8>>());
            }
            Event::Answer { seat, question, choice, about } => {
                self.add_seat(seat);
                self.add(question.as_bytes());
                self.add(choice.as_bytes());
                match about {
                    Subject::Nothing => self.add(&[]),
                    Subject::Number(n) => self.add(&n.to_le_bytes()),
                    Subject::Seat(seat) => self.add_seat(seat),
                    Subject::Square(square) => self.add_square(Some(square)),
                }
            }
            Event::Announce(seat, played) => {
                self.add_seat(seat);
                self.add_square(Some(played.from));
                self.add_square(Some(played.to));
            }
            Event::Say(seat, word) => {
                self.add_seat(seat);
                self.add(word.as_bytes());
            }
            Event::Draw(kind, drawn) => {
                self.add(kind.as_bytes());
                self.add(&drawn.iter().map(|seat| seat.0).collect::<Vec<u8>>());
            }
        }
    }

    /// Adds a move as one argument. The bytes include everything that a script can read about the
    /// move.
    pub(super) fn write_candidate(&mut self, candidate: &Candidate) {
        let Candidate { seat, piece, from, to, promotion, castling, captures, .. } = *candidate;
        let mut bytes = [0; 12];
        bytes[0] = seat.0;
        bytes[1..5].copy_from_slice(&piece.bits().to_le_bytes());
        bytes[5..7].copy_from_slice(&from.map_or(u16::MAX, |from| from.0).to_le_bytes());
        bytes[7..9].copy_from_slice(&to.0.to_le_bytes());
        bytes[9] = promotion.map_or(u8::MAX, |kind| kind.0);
        bytes[10] = castling.into();
        if captures.is_empty() {
            self.add(&bytes);
        } else {
            let captured = captures.into_iter().flat_map(|square| square.0.to_le_bytes());
            self.add(&bytes.into_iter().chain(captured).collect::<Vec<u8>>());
        }
    }
}
