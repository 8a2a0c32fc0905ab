//! The methods of `rules`.

use std::collections::BTreeSet;

use quadrille_core::rules::{
    Base, CaptureHand, CastlingMove, Dice, DropLimits, EpOccupied, EpWindow, Gate, Hand, MateTest,
    Path, Royals,
};
use quadrille_core::{Kind, Seat, Spec, Square, Zone};
use rhai::{Array, Dynamic, Engine, ImmutableString, Map, NativeCallContext};

use super::{
    CastlingRule, Declaration, DeclarationTarget, DrawClause, Movement, ProtectedRoyals, Rules,
    protect, states_and_counters,
};
use crate::script::compile::declare::castling;
use crate::script::interface::api::{CAPTURE_HAND, DRAW, PROTECT};
use crate::script::interface::bindings::board_values::{elements, texts};
use crate::script::interface::bindings::effect_arguments::protection;

type CallContext<'a> = NativeCallContext<'a>;

/// The maximum number of metrics that scripts may declare.
pub(crate) const MAX_METRICS: usize = 256;

/// Registers all methods of `rules`.
pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Rules>("rules");
    movements(engine);
    kings(engine);
    states_and_counters::register(engine);
    draws(engine);
    means(engine);
    table(engine);
}

impl Rules {
    pub(super) fn declaration(&self, what: Option<DeclarationTarget>) -> Declaration {
        Declaration { rules: self.0.clone(), what: what.unwrap_or(DeclarationTarget::Wrong) }
    }

    fn add_movement(
        &self,
        c: &CallContext<'_>,
        kind: &str,
        text: &str,
    ) -> Option<DeclarationTarget> {
        let (kind, paths) = (self.0.kind(c, kind), self.0.walks(c, text));
        let (kind, paths) = (kind?, paths?);
        let mut movements = self.0.movements.borrow_mut();
        movements.push(Movement { kind, paths, place: self.0.place(c) });
        Some(DeclarationTarget::Movement(movements.len() - 1))
    }

    fn set_moves(&self, c: &CallContext<'_>, kind: &str, text: &str) -> Option<()> {
        let (kind, walks): (_, Option<Vec<Path>>) = (self.0.kind(c, kind), self.0.walks(c, text));
        let (kind, walks) = (kind?, walks?);
        let mut spec = self.0.spec.borrow_mut();
        let entry = &mut spec.kinds[kind.index()];
        entry.paths = walks;
        text.clone_into(&mut entry.notation);
        Some(())
    }

    fn add_castling(
        &self,
        c: &CallContext<'_>,
        king: &str,
        rook: &str,
        steps: i64,
    ) -> Option<DeclarationTarget> {
        let (king, rook) = (self.0.kind(c, king), self.0.kind(c, rook));
        let steps = self.0.in_range(c, "the number of steps", steps, 2..=24)?;
        let (king, rook, place) = (king?, rook?, self.0.place(c));
        let mut rules = self.0.castlings.borrow_mut();
        rules.push(CastlingRule {
            king,
            rook,
            steps: steps as u8,
            through_check: false,
            clause: None,
            place,
        });
        Some(DeclarationTarget::Castling(rules.len() - 1))
    }

    fn add_wing(
        &self,
        c: &CallContext<'_>,
        seat: Seat,
        king: (Square, Square),
        rook: (Square, Square),
    ) -> Option<DeclarationTarget> {
        let wing = castling::wing(&self.0.spec.borrow(), seat, king, rook);
        let wing: CastlingMove = match wing {
            Ok(wing) => wing,
            Err(why) => {
                let help = "write `castling_move(seat, king_from, king_to, rook_from, rook_to)`; king and rook each go along a rank or file, and one of them may stay";
                self.0.wrong_here(c, why, help);
                return None;
            }
        };
        let mut spec = self.0.spec.borrow_mut();
        spec.castling.push(wing);
        Some(DeclarationTarget::CastlingMoves(spec.castling.len() - 1, spec.castling.len()))
    }

