//! Games played line by line through a pipe: messages, refusals, and saved files.

use crate::common::Scene;

/// Options that give all seats to people.
const ALL: &str = "--seat others=person --seed 7";

#[test]
fn a_game_of_verney_is_told_in_sentences() {
    let ended = Scene::new()
        .fed(&format!("play verney-1881 {ALL}"), "h2-h3\nb8-c8\nsquare h3\nundo\nmoves b8\nlast\n")
        .code(0)
        .says("Yellow: pawn h2 to h3.")
        .says("Red: pawn b8 to c8.")
        .says("h3, yellow pawn")
        .says("1 ply taken back.")
        .says("b8-c8");
    assert!(!ended.out.contains('>'), "a pipe is not prompted:\n{}", ended.out);
    assert!(ended.out.ends_with("Yellow: pawn h2 to h3.\n"), "{}", ended.out);
}

#[test]
fn the_board_is_drawn_without_boxes_and_the_position_told_by_armies() {
    let ended = Scene::new().fed(&format!("play chesscom-teams {ALL} --plain"), "board\nsay\n");
    let ended = ended.code(0).says("rK").says("Red: king ").says("pawns ");
    let boxes = |c: char| ('\u{2500}'..='\u{259f}').contains(&c);
    assert!(!ended.out.contains(boxes) && !ended.out.contains('\u{1b}'), "{}", ended.out);
}

#[test]
fn agents_play_until_a_person_has_to_decide_and_the_same_seed_gives_the_same_game() {
    let scene = Scene::new();
    let play = |seed: u32| {
        let line =
            format!("play verney-1881 --seat others=random --seat yellow=person --seed {seed}");
        scene.fed(&line, "h2-h3\n").code(0).out
    };
    let first = play(3);
    for seat in ["Red: ", "White: ", "Black: "] {
        assert!(first.contains(seat), "{first}");
    }
    assert!(first.ends_with("Yellow to move.\n"), "{first}");
    assert_eq!(first, play(3));
    assert_ne!(first, play(4));
}

#[test]
fn a_game_of_agents_ends_by_itself() {
    let line = "play ./duel --seat others=random --seed 1 --save duel.json";
    let scene = Scene::duel();
    let ended = scene.fed(line, "").code(0);
    let last = ended.out.lines().last().unwrap_or_default();
    assert!(!last.contains("to move"), "{}", ended.out);
    scene.run("play --from duel.json").code(0).says(last);
}

#[test]
fn engines_of_other_programs_sit_at_seats_until_they_fail() {
    let own =
        |rest: &str| format!("'uci:{} engine ./duel;{rest}'", env!("CARGO_BIN_EXE_quadrille"));
    let scene = Scene::duel();
    let line = format!("play ./duel --seat others={} --seed 1 --save duel.json", own("go=depth 1"));
    let ended = scene.fed(&line, "").code(0);
    let last = ended.out.lines().last().unwrap_or_default();
    assert!(!last.contains("to move"), "{}", ended.out);
    scene.run("play --from duel.json").code(0).says(last);
    // If an engine fails, a person continues to play its seat.
    let failing = "play ./duel --seat others=uci:false --seed 1";
    let ended = scene.fed(failing, "");
    assert!(format!("{}{}", ended.out, ended.err).contains("a person takes over"), "{}", ended.out);
    // An engine would learn hidden information, so it is refused.
    let fog = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cookbook/fog");
    scene.run(&format!("play {fog} --seat others=uci:false")).code(2).complains("hides something");
}

#[test]
fn dice_are_rolled_and_what_they_show_can_be_said() {
    let scene = Scene::new();
    let line = format!("play chaturaji-albiruni-1030 {ALL}");
    scene.fed(&line, "roll\nmoves\n").code(0).says(" rolls ");
    let moves = scene.fed(&line, "moves\n").code(0).out;
    let roll = moves.split_whitespace().find(|word| word.starts_with("roll=")).unwrap();
    scene.fed(&line, format!("{roll}\n")).code(0).says(&format!("rolls {}", &roll[5..]));
    scene.fed(&line, format!("{roll}\nroll\n")).code(2).complains("no dice to roll now");
}

