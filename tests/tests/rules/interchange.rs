//! Tests of records of games for two, in the format that other programs use.

use quadrille_core::{AnyGame, game};
use quadrille_dsl::library::Shipped;
use quadrille_dsl::record_ruleset::RulesetTags;
use quadrille_dsl::{Ruleset, actions, load, pgn, record_ruleset};

fn open(name: &str) -> Ruleset {
    load(&Shipped, name, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:#?}"))
}

/// Returns the text form of a record's actions.
fn replayed(loaded: &Ruleset, text: &str) -> Result<String, String> {
    let record = pgn::read(text).map_err(|error| error.to_string())?.remove(0);
    let start = record.start(&loaded.rules).map_err(|error| error.to_string())?;
    let hooks = loaded.hooks();
    let begin = || -> Box<dyn AnyGame + '_> {
        match &start {
            None => game::start(&loaded.rules, &*hooks).expect("it starts"),
            Some(setup) => game::resume(&loaded.rules, &*hooks, setup).expect("it can be played"),
        }
    };
    let replay = pgn::replay(&record, &mut *begin()).map_err(|error| error.to_string())?;
    assert_eq!(replay.notes, [], "{text}");
    let mut game = begin();
    let mut words = Vec::new();
    for action in replay.actions {
        words.push(actions::text_of(&mut *game, action).expect("no hook fails"));
        game.play(action).expect("it was played");
    }
    Ok(words.join(" "))
}

#[test]
fn drops_may_check_and_pawns_may_have_no_letter() {
    let loaded = open("crazyhouse");
    let moves = "e2-e4 d7-d5 e4-d5 g8-f6 P@d7 b8-d7";
    for text in [
        "1. e4 d5 2. exd5 Nf6 3. P@d7+ Nbxd7 *",
        "1. e4 d5 2. exd5 Nf6 3. @d7+ Nbxd7 *",
        "1. e2e4 d7d5 2. e4d5 g8f6 3. P@d7 b8d7 *",
        "1. e4 d5 2. exd5 Nf6 3. P*d7+! Nbxd7 *",
    ] {
        assert_eq!(replayed(&loaded, text).as_deref(), Ok(moves), "{text}");
    }
}

#[test]
fn ducks_are_read_as_sites_write_them() {
    let loaded = open("duck");
    let moves = "e2-e4 choose=e5 g8-f6 choose=g8";
    for text in [
        "1. e4,e5 Nf6,g8",
        "1. e2e4,e4e5 g8f6,f6g8",
        "1. e4@e5 Nf6@g8",
        "1. e4 @e5 Nf6 @g8",
        "1. e4Θe5 Nf6Θe5-g8",
        "1. e2-e4Θ-e5 .. Ng8-f6Θe5-g8",
        "1. e4 Θe5 Nf6 Θg8",
        "1. e2-e4 .. choose=e5 .. Ng8-f6 .. choose=g8",
    ] {
        assert_eq!(replayed(&loaded, text).as_deref(), Ok(moves), "{text}");
    }
    // chess.com uses the coordinates of a larger board.
    let site = "[StartFen4 \"2PC\"]\n\n1. h5-h7Θ-h8 .. Nj11-i9Θh8-j11";
    assert_eq!(replayed(&loaded, site).as_deref(), Ok(moves));
    let error = replayed(&loaded, "1. e4 e5").unwrap_err();
    assert!(error.contains("before the answer to a question"), "{error}");
    let error = replayed(&loaded, "1. e4@e4").unwrap_err();
    assert!(error.contains("a piece that can't be placed there"), "{error}");
}

#[test]
fn gates_are_read_as_sites_write_them_and_stay_closed_without_a_word() {
    let loaded = open("seirawan");
    let first = "b1-c3 choose=hawk-b1 e7-e5 g1-f3 choose=none a7-a6 g2-g3 b7-b6 f1-g2 \
        choose=none c7-c6";
    let short = "1. Nc3/H e5 2. Nf3 a6 3. g3 b6 4. Bg2 c6 5. ";
    let uci = "1. b1c3h e7e5 2. g1f3 a7a6 3. g2g3 b7b6 4. f1g2 c7c6 5. ";
    let site =
        "1. Nb1-c3&@wH-b1 .. e7-e5 2. Ng1-f3 .. a7-a6 3. g2-g3 .. b7-b6 4. Bf1-g2 .. c7-c6 5. ";
    for (begins, ends, last) in [
        (short, "O-O/Ee1", "e1-g1 choose=elephant-e1"),
        (short, "O-O/E", "e1-g1 choose=elephant-e1"),
        (short, "O-O/Eh1", "e1-g1 choose=elephant-h1"),
        (short, "O-O", "e1-g1 choose=none"),
        (uci, "e1g1e", "e1-g1 choose=elephant-e1"),
        (uci, "h1e1e", "e1-g1 choose=elephant-h1"),
        (site, "O-O&@wE-h1", "e1-g1 choose=elephant-h1"),
    ] {
        let text = &format!("{begins}{ends}");
        assert_eq!(replayed(&loaded, text).as_deref(), Ok(&*format!("{first} {last}")), "{text}");
    }
    let error = replayed(&loaded, "1. Nf3/Q").unwrap_err();
    assert!(error.contains("a piece that can't be placed there"), "{error}");
}

#[test]
fn a_sign_promotes_in_shogi_as_engines_write_it() {
    let loaded = open("shogi");
    let moves = replayed(&loaded, "1. c3c4 g7g6 2. b2h8+ g9h8");
    assert_eq!(moves.as_deref(), Ok("c3-c4 g7-g6 b2-h8=H g9-h8"));
}