    fn add_castling_from(
        &self,
        c: &CallContext<'_>,
        seat: Seat,
        (king, rook): (&str, &str),
        home: &Dynamic,
        ends: [Square; 2],
    ) -> Option<DeclarationTarget> {
        let (king, rook) = (self.0.kind(c, king), self.0.kind(c, rook));
        let (home, king, rook) = (self.0.zone(c, home)?, king?, rook?);
        let moves = castling::from_any_array(&self.0.spec.borrow(), seat, [king, rook], home, ends);
        let moves = match moves {
            Ok(moves) => moves,
            Err(why) => {
                let help = "write `castling_from(seat, king, rook, squares, king_to, rook_to)`; the squares include the last two, and all are on one rank or file";
                self.0.wrong_here(c, why, help);
                return None;
            }
        };
        let mut spec = self.0.spec.borrow_mut();
        let first = spec.castling.len();
        spec.castling.extend(moves);
        castling::set_sides(&mut spec, seat);
        Some(DeclarationTarget::CastlingMoves(first, spec.castling.len()))
    }

    fn whose(
        &self,
        c: &CallContext<'_>,
        whose: &str,
        how: &str,
    ) -> Option<(ProtectedRoyals, quadrille_core::Protect)> {
        let whose = self.0.word(c, whose, &["own", "partner", "all"]);
        self.0.word(c, how, PROTECT)?;
        let whose = [ProtectedRoyals::Own, ProtectedRoyals::Partner, ProtectedRoyals::All][whose?];
        Some((whose, protection(how).ok()?))
    }

    /// Returns the kinds with these names as a set that has one bit for each kind.
    pub(super) fn kinds(&self, c: &CallContext<'_>, kinds: &Array) -> Option<u32> {
        match texts(kinds, "names of kinds") {
            Ok(names) => names.iter().try_fold(0, |kinds, name| {
                self.0.kind(c, name).map(|kind| kinds | 1 << kind.index())
            }),
            Err(_) => {
                self.0.wrong_here(c, "these are not kinds", "write `[\"pawn\", \"king\"]`");
                None
            }
        }
    }

    pub(super) fn seats(&self, c: &CallContext<'_>, seats: &Array) -> Option<Vec<Seat>> {
        match elements::<Seat>(seats, "seats") {
            Ok(seats) if !seats.is_empty() && seats.len() <= 64 => Some(seats),
            Ok(seats) => {
                let message = format!("an array of {} seats can't be used", seats.len());
                self.0.wrong_here(c, message, "write 1 to 64 seats");
                None
            }
            _ => {
                self.0.wrong_here(
                    c,
                    "these are not seats",
                    "write `[seat(\"name\"), …]` or `seats()`",
                );
                None
            }
        }
    }

    /// Reads a string about insufficient force, such as `"KN v K"`. It contains the letters of the
    /// pieces of both sides.
    fn add_insufficient(&self, c: &CallContext<'_>, text: &str) -> Option<()> {
        let mut spec = self.0.spec.borrow_mut();
        let side = |side: &str| -> Result<Vec<Kind>, char> {
            side.trim().chars().map(|ch| spec.kind_of_letter(ch).ok_or(ch)).collect()
        };
        match text.split(" v ").map(side).collect::<Result<Vec<_>, _>>() {
            Ok(sides) if sides.len() >= 2 && sides.iter().all(|side| !side.is_empty()) => {
                spec.insufficient.push(sides);
                Some(())
            }
            Ok(_) => {
                drop(spec);
                self.0.wrong_here(
                    c,
                    format!("`{text}` does not name two sides"),
                    "write the letters of each side's pieces, as in `insufficient_force(\"KN v K\")`",
                );
                None
            }
            Err(letter) => {
                let letters: String = spec.kinds.iter().map(|kind| kind.letter).collect();
                drop(spec);
                self.0.wrong_here(
                    c,
                    format!("no kind has the letter `{letter}`"),
                    format!("use the letters {letters}, with ` v ` between the sides"),
                );
                None
            }
        }
    }

    fn set_dice(&self, c: &CallContext<'_>, count: i64, faces: &Array) -> Option<()> {
        let count = self.0.in_range(c, "the number of dice", count, 1..=2)?;
        let face = |face: &Dynamic| -> Option<(u8, u32, u32)> {
            let pair = face.clone().try_cast::<Array>()?;
            let [number, weight] = pair.as_slice() else { return None };
            let number = u8::try_from(number.as_int().ok()?).ok().filter(|n| *n > 0)?;
            let weight = weight.as_int().ok().filter(|w| (1..=1_000_000).contains(w))?;
            // A face allows every kind, unless `dice_allows` restricts it.
            Some((number, weight as u32, u32::MAX))
        };
        let found: Option<Vec<_>> = faces.iter().map(face).collect();
        match found {
            Some(faces) if !faces.is_empty() && faces.len() <= 64 && distinct(&faces) => {
                self.0.spec.borrow_mut().dice = Some(Dice { count: count as u8, faces });
                Some(())
            }
            _ => {
                self.0.wrong_here(
                    c,
                    "these are not faces of a die",
                    "write `[[1, 1], [2, 1], …]`: each face's number, once, and its weight",
                );
                None
            }
        }
    }

