//! [`RulesetVerdict`]: the result of `check` for one ruleset.

use quadrille_dsl::Diagnostic;
use quadrille_reports::envelope::RulesetId;
use serde::Serialize;

use super::{fix, play};

/// The result of `check` for one ruleset.
#[derive(Default)]
pub struct RulesetVerdict {
    pub id: Option<RulesetId>,
    pub findings: Vec<Diagnostic>,
    pub lessons: LessonCounts,
    pub played: Option<play::RandomPlay>,
    pub presets: Vec<CheckedPreset>,
    pub fixed: Vec<fix::Correction>,
    pub code: u8,
}

/// The games that were played with a preset. `None` if the preset can't be loaded.
#[derive(Serialize)]
pub struct CheckedPreset {
    pub name: String,
    pub played: Option<play::RandomPlay>,
}

/// The number of all lessons, and the numbers of lessons that were checked, that passed, and that
/// have no position.
#[derive(Serialize, Clone, Copy, Default)]
pub struct LessonCounts {
    pub total: usize,
    pub shown: usize,
    pub hold: usize,
    pub unplayable: usize,
}
