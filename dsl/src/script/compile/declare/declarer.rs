//! Collects the declarations of scripts before they are added to the rules.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use quadrille_core::rules::{Gate, Path};
use quadrille_core::{ClauseId, Kind, Protect, Seat, Spec, Square};

use crate::diagnostic::{Diagnostic, Source};
use crate::script::interface::call_origin::Origins;
use crate::script::interface::native::Meter;

/// The `rules` argument of `define`.
#[derive(Clone)]
pub(super) struct Rules(pub(super) Rc<Declarer>);

/// The result of a declaration, for refinements.
#[derive(Clone)]
pub(super) struct Declaration {
    pub(super) rules: Rc<Declarer>,
    pub(super) what: DeclarationTarget,
}

/// The declaration to which a refinement refers. The number is the index of the declaration in the
/// list of declarations of the same sort.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclarationTarget {
    Movement(usize),
    Wall(usize),
    Castling(usize),
    /// A range of castling moves. The first index is included, and the second is not.
    CastlingMoves(usize, usize),
    Shuffle(usize),
    State(usize),
    Counter(usize),
    PieceCounter(usize),
    Duty(usize),
    Blast,
    Hand(usize),
    Base(usize),
    PromotionLimit(usize),
    EntryLimit(usize),
    CapturesToHand,
    /// An invalid declaration that was already reported.
    Wrong,
}

/// A declared movement. It is added to its kind after all scripts have run.
pub(super) struct Movement {
    pub(super) kind: Kind,
    pub(super) paths: Vec<Path>,
    pub(super) place: CallSite,
}

/// A clause about a built-in draw. It is stated only if the rules have this draw.
pub(super) struct DrawClause {
    pub(super) draw: &'static str,
    pub(super) id: String,
    pub(super) text: String,
    pub(super) place: CallSite,
}

/// A declaration `castling(king, rook, steps)`. Its castling moves are derived after all scripts
/// have run.
pub(super) struct CastlingRule {
    pub(super) king: Kind,
    pub(super) rook: Kind,
    pub(super) steps: u8,
    /// `true` if the castling is allowed although squares on the king's way are attacked.
    pub(super) through_check: bool,
    pub(super) clause: Option<ClauseId>,
    pub(super) place: CallSite,
}

/// A declaration of a shuffle. Its outcomes are listed after all scripts have run.
pub(super) struct ShuffleRule {
    pub(super) shuffled: Shuffled,
    pub(super) opposite: Vec<Kind>,
    pub(super) between: Vec<(Kind, Kind)>,
    pub(super) clause: Option<ClauseId>,
    pub(super) place: CallSite,
}

/// The subject of a shuffle.
pub(super) enum Shuffled {
    /// The pieces on the squares of the first list change places. The pieces on the squares of each
    /// further list change places in the same way.
    Squares(Vec<Vec<Square>>),
    /// One of several named arrays is drawn.
    Arrays(Vec<String>),
}

/// The place at which a script contains a call.
#[derive(Clone)]
pub(super) struct CallSite {
    pub(super) source: Arc<Source>,
    pub(super) span: Range<usize>,
}

/// Everything declared so far.
pub(super) struct Declarer {
    pub(super) meter: Rc<Meter>,
    pub(super) origins: Origins,
    pub(super) spec: RefCell<Spec>,
    pub(super) script: RefCell<(Arc<Source>, String)>,
    pub(super) findings: RefCell<Vec<Diagnostic>>,
    pub(super) movements: RefCell<Vec<Movement>>,
    /// The declared walls. A wall without circumstances becomes part of the board.
    pub(super) walls: RefCell<Vec<(Gate, CallSite)>>,
    pub(super) castlings: RefCell<Vec<CastlingRule>>,
    pub(super) shuffles: RefCell<Vec<ShuffleRule>>,
    /// The number of castling moves that were in the rules before the scripts ran.
    pub(super) given_castlings: usize,
    /// The ids of the clauses for which a text was stated.
    pub(super) stated: RefCell<Vec<String>>,
    /// The clauses that were created only because a script names them. Each has the place of the
    /// name.
    pub(super) named: RefCell<Vec<(CallSite, String)>>,
    pub(super) draw_clauses: RefCell<Vec<DrawClause>>,
    pub(super) array: RefCell<Option<(String, CallSite)>>,
    /// The `protect_in_mate_test` declarations. They are applied after all scripts have run, and
    /// are added to the protection that `protect` sets.
    pub(super) mate_protection: RefCell<Vec<(ProtectedRoyals, Protect)>>,
    /// The declared limits on promotion and entry.
    pub(super) limits: RefCell<Vec<(DeclarationTarget, CallSite)>>,
}

/// The seats whose royals are protected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ProtectedRoyals {
    Own,
    Partner,
    All,
}

/// Sets a protection in a matrix.
pub(super) fn protect(
    spec: &Spec,
    matrix: &mut [Vec<Protect>],
    whose: ProtectedRoyals,
    how: Protect,
) {
    for (a, row) in matrix.iter_mut().enumerate() {
        for (b, cell) in row.iter_mut().enumerate() {
            let partners = a != b && spec.team(Seat(a as u8)) == spec.team(Seat(b as u8));
            let meant = match whose {
                ProtectedRoyals::Own => a == b,
                ProtectedRoyals::Partner => partners,
                ProtectedRoyals::All => a == b || partners,
            };
            if meant {
                *cell = how;
            }
        }
    }
}