    fn add_hand(
        &self,
        c: &CallContext<'_>,
        seat: Seat,
        pieces: &Map,
        zone: &Dynamic,
    ) -> Option<DeclarationTarget> {
        let zone: Zone = self.0.zone(c, zone)?;
        let mut list = Vec::new();
        for (name, n) in pieces {
            let n = n.as_int().ok().and_then(|n| u8::try_from(n).ok());
            let Some(n) = n else {
                self.0.wrong_here(
                    c,
                    format!("`{name}` needs a number of pieces from 0 to 255"),
                    "write `#{ rook: 1, knight: 2 }`, with 0 for a kind that only hooks add",
                );
                return None;
            };
            list.push((self.0.kind(c, name)?, n));
        }
        let mut spec = self.0.spec.borrow_mut();
        let limits = DropLimits::default();
        spec.hands.push(Hand { seat, pieces: list, zone, first: true, limits, clause: None });
        Some(DeclarationTarget::Hand(spec.hands.len() - 1))
    }

    fn add_base(&self, c: &CallContext<'_>, kind: &str, base: &str) -> Option<DeclarationTarget> {
        let (kind, base) = (self.0.kind(c, kind), self.0.kind(c, base));
        let (kind, base) = (kind?, base?);
        let mut spec = self.0.spec.borrow_mut();
        spec.bases.push(Base { kind, mark: None, base, clause: None });
        Some(DeclarationTarget::Base(spec.bases.len() - 1))
    }

    fn add_wall(&self, c: &CallContext<'_>, edges: &str) -> Option<DeclarationTarget> {
        let read = |edge: &str| {
            let spec = self.0.spec.borrow();
            let cell = |name: &str| spec.geometry.cell_named(name);
            let (a, b) = edge.split_once('|')?;
            spec.geometry.edge(cell(a)?, cell(b)?).ok()
        };
        let mut found = BTreeSet::new();
        for edge in edges.split_whitespace() {
            let Some(edge) = read(edge) else {
                self.0.wrong_here(
                    c,
                    format!("`{edge}` is not an edge of this board"),
                    "write two cells that touch, such as `\"d4|e4\"`, and a space before further edges",
                );
                return None;
            };
            found.insert(edge);
        }
        if found.is_empty() {
            self.0.wrong_here(
                c,
                "this wall has no edge",
                "write two cells that touch, such as `\"d4|e4\"`",
            );
            return None;
        }
        let gate = Gate { edges: found.into_iter().collect(), circumstances: Vec::new() };
        let mut walls = self.0.walls.borrow_mut();
        walls.push((gate, self.0.place(c)));
        Some(DeclarationTarget::Wall(walls.len() - 1))
    }
}

fn distinct(faces: &[(u8, u32, u32)]) -> bool {
    faces.iter().enumerate().all(|(i, face)| faces[..i].iter().all(|other| other.0 != face.0))
}

fn movements(engine: &mut Engine) {
    engine.register_fn(
        "movement",
        |c: CallContext<'_>, rules: &mut Rules, kind: &str, notation: &str| {
            let what = rules.add_movement(&c, kind, notation);
            rules.declaration(what)
        },
    );
    engine.register_fn(
        "set_movement",
        |c: CallContext<'_>, rules: &mut Rules, kind: &str, notation: &str| {
            rules.set_moves(&c, kind, notation);
        },
    );
    engine.register_fn("mark", |c: CallContext<'_>, rules: &mut Rules, name: &str| {
        rules.add_name(&c, name, quadrille_core::board::MAX_MARKS, |spec| &mut spec.marks);
    });
    engine.register_fn("initial_by_mark", |c: CallContext<'_>, rules: &mut Rules, kind: &str| {
        if let Some(kind) = rules.0.kind(&c, kind) {
            rules.0.spec.borrow_mut().initial_by_mark |= 1 << kind.index();
        }
    });
    engine.register_fn(
        "may_capture",
        |c: CallContext<'_>, rules: &mut Rules, kind: &str, kinds: Array| {
            let (kind, capturable) = (rules.0.kind(&c, kind), rules.kinds(&c, &kinds));
            if let (Some(kind), Some(capturable)) = (kind, capturable)
                && let Some(entry) = rules.0.spec.borrow_mut().kind_captures.get_mut(kind.index())
            {
                *entry = capturable;
            }
        },
    );
    engine.register_fn("ep_occupied", |c: CallContext<'_>, rules: &mut Rules, what: &str| {
        if let Some(i) = rules.0.word(&c, what, &["void", "capture_both"]) {
            rules.0.spec.borrow_mut().ep_occupied = [EpOccupied::Void, EpOccupied::CaptureBoth][i];
        }
    });
    engine.register_fn("ep_partner", |c: CallContext<'_>, rules: &mut Rules, what: &str| {
        if let Some(i) = rules.0.word(&c, what, &["undisturbed", "ignored"]) {
            rules.0.spec.borrow_mut().ep_partner = i == 0;
        }
    });
    engine.register_fn("ep_window", |c: CallContext<'_>, rules: &mut Rules, window: &str| {
        if let Some(i) = rules.0.word(&c, window, &["own_turn", "next_player"]) {
            rules.0.spec.borrow_mut().ep_window = [EpWindow::OwnTurn, EpWindow::NextPlayer][i];
        }
    });
}

