//! Describes conditions about the state of the game, such as the range of a counter.

use crate::formats::memory_text;
use crate::text::prose::{listed, plural};
use quadrille_core::rules::{Circumstance, MeasuredValue};
use quadrille_core::{Kind, Spec};

/// Describes conditions that must all hold, such as `` `level` is from 1 to 3 ``.
#[must_use]
pub fn all(spec: &Spec, circumstances: &[Circumstance]) -> String {
    listed(&circumstances.iter().map(|it| one(spec, it)).collect::<Vec<_>>())
}

fn one(spec: &Spec, Circumstance { of, least, most }: &Circumstance) -> String {
    let range = if least == most { format!("{least}") } else { format!("from {least} to {most}") };
    let pieces =
        |kind: &Kind| plural(spec.kinds.get(kind.index()).map_or("piece", |kind| &kind.name));
    match of {
        MeasuredValue::Counter(number) => {
            let counter = &spec.counters[usize::from(number.0)];
            match counter.holds.read(*least) {
                Some(held) if least == most => {
                    format!("`{}` is {}", counter.name, memory_text::show(spec, held))
                }
                _ => format!("`{}` is {range}", counter.name),
            }
        }
        MeasuredValue::PieceCounter(number) => {
            format!("its `{}` is {range}", spec.piece_counters[usize::from(*number)].name)
        }
        MeasuredValue::Mark(mark) => {
            let has = if *least > 0 { "has" } else { "lacks" };
            format!("it {has} the mark `{}`", spec.marks[usize::from(*mark)])
        }
        MeasuredValue::OnBoard(kind) => {
            format!("the number of its side's {} on the board is {range}", pieces(kind))
        }
        MeasuredValue::InHand(kind) => {
            format!("the number of {} in hand is {range}", pieces(kind))
        }
        MeasuredValue::PliesSince(number) => {
            let name = &spec.counters[usize::from(number.0)].name;
            format!("the number of plies since `{name}` is {range}")
        }
        MeasuredValue::Ply => format!("the number of plies played is {range}"),
    }
}
