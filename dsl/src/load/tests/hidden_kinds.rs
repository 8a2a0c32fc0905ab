use quadrille_core::rules::KnownTo;
use quadrille_core::{Kind, Seat, Seats, game};

use super::fixture::{changed, diagnostic_rows, with};
use crate::diagnostic::Code;

const PAWN: &str = "pawn = { letter = \"P\", moves = \"W\", value = 1 }";
const HIDDEN_PAWN: &str = "pawn = { letter = \"P\", moves = \"W\", value = 1, hidden = true }";
const UNKNOWN: &str = "unknown = { letter = \"U\", moves = \"\" }\n";

/// Returns the full file with other pieces and other text after them.
fn text(pieces: &str, after: &str) -> String {
    let text = changed(PAWN, pieces);
    text.replace("\n[array]\n", &format!("\n{after}\n[array]\n"))
}

#[test]
fn hidden_kinds_are_known_to_their_owners() {
    for (known_to, partner_knows, owner_knows) in
        [("seat", false, true), ("team", true, true), ("none", false, false)]
    {
        let after = format!("[hidden]\nshown_as = \"unknown\"\nknown_to = \"{known_to}\"\n");
        let text = text(&format!("{HIDDEN_PAWN}\n{UNKNOWN}"), &after);
        let text = text.replace("team = \"moon\"", "team = \"sun\"");
        let loaded = with(text).load("full").unwrap();
        assert_eq!(loaded.warnings(), []);
        let spec = loaded.spec();
        let hidden = spec.hidden.as_ref().unwrap();
        assert_eq!((hidden.shown_as, hidden.captures_reveal), (Kind(1), false));
        let hooks = loaded.hooks();
        let game = game::start(&loaded.rules, &*hooks).unwrap();
        let kinds = |seats: &[u8]| {
            let viewers: Seats = seats.iter().map(|seat| Seat(*seat)).collect();
            let green = game.pieces_seen_by(viewers).into_iter();
            let mut kinds: Vec<u8> = green
                .filter(|(_, piece)| piece.colour() == Seat(1))
                .map(|(_, piece)| piece.kind().0)
                .collect();
            kinds.sort_unstable();
            kinds
        };
        let shown = |known: bool| if known { [0, 2] } else { [1, 2] };
        assert_eq!(kinds(&[1]), shown(owner_knows), "{known_to}");
        assert_eq!(kinds(&[0]), shown(partner_knows), "{known_to}");
        assert_eq!(kinds(&[0, 1]), shown(owner_knows), "together, {known_to}");
        assert_eq!(kinds(&[]), shown(false), "without a seat");
    }
}

#[test]
fn a_hidden_army_hides_all_its_kinds() {
    let after = "[hidden]\nshown_as = \"unknown\"\n";
    let text = text(&format!("{PAWN}\n{UNKNOWN}"), after);
    let text = text.replace("team = \"moon\"", "team = \"moon\"\nhidden = true");
    let loaded = with(text).load("full").unwrap();
    let hidden = loaded.spec().hidden.as_ref().unwrap();
    let pieces: Vec<_> = hidden.pieces.iter().copied().collect();
    assert_eq!(pieces, [(Seat(1), Kind(0)), (Seat(1), Kind(2))]);
    assert_eq!(hidden.known_to, KnownTo::Seat);
}

#[test]
fn a_hidden_kind_needs_a_kind_that_is_shown() {
    let shown = |name: &str| format!("[hidden]\nshown_as = \"{name}\"\n");
    for (pieces, after, place) in [
        (HIDDEN_PAWN.to_owned(), String::new(), "true"),
        (format!("{PAWN}\n{UNKNOWN}"), shown("unknown"), "hidden"),
        (format!("{HIDDEN_PAWN}\n{UNKNOWN}"), shown("unkown"), "\"unkown\""),
        (HIDDEN_PAWN.to_owned(), shown("pawn"), "true"),
    ] {
        let found = diagnostic_rows(&with(text(&pieces, &after)).errors("full"));
        let found: Vec<_> = found
            .iter()
            .map(|(code, place, _, help)| (*code, place.as_str(), !help.is_empty()))
            .collect();
        assert_eq!(found, [(Code::HiddenKinds, place, true)], "{pieces} {after}");
    }
}

#[test]
fn reveal_shows_a_kind_to_all() {
    let after = "[hidden]\nshown_as = \"unknown\"\n";
    let text = text(&format!("{HIDDEN_PAWN}\n{UNKNOWN}"), after);
    let script = "//! C1 and C2.\nfn on_setup(game) { for pawn in game.find(#{ kind: \"pawn\" }) { reveal(pawn); } }\n\
                  fn on_mate(game, seat) { let ends = zone(\"ends\"); lose(seat); }\n";
    let text = text.replace("[tunables]\n\"mate.SPEED\" = 2\n", "");
    let text = text.replace("\"mate.AFTER_MATE\" = \"remove\"\n", "");
    let loaded = with(text).file("full", "mate.rhai", script).load("full").unwrap();
    let hooks = loaded.hooks();
    let game = game::start(&loaded.rules, &*hooks).unwrap();
    let seen = game.pieces_seen_by(Seats::default());
    assert!(seen.iter().all(|(_, piece)| piece.kind() != Kind(1)), "{seen:?}");
    assert_eq!(seen, game.setup().pieces);
}