fn kings(engine: &mut Engine) {
    engine.register_fn(
        "castling",
        |c: CallContext<'_>, rules: &mut Rules, king: &str, rook: &str, steps: i64| {
            let what = rules.add_castling(&c, king, rook, steps);
            rules.declaration(what)
        },
    );
    engine.register_fn(
        "castling_move",
        |c: CallContext<'_>,
         rules: &mut Rules,
         seat: Seat,
         king_from: Square,
         king_to: Square,
         rook_from: Square,
         rook_to: Square| {
            let what = rules.add_wing(&c, seat, (king_from, king_to), (rook_from, rook_to));
            rules.declaration(what)
        },
    );
    engine.register_fn(
        "castling_from",
        |c: CallContext<'_>,
         rules: &mut Rules,
         seat: Seat,
         king: &str,
         rook: &str,
         home: Dynamic,
         king_to: Square,
         rook_to: Square| {
            let what = rules.add_castling_from(&c, seat, (king, rook), &home, [king_to, rook_to]);
            rules.declaration(what)
        },
    );
    engine.register_fn(
        "protect",
        |c: CallContext<'_>, rules: &mut Rules, whose: &str, how: &str| {
            if let Some((whose, how)) = rules.whose(&c, whose, how) {
                let mut spec = rules.0.spec.borrow_mut();
                let mut matrix = std::mem::take(&mut spec.protect);
                protect(&spec, &mut matrix, whose, how);
                spec.protect = matrix;
            }
        },
    );
    engine.register_fn(
        "protect_in_mate_test",
        |c: CallContext<'_>, rules: &mut Rules, whose: &str, how: &str| {
            if let Some(change) = rules.whose(&c, whose, how) {
                rules.0.mate_protection.borrow_mut().push(change);
            }
        },
    );
    engine.register_fn("protected_royals", |c: CallContext<'_>, rules: &mut Rules, which: &str| {
        if let Some(i) = rules.0.word(&c, which, &["any", "all", "last"]) {
            rules.0.spec.borrow_mut().royals = [Royals::Any, Royals::All, Royals::Last][i];
        }
    });
    engine.register_fn("judge", |c: CallContext<'_>, rules: &mut Rules, when: &str| {
        if let Some(i) = rules.0.word(&c, when, &["before_release", "after_release"]) {
            rules.0.spec.borrow_mut().judge_after_release = i == 1;
        }
    });
    engine.register_fn("mate_test", |c: CallContext<'_>, rules: &mut Rules, when: &str| {
        if let Some(i) = rules.0.word(&c, when, &["own_turn", "after_every_ply"]) {
            rules.0.spec.borrow_mut().mate_test = [MateTest::OwnTurn, MateTest::AfterEveryPly][i];
        }
    });
}