#[test]
fn a_null_move_passes_where_the_rules_allow_it() {
    let loaded = open("janggi");
    for null in ["--", "0000", "Z0", "@@@@", "e2e2"] {
        assert_eq!(replayed(&loaded, &format!("1. {null}")).as_deref(), Ok("pass"), "{null}");
    }
}

/// Returns the ruleset that belongs to a record with these tags.
fn named(tags: &str) -> Result<String, String> {
    let record = pgn::read(&format!("{tags}\n\n1. e4 *")).expect("it can be read").remove(0);
    record_ruleset::ruleset_of(&RulesetTags::of(&record), &Shipped)
        .map_err(|unknown| unknown.message)
}

#[test]
fn the_names_of_servers_stand_for_rulesets_for_as_many_players() {
    for (variant, ruleset) in [
        ("Standard", "orthodox-chess"),
        ("chess", "orthodox-chess"),
        ("From Position", "orthodox-chess"),
        ("Crazyhouse", "crazyhouse"),
        ("ATOMIC", "atomic"),
        ("Antichess", "antichess"),
        ("Horde", "horde"),
        ("Racing Kings", "racing-kings"),
        ("Makruk", "makruk"),
        ("Shogi", "shogi"),
        ("Xiangqi", "xiangqi"),
        ("Janggi", "janggi"),
        ("Capablanca", "capablanca"),
        ("Seirawan", "seirawan"),
        ("Duck Chess", "duck"),
        ("Verney-1881", "verney-1881"),
    ] {
        assert_eq!(named(&format!("[Variant \"{variant}\"]")).as_deref(), Ok(ruleset), "{variant}");
    }
    for name in ["King of the Hill", "Three-check", "3-check", "Knightmate", "kingofthehill"] {
        let error = named(&format!("[Variant \"{name}\"]")).unwrap_err();
        assert!(
            error.contains("for 2 players in this record") && error.contains("is for 4"),
            "{error}"
        );
    }
    // Four players may play the game with this name.
    let four = "[Red \"a\"]\n[Blue \"b\"]\n[Yellow \"c\"]\n[Green \"d\"]\n";
    let tags = format!("{four}[Variant \"King-of-the-hill\"]");
    assert_eq!(named(&tags).as_deref(), Ok("king-of-the-hill"));
    assert_eq!(named("[Ruleset \"king-of-the-hill\"]").as_deref(), Ok("king-of-the-hill"));
    let site = "[Variant \"FFA\"]\n[White \"a\"]\n[Black \"b\"]\n\
        [Site \"www.chess.com/variants/seirawan-chess/game/1\"]";
    assert_eq!(named(site).as_deref(), Ok("seirawan"));
}

#[test]
fn the_letters_of_a_server_are_those_of_its_pieces() {
    let loaded = open("xiangqi");
    let tags = "[Variant \"Xiangqi\"]\n[SetUp \"1\"]\n\
        [FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"]\n\n";
    let moves = replayed(&loaded, &format!("{tags}1. Nc3 Ng8 2. e5 Bce8"));
    assert_eq!(moves.as_deref(), Ok("b1-c3 h10-g8 e4-e5 c10-e8"));
}

#[test]
fn games_of_chess_are_written_in_the_standard_form() {
    let loaded = open("orthodox-chess");
    let written = |start: &str, play: &str| {
        let hooks = loaded.hooks();
        let setup = quadrille_dsl::fen::read(&loaded.rules, start).expect("a position");
        let mut game = game::resume(&loaded.rules, &*hooks, &setup).expect("it can be played");
        let mut played = Vec::new();
        for word in play.split(' ') {
            let action = actions::read(&mut *game, word).unwrap_or_else(|e| panic!("{word}: {e}"));
            game.play(action).expect("it is legal");
            played.push(action);
        }
        let mut game = game::resume(&loaded.rules, &*hooks, &setup).expect("it can be played");
        pgn::write(&mut *game, &[("White".to_owned(), "a".to_owned())], &played).expect("played")
    };
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        written(array, "f2-f3 e7-e5 g2-g4 d8-h4"),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"a\"]\n\
         [Black \"?\"]\n[Result \"0-1\"]\n[Variant \"Standard\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"
    );
    let fen = "4k3/8/8/8/8/8/P6p/R3K2R b KQ - 0 7";
    let text = written(fen, "e8-d7 e1-c1 d7-c6 d1-d5 c6-d5 a2-a4");
    assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")), "{text}");
    assert!(text.ends_with("\n7... Kd7 8. O-O-O+ Kc6 9. Rd5 Kxd5 10. a4 *\n"), "{text}");
    // The text of a move has only the part of its starting square that distinguishes it from other
    // moves.
    for (position, play, word) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1-d1", "Rd1"),
        ("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "a1-d1", "Rad1"),
        ("4k3/8/8/R7/8/4K3/8/R7 w - - 0 1", "a1-a3", "R1a3"),
        ("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4-e1", "Qh4e1"),
        ("k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7-e8=N", "e8=N"),
        ("k2r4/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7-d8=Q", "exd8=Q+"),
    ] {
        let text = written(position, play);
        assert!(text.contains(&format!("1. {word} ")), "{word}: {text}");
    }
}

#[test]
fn what_ends_a_game_and_is_no_move_is_kept() {
    let loaded = open("orthodox-chess");
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
    let mut played = Vec::new();
    for word in ["e2-e4", "resign"] {
        let action = actions::read(&mut *game, word).expect("it is legal");
        game.play(action).expect("it is legal");
        played.push(action);
    }
    let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
    let text = pgn::write(&mut *game, &[], &played).expect("it was played");
    assert!(text.contains("[Result \"1-0\"]") && text.ends_with("\n1. e4 1-0\n"), "{text}");
    assert_eq!(replayed(&loaded, &text).as_deref(), Ok("e2-e4 resign"));
}