#[test]
fn pieces_in_hand_are_placed() {
    let scene = Scene::new();
    let line = format!("play fortress-chess {ALL}");
    let moves = scene.fed(&line, "moves\n").code(0).out;
    let drop = moves
        .split_whitespace()
        .find(|word| word.contains('@'))
        .unwrap_or_else(|| panic!("{moves}"));
    let (_, square) = drop.split_once('@').unwrap();
    let ended = scene.fed(&line, format!("{drop}\nsquare {square}\n")).code(0);
    ended.says(" puts a ").says(&format!("{square}, "));
}

#[test]
fn what_is_not_legal_is_refused_with_its_line_and_its_reason() {
    let scene = Scene::new();
    let line = format!("play verney-1881 {ALL}");
    scene
        .fed(&line, "h2-h3\n\n# a remark\ng14-g12\nb8-c8\n")
        .code(2)
        .says("Yellow: pawn h2 to h3.")
        .complains("standard input:4:1")
        .complains("not legal");
    scene.fed(&line, "bord\n").code(2).complains("did you mean `board`?");
    scene.fed(&line, "undo\n").code(2).complains("nothing to take back");
    let why = "why h2-h3\nwhy h1-h5\n";
    scene.fed(&line, why).code(0).says("h2-h3 is legal.").says("`h1-h5` is not legal: ");
    let chess = format!("play orthodox-chess {ALL}");
    let ended = scene.fed(&chess, "why Nf3\nwhy g1f3\nwhy Ke2\nwhy Nf6\n").code(2);
    let ended = ended.says("Nf3 is legal.").says("g1f3 is legal.").says("`Ke2` is not legal: ");
    ended.complains("`Nf6` is not legal for white").complains("legal moves of such a piece");
    scene.fed(&line, "square z99\n").code(2).complains("is not a square");
    scene.fed(&line, "goto 5\n").code(2).complains("no position after ply 5");
    scene.fed(&line, b"h2-h3\n\xff\xfe\n").code(3).complains("line 2 is not UTF-8");
    scene.fed(&line, "x".repeat(200_000)).code(3).complains("line 1 has more than");
}

#[test]
fn a_saved_game_goes_on_in_the_same_position() {
    for file in ["game.json", "game.pgn4"] {
        let scene = Scene::new();
        let line = format!("play verney-1881 --set mate.AFTER_MATE=remove {ALL} --save {file}");
        let before = scene.fed(&line, "h2-h3\nb8-c8\nfen\n").code(0);
        let fen = before.out.lines().last().unwrap_or_default().to_owned();
        assert!(fen.contains('/') && before.err.contains(&format!("--from {file}")));
        let after = scene.fed(&format!("play --from {file} {ALL} --save {file}"), "fen\ng13-g12\n");
        after.code(0).says(&fen).says("White: ");
        // The additional moves are in the file too.
        scene.fed(&format!("play --from {file} {ALL}"), "last\n").code(0).says("White: ");
        scene.run(&format!("play --from {file} --set mate.AFTER_MATE=sideways")).code(2);
    }
}

#[test]
fn a_file_that_holds_another_game_is_not_written_over() {
    let scene = Scene::new().file("mine.json", "precious");
    let line = format!("play verney-1881 {ALL} --save mine.json");
    scene.fed(&line, "h2-h3\n").code(2).complains("`mine.json` already exists");
    scene.fed(&format!("play verney-1881 {ALL}"), "h2-h3\nsave mine.json\n").code(2);
    assert_eq!(scene.read("mine.json"), "precious");
    scene
        .fed(&format!("play verney-1881 {ALL}"), "h2-h3\nsave new.pgn4\n")
        .code(0)
        .says("Saved in new.pgn4.");
    assert!(scene.read("new.pgn4").contains("h2-h3"));
}

