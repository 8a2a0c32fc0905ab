//! Words that authors may know from other games, programs and languages. Each has the names that
//! the [interface](super::api) uses instead. A test checks that the interface has these names.

use super::api::{self, Form, Function};

/// Rows of words. The first list of a row has words from other places. The second list has the
/// words of the interface that they may mean. The words of a name such as `add_points` are looked
/// up separately.
const SYNONYMS: &[(&[&str], &[&str])] = &[
    (&["winner", "wins", "won", "victory"], &["win"]),
    (&["loser", "loses", "lost", "defeat"], &["lose"]),
    (&["tie", "drawn", "remis"], &["draw"]),
    (&["end", "over", "stop", "gameover", "terminate"], &["finish", "draw"]),
    (
        &["result", "outcome", "placed"],
        &["finish", "finish_with_points", "finish_with_places", "settle", "settled"],
    ),
    (&["kill", "destroy", "delete", "clear"], &["remove", "remove_army"]),
    (&["knock", "resign", "dead", "die", "out"], &["eliminate", "set_army_state"]),
    (&["take", "captured", "victim"], &["capture", "captures"]),
    (&["put", "drop", "spawn", "create"], &["place", "add_to_hand"]),
    (&["promote", "become", "transform", "convert"], &["replace"]),
    (&["go", "jump", "teleport"], &["move_piece"]),
    (&["recolor", "recolour"], &["set_colour"]),
    (&["owner", "controls"], &["colour", "controller", "set_controller"]),
    (&["freeze", "frozen", "status", "state"], &["set_state", "seat_state", "army_state"]),
    (&["alive", "active", "players", "living", "remaining"], &["seats"]),
    (&["score", "points", "point", "lives"], &["counter", "add_counter", "set_counter"]),
    (&["save", "store", "variable", "memory"], &["remember", "recall"]),
    (&["load", "read"], &["recall"]),
    (&["flag", "tag", "marked"], &["set_mark", "has_mark"]),
    (&["expose", "flip", "uncover", "unmask"], &["reveal"]),
    (&["pass"], &["skip"]),
    (&["again", "extra", "bonus"], &["move_again", "another_move"]),
    (&["king", "kings", "royalty"], &["royals"]),
    (&["player", "current", "active", "mover"], &["turn", "last_mover"]),
    (&["ally", "allies", "friend", "friends", "teammate", "teammates"], &["partner", "partners"]),
    (&["enemy", "enemies", "opponent", "rival", "rivals", "foes"], &["opponents"]),
    (&["color", "side"], &["colour"]),
    (&["type", "role"], &["kind"]),
    (&["worth", "price"], &["value"]),
    (&["in", "inside", "zone", "region"], &["within", "zone"]),
    (&["row"], &["rank", "rank_for"]),
    (&["column", "col"], &["file", "file_for"]),
    (&["dir", "direction", "orientation"], &["facing"]),
    (&["neighbour", "neighbor", "offset", "adjacent"], &["step", "distance"]),
    (&["ahead", "front"], &["forward"]),
    (&["number", "round", "rounds", "moves", "turns"], &["ply", "moves_this_turn", "moves"]),
    (&["board", "at", "get", "on"], &["piece", "pieces"]),
    (&["position", "location", "where", "pos"], &["find", "pieces"]),
    (&["checked", "check"], &["in_check", "checkers"]),
    (&["attacked", "attacks", "threatened", "defended"], &["attackers"]),
    (&["mate", "mated", "checkmate", "stalemate"], &["status"]),
    (&["legal", "possible", "available"], &["moves"]),
    (&["free", "vacant", "occupied"], &["empty", "piece"]),
    (&["hand", "pocket", "reserve"], &["in_hand", "add_to_hand"]),
    (&["source", "start", "origin"], &["from"]),
    (&["target", "destination", "dest"], &["to"]),
    (&["index", "id"], &["name"]),
    (&["following", "after"], &["next", "after"]),
    (&["before"], &["previous"]),
    (&["message", "question"], &["ask", "choose", "offer"]),
    (&["metric", "statistic"], &["count_metric"]),
];

/// Returns the functions that an unknown name may mean. If `property` is `true`, properties come
/// first in the list. Otherwise they come last.
pub(crate) fn meant(name: &str, property: bool) -> Vec<&'static Function> {
    let lower = name.to_lowercase();
    let whole = SYNONYMS.iter().any(|(theirs, _)| theirs.contains(&lower.as_str()));
    let parts: Vec<&str> = match whole || api::named(&lower).next().is_some() {
        true => vec![lower.as_str()],
        false => lower.split('_').collect(),
    };
    let ours = parts.iter().flat_map(|part| {
        let listed = SYNONYMS.iter().filter(|(theirs, _)| theirs.contains(part));
        let itself = (part.len() > 3 || lower == **part).then_some(*part);
        listed.flat_map(|(_, ours)| ours.iter().copied()).chain(itself)
    });
    let ours: Vec<&str> = ours.collect();
    let mut meant: Vec<&Function> = Vec::new();
    for ours in ours {
        // Declarations are not suggested for queries of a game.
        let read = |f: &&Function| {
            let declared =
                matches!(f.form, Form::Method(api::Type::Rules | api::Type::Declaration));
            !declared && !meant_already(&meant, f)
        };
        let found: Vec<&Function> = api::named(ours).filter(read).collect();
        meant.extend(found);
    }
    meant.sort_by_key(|function| matches!(function.form, Form::Property(_)) != property);
    meant
}

fn meant_already(meant: &[&Function], function: &Function) -> bool {
    meant.iter().any(|known| known.name == function.name && known.form == function.form)
}

/// Returns advice that shows the signatures of the functions that a name may mean. Returns `None`
/// if there is no such function.
pub(crate) fn advice(name: &str, property: bool) -> Option<String> {
    const MAX_LISTED_FUNCTIONS: usize = 3;
    let shown: Vec<String> = meant(name, property)
        .into_iter()
        .take(MAX_LISTED_FUNCTIONS)
        .map(|function| format!("`{}`", function.signature()))
        .collect();
    (!shown.is_empty()).then(|| format!("use {}", crate::text::prose::either(&shown)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_ours_is_one_and_every_word_of_theirs_leads_to_one() {
        for (theirs, ours) in SYNONYMS {
            for word in *ours {
                assert!(api::named(word).next().is_some(), "{word}");
            }
            for word in *theirs {
                assert!(!meant(word, false).is_empty(), "{word}");
            }
        }
    }

    #[test]
    fn a_name_of_several_words_is_looked_up_by_each() {
        for (name, property, first) in [
            ("winner", false, "win(seat: seat)"),
            ("add_points", false, "counter(name"),
            ("piece_at", false, "game.piece(square: square)"),
            ("worth", true, "piece.value"),
            ("move_number", true, "game.ply"),
        ] {
            let text = advice(name, property).unwrap_or_default();
            assert!(text.contains(first), "{name}: {text}");
        }
        assert_eq!(advice("frobnicate", false), None);
    }
}
