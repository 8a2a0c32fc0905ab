//! Reads promotions from the effects after a move.

use std::collections::BTreeMap;

use super::notes::Notes;
use super::scene::{Datum, Fact, KindId, Player, Scene, Unknown};
use super::squares::Squares;
use super::syntax::{Ludeme, Value};

/// The promotion of a player's pieces of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PromotionRule {
    pub(super) player: Player,
    pub(super) kind: KindId,
    /// The squares on which the move has to end.
    pub(super) to: Squares,
    /// The squares from which the move has to start.
    pub(super) from: Option<Squares>,
    pub(super) kinds: Vec<KindId>,
    pub(super) optional: bool,
}

/// The effect of a move on its piece.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum After {
    /// The piece becomes one of these kinds.
    Becomes(Vec<KindId>),
    /// The player moves again.
    Again,
}

/// Reads the promotions of one kind of one player. `choice` is the part of the rules that applies
/// when a player moves again.
pub(super) fn read(
    thens: &[Ludeme],
    scene: Scene<'_>,
    choice: Option<&Ludeme>,
    notes: &mut Notes,
) -> Vec<PromotionRule> {
    let (Some(kind), board) = (scene.kind, &scene.equipment.board) else { return Vec::new() };
    let mut tos: BTreeMap<(Vec<KindId>, bool), Squares> = BTreeMap::new();
    let mut froms: BTreeMap<(Vec<KindId>, bool), Squares> = BTreeMap::new();
    for then in thens {
        let from = then.any(&|part| part.is("last", "From"));
        // Each row contains the effects for all first squares.
        let mut rows: Vec<Vec<Option<After>>> = Vec::new();
        for to in board.all.iter() {
            let froms: Vec<Option<usize>> =
                if from { board.all.iter().map(Some).collect() } else { vec![None] };
            let row = froms
                .into_iter()
                .map(|last_from| after(then, &Scene { last_to: Some(to), last_from, ..scene }));
            match row.collect::<Fact<Vec<_>>>() {
                Ok(row) => rows.push(row),
                Err(unknown) => {
                    notes.unknown(&unknown, then, "this effect of a move depends on it");
                    return Vec::new();
                }
            }
        }
        let mut result = |effect: &After, set: Squares, by_from: bool| {
            let key = match effect {
                After::Becomes(kinds) => Some((kinds.clone(), false)),
                After::Again => chosen(choice, &scene),
            };
            let Some(key) = key.filter(|(kinds, _)| !kinds.is_empty()) else {
                notes.add(then, "a second move of the same player has no counterpart");
                return;
            };
            let sets = if by_from { &mut froms } else { &mut tos };
            let old = sets.entry(key).or_default();
            *old = old.union(set);
        };
        let mut whole: BTreeMap<&After, Squares> = BTreeMap::new();
        for (to, row) in rows.iter().enumerate() {
            if let Some(Some(first)) = row.first()
                && row.iter().all(|effect| effect.as_ref() == Some(first))
            {
                whole.entry(first).or_default().insert(to);
            }
        }
        whole.iter().for_each(|(effect, set)| result(effect, *set, false));
        if from {
            let sure = whole.values().fold(Squares::default(), |all, set| all.union(*set));
            let mut starts: BTreeMap<&After, Squares> = BTreeMap::new();
            let open: Vec<&Vec<Option<After>>> = rows
                .iter()
                .enumerate()
                .filter(|(to, _)| !sure.contains(*to))
                .map(|(_, row)| row)
                .collect();
            for start in board.all.iter() {
                let mut column = open.iter().map(|row| row.get(start).and_then(Option::as_ref));
                if let Some(Some(first)) = column.next()
                    && column.all(|effect| effect == Some(first))
                {
                    starts.entry(first).or_default().insert(start);
                }
            }
            starts.iter().for_each(|(effect, set)| result(effect, *set, true));
        }
    }
    let player = scene.mover;
    let rule = |(kinds, optional): &(Vec<KindId>, bool), to, from| PromotionRule {
        player,
        kind,
        to,
        from,
        kinds: kinds.clone(),
        optional: *optional,
    };
    let on_arrival = tos.iter().map(|(key, set)| rule(key, *set, None));
    let on_leaving = froms.iter().map(|(key, set)| rule(key, board.all, Some(*set)));
    on_arrival.chain(on_leaving).collect()
}

/// Returns the effect of a move on its piece.
fn after(ludeme: &Ludeme, scene: &Scene<'_>) -> Fact<Option<After>> {
    scene.burn(ludeme, 1)?;
    match ludeme.name() {
        "then" | "and" | "or" => {
            for part in ludeme.args().flat_map(Ludeme::each) {
                if let Some(effect) = after(part, scene)? {
                    return Ok(Some(effect));
                }
            }
            Ok(None)
        }
        "if" => {
            let (Some(test), Some(yes)) = (ludeme.arg(0), ludeme.arg(1)) else { return Ok(None) };
            let no = ludeme.arg(2);
            if [Some(yes), no].into_iter().flatten().all(harmless) {
                return Ok(None);
            }
            match (scene.truth(test)?, no) {
                (true, _) => after(yes, scene),
                (false, Some(no)) => after(no, scene),
                (false, None) => Ok(None),
            }
        }
        "promote" => Ok(Some(After::Becomes(kinds(ludeme, scene)?))),
        "move" if ludeme.is("move", "Promote") => Ok(Some(After::Becomes(kinds(ludeme, scene)?))),
        "moveAgain" => Ok(Some(After::Again)),
        _ if harmless(ludeme) => Ok(None),
        _ => Err(Unknown { line: ludeme.line, what: ludeme.shown() }),
    }
}

/// Returns `true` for effects that only change the memory of the game. Conditions that read this
/// memory are evaluated or reported elsewhere.
fn harmless(ludeme: &Ludeme) -> bool {
    match ludeme.name() {
        "set" => ["State", "Counter", "Pending", "Var", "Value"]
            .iter()
            .any(|what| ludeme.is("set", what)),
        "and" | "then" => ludeme.args().flat_map(Ludeme::each).all(harmless),
        "if" => ludeme.args().skip(1).all(harmless),
        _ => matches!(ludeme.value, Value::Set(_)) && ludeme.items().iter().all(harmless),
    }
}

/// Returns the kinds of `(promote (last To) (piece …))`.
fn kinds(ludeme: &Ludeme, scene: &Scene<'_>) -> Fact<Vec<KindId>> {
    let missing = || Unknown { line: ludeme.line, what: ludeme.shown() };
    let piece = ludeme.part("piece").and_then(|piece| piece.arg(0)).ok_or_else(missing)?;
    let mut kinds = Vec::new();
    for item in piece.each() {
        let kind = match item.text() {
            Some(name) => scene.kind_named(name).ok_or_else(missing)?,
            None => match scene.value(item)? {
                Datum::Piece(_, kind) => kind,
                _ => return Err(missing()),
            },
        };
        kinds.push(kind);
    }
    Ok(kinds)
}

/// Returns the kinds among which the player chooses, and `true` if the player may decline.
fn chosen(choice: Option<&Ludeme>, scene: &Scene<'_>) -> Option<(Vec<KindId>, bool)> {
    fn promotion(ludeme: &Ludeme) -> Option<&Ludeme> {
        if ludeme.is("move", "Promote") {
            return Some(ludeme);
        }
        ludeme.items().iter().find_map(promotion)
    }
    let choice = choice?;
    let scene = Scene { last_to: Some(0), ..*scene };
    let kinds = kinds(promotion(choice)?, &scene).ok()?;
    Some((kinds, choice.any(&|part| part.is("move", "Pass"))))
}
