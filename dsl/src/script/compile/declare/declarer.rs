//! Everything that scripts have declared so far, before it is added to the rules.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use quadrille_core::rules::{Gate, Path};
use quadrille_core::{ClauseId, Kind, Protect, Seat, Spec};

use crate::diagnostic::{Diagnostic, Source};
use crate::script::interface::call_places::Origins;
use crate::script::interface::native::Meter;

/// The `rules` of `define`.
#[derive(Clone)]
pub(super) struct Rules(pub(super) Rc<Declarer>);

/// What a declaration returns, to be refined.
#[derive(Clone)]
pub(super) struct Declaration {
    pub(super) rules: Rc<Declarer>,
    pub(super) what: DeclarationTarget,
}

/// What is being refined, by its index in its list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclarationTarget {
    Movement(usize),
    Wall(usize),
    Castling(usize),
    CastlingMove(usize),
    State(usize),
    Counter(usize),
    PieceCounter(usize),
    Duty(usize),
    Blast,
    Hand(usize),
    Base(usize),
    CapturesToHand,
    /// An invalid declaration that has been reported.
    Wrong,
}

/// A movement to be added to its kind.
pub(super) struct Movement {
    pub(super) kind: Kind,
    pub(super) paths: Vec<Path>,
    pub(super) place: CallSite,
}

/// A clause that is stated only if the rules have a built-in draw.
pub(super) struct DrawClause {
    pub(super) draw: &'static str,
    pub(super) id: String,
    pub(super) text: String,
    pub(super) place: CallSite,
}

/// A `castling(king, rook, steps)` to be resolved.
pub(super) struct CastlingRule {
    pub(super) king: Kind,
    pub(super) rook: Kind,
    pub(super) steps: u8,
    /// Whether attacked squares don't hinder it.
    pub(super) through_check: bool,
    pub(super) clause: Option<ClauseId>,
    pub(super) place: CallSite,
}

/// The place of a call in a script.
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
    /// Walls; those without a circumstance are part of the board.
    pub(super) walls: RefCell<Vec<(Gate, CallSite)>>,
    pub(super) castlings: RefCell<Vec<CastlingRule>>,
    /// The number of castling moves that no script has declared.
    pub(super) given_castlings: usize,
    /// The ids of the clauses that are stated, with a text of their own.
    pub(super) stated: RefCell<Vec<String>>,
    /// The clauses that were made because something names them, and where.
    pub(super) named: RefCell<Vec<(CallSite, String)>>,
    pub(super) draw_clauses: RefCell<Vec<DrawClause>>,
    pub(super) array: RefCell<Option<(String, CallSite)>>,
    /// `protect_in_mate_test`, applied to what `protect` leaves.
    pub(super) mate_protection: RefCell<Vec<(ProtectedRoyals, Protect)>>,
}

/// Whose royals a protection is about.
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