#[test]
fn files_that_hold_no_game_are_refused() {
    let scene = Scene::new()
        .file("empty.pgn4", "")
        .file("other.json", r#"{"schema":"quadrille-game","version":99}"#)
        .file("path.pgn4", "[Ruleset \"./elsewhere\"]\n\n1. h2-h3\n");
    for name in ["empty.pgn4", "other.json", "missing.json"] {
        scene.run(&format!("play --from {name}")).code(3);
    }
    scene.run("play --from path.pgn4").code(2).complains("there is no ruleset `./elsewhere`");
    scene.run("play").code(2);
    scene.run("play verney-1881 --seat purple=person").code(2).complains("no seat `purple`");
    scene.run("play verney-1881 --seat yellow=oracle").code(2);
    scene.run("play verney-1881 --seat red=search:depth=21").code(2).complains("from 1 to 20");
}

#[test]
fn a_lesson_is_found_action_by_action_or_shown() {
    let scene = Scene::new();
    let shown = scene.fed("play verney-1881 --lesson V11", "show\n").code(0);
    let shown =
        shown.says("V11: ").says("Here: ").says("Task: find the move of Yellow that shows V11");
    let shown = shown.says("V11 applied.").says("`next` opens lesson ");
    assert!(!shown.out.contains("fires") && !shown.out.contains("army_state"), "{}", shown.out);
    let stray = scene.fed("play verney-1881 --lesson 2", "moves\n").code(0).says("lesson 2 of ");
    assert_ne!(shown.out, stray.out);
    scene.fed("play verney-1881 --lesson pawn-turns-back", "moves\n").code(0).says("V7");
    scene.run("play verney-1881 --lesson V99").code(2).complains("no lesson `V99`");
    scene.run("play verney-1881 --lesson 0").code(2);
    let first = scene.fed("play verney-1881 --lesson 1", "back\nshow\nhint\n").code(0);
    first.says("This is the first lesson.");
    scene.fed("play verney-1881", "next\n").code(2).complains("this is not a lesson");
}

#[test]
fn a_puzzle_is_solved_move_by_move() {
    let scene = Scene::new();
    let line = "play verney-1881 --puzzle 30";
    let task = "Task: Red to move: free the frozen army of Black in 2.";
    scene.fed(line, "hint\n").code(0).says(task).says("It begins with f9.");
    let begun = scene.fed(line, "f9-j13\n").code(0).says("Correct. Task: ");
    assert!(!begun.out.contains("Solved."), "{}", begun.out);
    scene.fed(line, "show\nshow\nshow\nnext\n").code(0).says("Solved.").says("the last puzzle");
    scene.fed(line, "f9-e8\n").code(2).complains("`f9-e8` is wrong. ");
    scene.run("play verney-1881 --puzzle 31").code(2).complains("use a number from 1 to 30");
    scene.run("play triple-chess --puzzle 1").code(2).complains("quadrille puzzles triple-chess");
}

#[test]
fn a_move_in_algebraic_notation_or_uci_is_played_if_it_means_one_legal_move() {
    let scene = Scene::new();
    let line = format!("play orthodox-chess {ALL}");
    let ended = scene.fed(&line, "e2e4 d5 exd5 Nf6 Nf3 g6 Be2 Bg7 O-O\nsquare g1\n").code(0);
    ended.says("takes Black's pawn on d5").says("g1, white king");
    scene.fed(&line, "Nf4\n").code(2).complains("legal moves of such a piece: `b1-a3`");
    let twice = "d4 d5 Nf3 Nf6 Nd2\n";
    scene.fed(&line, twice).code(2).complains("help: write one of `b1-d2`, `f3-d2`");
    // Other seats have their own directions.
    scene.fed(&format!("play verney-1881 {ALL}"), "h3 c8\n").code(0).says("Red: pawn b8 to c8.");
}

#[test]
fn every_lesson_of_verney_is_opened_one_after_the_other() {
    let read = |out: &str| -> usize {
        let all = out.split(" of ").nth(1).unwrap_or_default();
        all.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default().parse().unwrap()
    };
    let scene = Scene::new();
    let first = scene.fed("play verney-1881 --lesson 1", "").code(0).out;
    let lessons = read(first.split_once("lesson 1").unwrap().1);
    assert!(lessons > 50, "{first}");
    let input = "next\n".repeat(lessons - 1);
    let ended = scene.fed("play verney-1881 --lesson 1", &input).code(0);
    assert!(ended.out.contains(&format!("lesson {lessons} of {lessons}")));
    let ended = scene.fed("play verney-1881 --lesson 1", input + "next\n");
    ended.code(0).says("This is the last lesson.");
}

/// A secret answer is shown only after all seats have given their answers. After that, its effect
/// is visible on the board.
#[test]
fn an_answer_in_secret_is_told_when_it_is_revealed() {
    let recipe = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cookbook/at-once");
    let line = format!("play {recipe} {ALL}");
    let scene = Scene::new();
    let sealed = scene.fed(&line, "choose=h2-h4\nlast\n").code(0);
    assert!(!sealed.out.contains("h2-h4"), "{}", sealed.out);
    sealed.says("White has answered in secret.");
    scene.fed(&line, "choose=h2-h4\nchoose=d7-d5\nsquare h4\n").code(0).says("h4, white pawn");
}

/// If a player saves a game with fog, the file reveals no more than the player sees.
#[test]
fn a_game_in_fog_is_saved_when_it_is_over() {
    let recipe = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cookbook/fog");
    let scene = Scene::new();
    let line = format!("play {recipe} --seed 1 --save game.json");
    let ended = scene.fed(&line, "e2-e4\nsave other.json\n").code(0);
    for name in ["game.json", "other.json"] {
        scene.run(&format!("play --from {name}")).code(3);
    }
    let kept = ended.err.split("the game is in ").nth(1).and_then(|rest| rest.split(';').next());
    let kept = std::path::PathBuf::from(kept.expect("it says where the game is"));
    assert!(kept.exists(), "{}", kept.display());
    std::fs::remove_file(kept).expect("the file can be removed");
}

#[test]
fn where_an_answer_or_a_roll_is_due_what_may_be_typed_is_told() {
    let scene = Scene::new();
    let line = format!("play chaturaji-tithitattva-1500 {ALL}");
    let roll = "Type `roll`, or what they show, such as `roll=5`.";
    scene.fed(&line, "").code(0).says(&format!("Red to roll. {roll}\n"));
    let help = scene.fed(&line, "help\n").code(0).says(roll);
    assert!(!help.out.contains("such as d2-d4"), "{}", help.out);
    let bids = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cookbook/bids");
    let asked = scene.fed(&format!("play {bids} {ALL}"), "help\n").code(0);
    asked.says("Type `choose=").says(" or `choose=");
    let duck = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cookbook/duck");
    let asked = scene.fed(&format!("play {duck} {ALL}"), "e2-e4\n").code(0);
    asked.says(" or another of ").says(" answers; `moves` lists them.");
    scene.fed(&line, "hint\n").code(2).complains("`roll` rolls them");
    let mistyped = scene.fed(&format!("play {bids} {ALL}"), "queen\n").code(2);
    mistyped.complains("`queen` is not a move").complains("help: type `choose=");
    // A person who only watches gets no prompts.
    let agents = "play chaturaji-tithitattva-1500 --seat others=random --seed 1";
    let watched = scene.fed(agents, "").code(0);
    assert!(!watched.out.contains("Type "), "{}", watched.out);
}