fn draws(engine: &mut Engine) {
    engine.register_fn("repetition", |c: CallContext<'_>, rules: &mut Rules, times: i64| {
        if times == 1 {
            rules.0.wrong_here(
                &c,
                "the number of repetitions can't be 1",
                "write 3 for the usual rule, or 0 to turn the rule off",
            );
        } else if let Some(n) = rules.0.in_range(&c, "the number of repetitions", times, 0..=255) {
            rules.0.spec.borrow_mut().repetition = (n > 0).then_some(n as u8);
        }
    });
    engine.register_fn("no_progress", |c: CallContext<'_>, rules: &mut Rules, moves: i64| {
        if let Some(n) = rules.0.in_range(&c, "the number of moves", moves, 0..=1_000_000) {
            rules.0.spec.borrow_mut().no_progress = (n > 0).then_some(n as u32);
        }
    });
    engine.register_fn("progress", |c: CallContext<'_>, rules: &mut Rules, kind: &str| {
        if let Some(kind) = rules.0.kind(&c, kind) {
            rules.0.spec.borrow_mut().progress_kinds |= 1 << kind.index();
        }
    });
    engine.register_fn(
        "draw_clause",
        |c: CallContext<'_>, rules: &mut Rules, draw: &str, id: &str, text: ImmutableString| {
            let draw = rules.0.word(&c, draw, DRAW).and_then(|i| DRAW.get(i));
            if let (Some(draw), Some(id)) = (draw, rules.0.clause_id(&c, id)) {
                let clause =
                    DrawClause { draw, id, text: text.to_string(), place: rules.0.place(&c) };
                rules.0.draw_clauses.borrow_mut().push(clause);
            }
        },
    );
    engine.register_fn(
        "insufficient_force",
        |c: CallContext<'_>, rules: &mut Rules, force: &str| {
            rules.add_insufficient(&c, force);
        },
    );
    engine.register_fn("ply_limit", |c: CallContext<'_>, rules: &mut Rules, plies: i64| {
        if let Some(n) =
            rules.0.in_range(&c, "the ply limit", plies, 1..=i64::from(Spec::MAX_PLY_LIMIT))
        {
            rules.0.spec.borrow_mut().ply_limit = n as u32;
        }
    });
}

fn means(engine: &mut Engine) {
    engine.register_fn("supply", |c: CallContext<'_>, rules: &mut Rules, kind: &str, n: i64| {
        let n = rules.0.in_range(&c, "the supply", n, 0..=255);
        if let (Some(kind), Some(n)) = (rules.0.kind(&c, kind), n) {
            let supply = &mut rules.0.spec.borrow_mut().supply;
            supply.retain(|(known, _)| *known != kind);
            supply.push((kind, n as u8));
        }
    });
    engine.register_fn(
        "dice",
        |c: CallContext<'_>, rules: &mut Rules, count: i64, faces: Array| {
            rules.set_dice(&c, count, &faces);
        },
    );
    engine.register_fn(
        "hand",
        |c: CallContext<'_>, rules: &mut Rules, seat: Seat, pieces: Map, zone: Dynamic| {
            let what = rules.add_hand(&c, seat, &pieces, &zone);
            rules.declaration(what)
        },
    );
    engine.register_fn("captures_to_hand", |c: CallContext<'_>, rules: &mut Rules, whose: &str| {
        let what = rules.0.word(&c, whose, CAPTURE_HAND).map(|i| {
            let hands = [CaptureHand::Captor, CaptureHand::Partner, CaptureHand::Owner];
            rules.0.spec.borrow_mut().captures_to_hand = Some(hands[i]);
            DeclarationTarget::CapturesToHand
        });
        rules.declaration(what)
    });
    engine.register_fn("base", |c: CallContext<'_>, rules: &mut Rules, kind: &str, base: &str| {
        let what = rules.add_base(&c, kind, base);
        rules.declaration(what)
    });
}

fn table(engine: &mut Engine) {
    engine.register_fn("order", |c: CallContext<'_>, rules: &mut Rules, seats: Array| {
        if let Some(seats) = rules.seats(&c, &seats) {
            rules.0.spec.borrow_mut().order = seats;
        }
    });
    engine.register_fn("wall", |c: CallContext<'_>, rules: &mut Rules, edges: &str| {
        let what = rules.add_wall(&c, edges);
        rules.declaration(what)
    });
    engine.register_fn("array", |c: CallContext<'_>, rules: &mut Rules, name: ImmutableString| {
        rules.0.array.replace(Some((name.to_string(), rules.0.place(&c))));
    });
    engine.register_fn("metric", |c: CallContext<'_>, rules: &mut Rules, name: &str| {
        rules.add_name(&c, name, MAX_METRICS, |spec| &mut spec.metrics);
    });
    engine.register_fn("clause", |c: CallContext<'_>, rules: &mut Rules, id: &str, text: &str| {
        if let Some(id) = rules.0.clause_id(&c, id) {
            rules.0.clause(&rules.0.place(&c), &id, text);
            rules.0.stated.borrow_mut().push(id);
        }
    });
}
