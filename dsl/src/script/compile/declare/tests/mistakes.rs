//! Reports of invalid declarations.

use super::*;

#[test]
fn wrong_declarations_are_told_where_they_stand() {
    for (body, marked, words) in [
        (
            "rules.movement(\"pwn\", \"W\");",
            "pwn",
            "there is no kind `pwn` -- did you mean `pawn`?",
        ),
        ("rules.movement(\"pawn\", \"X7\");", "X", "in the notation `X7`"),
        ("rules.movement(\"pawn\", \"W\").start(1);", "start", "`start` belongs to a counter"),
        ("rules.counter(\"n\", \"seat\", 0, 1).swaps();", "swaps", "`swaps` belongs to a movement"),
        (
            "rules.castling(\"king\", \"rook\", 2).pieces(\"\");",
            "pieces",
            "`pieces` belongs to a state",
        ),
        ("rules.state(\"a\").clause(\"A\");", "clause", "belongs to a movement, castling"),
        (
            "rules.movement(\"pawn\", \"W\").head_on();",
            "head_on",
            "there is no condition for `head_on` to refine",
        ),
        ("rules.movement(\"pawn\", \"W\").with_mark(\"vowd\");", "vowd", "did you mean `vowed`?"),
        ("rules.movement(\"pawn\", \"W\").set_mark(\"abcd\");", "abcd", "rules.mark(\"abcd\")"),
        ("rules.movement(\"pawn\", \"W\").from(\"z9\");", "z9", "in the squares `z9`"),
        (
            "rules.movement(\"pawn\", \"W\").from([1]);",
            "from",
            "the array must contain only squares",
        ),
        ("rules.movement(\"pawn\", \"W\").colours([1]);", "colours", "these are not seats"),
        (
            "rules.castling(\"king\", \"rook\", 1);",
            "1",
            "the number of steps can't be 1 -- write a number from 2 to 24",
        ),
        (
            "rules.castling_move(seat(\"white\"), square(\"e1\"), square(\"g2\"), square(\"h1\"), square(\"f1\"));",
            "castling_move",
            "the king's way from e1 to g2 is not straight over squares of the board",
        ),
        ("let a = [\"owns\"][0]; rules.protect(a, \"safe\");", "protect", "did you mean `own`?"),
        ("let a = [\"saf\"][0]; rules.protect(\"own\", a);", "protect", "did you mean `safe`?"),
        (
            "let a = [\"none\"][0]; rules.protected_royals(a);",
            "protected_royals",
            "use one of: any, all, last",
        ),
        (
            "rules.state(\"Big\");",
            "state",
            "`Big` is not a valid name -- use at most 32 lower-case letters",
        ),
        ("rules.state(\"a\").pieces(\"mvoes\");", "mvoes", "did you mean `moves`?"),
        (
            "rules.state(\"a\").royals(\"checkable\").pieces(\"moves checkable\");",
            "checkable",
            "only royals can have the ability `checkable` -- remove it, or move it to `.royals(…)`",
        ),
        (
            "rules.counter(\"pot\", \"seat\", 0, 1);",
            "counter",
            "the counter `pot` is already declared",
        ),
        ("rules.counter(\"n\", \"seat\", 2, 1);", "1", "the maximum can't be 1"),
        (
            "rules.counter(\"n\", \"seat\", 0, 1).start(2);",
            "2",
            "the start can't be 2 -- write a number from 0 to 1",
        ),
        (
            "rules.memory(\"pot\", \"seat\", \"seat\");",
            "memory",
            "the memory `pot` is already declared",
        ),
        (
            "rules.memory(\"late\", \"game\", \"piece\");",
            "memory",
            "the memory `late` needs a mark `late`, which already exists",
        ),
        (
            "rules.memory(\"pot\", \"game\", \"piece\");",
            "memory",
            "the memory `pot` is already declared",
        ),
        (
            "for name in [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\"] { rules.memory(name, \"seat\", \"piece\"); }",
            "memory",
            "the memory `h` has no room",
        ),
        (
            "rules.memory(\"ball\", \"game\", \"piece\"); rules.movement(\"pawn\", \"W\").set_mark(\"ball\");",
            "set_mark",
            "`ball` marks the piece in a memory",
        ),
        (
            "let a = [\"seets\"][0]; rules.memory(\"m\", \"game\", a);",
            "memory",
            "did you mean `seats`?",
        ),
        ("rules.repetition(1);", "repetition", "the number of repetitions can't be 1"),
        ("rules.repetition(-1);", "-1", "can't be -1"),
        ("rules.no_progress(-1);", "-1", "can't be -1"),
        ("rules.ply_limit(0);", "0", "the ply limit can't be 0"),
        ("rules.insufficient_force(\"K\");", "insufficient_force", "`K` does not name two sides"),
        (
            "rules.insufficient_force(\"K v Z\");",
            "insufficient_force",
            "no kind has the letter `Z`",
        ),
        ("rules.supply(\"knight\", 256);", "256", "the supply can't be 256"),
        ("rules.may_capture(\"knight\", [1]);", "may_capture", "these are not kinds"),
        ("rules.may_capture(\"knight\", [\"pwn\"]);", "pwn", "there is no kind `pwn`"),
        ("rules.dice(3, [[1, 1]]);", "3", "the number of dice can't be 3"),
        ("rules.dice(1, [[1, 1], [1, 2]]);", "dice", "these are not faces of a die"),
        ("rules.dice(1, []);", "dice", "these are not faces of a die"),
        ("rules.shuffle(\"a1\");", "shuffle", "these squares can't be shuffled"),
        (
            "rules.shuffle(\"a1..h1\").mirrored(\"a2..h2\");",
            "shuffle",
            "the squares from a2 on have other pieces than the squares from a1 on",
        ),
        (
            "rules.shuffle(\"a1..h1\").mirrored(\"h1..h8\");",
            "shuffle",
            "the squares of a shuffle overlap",
        ),
        ("rules.shuffle(\"a1:h4\");", "shuffle", "the shuffle has more than 65535 outcomes"),
        (
            "rules.shuffle(\"b1..d1\").kept_between(\"queen\", \"rook\");",
            "shuffle",
            "no arrangement satisfies the constraints",
        ),
        ("rules.shuffle_arrays([\"two\"]);", "shuffle_arrays", "these are not names"),
        (
            "rules.castling_from(seat(\"white\"), \"king\", \"rook\", \"rank 1\", square(\"g1\"), square(\"f2\"));",
            "castling_from",
            "g1 and f2 are not on one rank or file",
        ),
        (
            "rules.castling_from(seat(\"white\"), \"king\", \"rook\", \"rank 2\", square(\"g1\"), square(\"f1\"));",
            "castling_from",
            "no two of these squares lead to g1 and f1",
        ),
        (
            "rules.hand(seat(\"black\"), #{ knight: -1 }, \"a1\");",
            "hand",
            "`knight` needs a number of pieces from 0 to 255",
        ),
        (
            "rules.hand(seat(\"black\"), #{ knigt: 1 }, \"a1\");",
            "hand",
            "there is no kind `knigt` -- did you mean `knight`?",
        ),
        (
            "rules.hand(seat(\"black\"), #{ pawn: 0 }, \"a1\").at_most_on_line(0);",
            "0",
            "the number of pieces on a line can't be 0",
        ),
        ("rules.counter(\"n\", \"seat\", 0, 9).optional();", "optional", "belongs to a hand"),
        ("rules.announcers([]);", "announcers", "an array of 0 seats"),
        ("rules.order([1]);", "order", "these are not seats"),
        ("rules.wall(\"d4|e5\");", "wall", "`d4|e5` is not an edge of this board"),
        ("rules.wall(\"d4\");", "wall", "is not an edge"),
        ("rules.wall(\"d4|d5 d4|e5\");", "wall", "`d4|e5` is not an edge of this board"),
        ("rules.wall(\" \");", "wall", "this wall has no edge"),
        (
            "rules.counter(\"c\", \"seat\", 0, 9); rules.wall(\"d4|d5\").while_counter(\"c\", 1, 1);",
            "while_counter",
            "a wall needs a condition that is the same for all seats",
        ),
        (
            "rules.wall(\"d4|d5\").while_in_hand(\"pawn\", 1, 1);",
            "while_in_hand",
            "a wall needs a condition that is the same for all seats",
        ),
        (
            "for n in 0..65 { rules.wall(\"d4|d5\").while_ply(n, n); }",
            "wall",
            "more than 64 walls with conditions",
        ),
        (
            "rules.movement(\"pawn\", \"W\").while_plies_since(\"never\", 0, 1);",
            "never",
            "there is no counter `never` yet",
        ),
        (
            "rules.counter(\"c\", \"seat\", 0, 9); rules.movement(\"pawn\", \"W\").while_plies_since(\"c\", 0, 1);",
            "while_plies_since",
            "`c` is a counter of the seats",
        ),
        ("rules.wall(\"d4|d5\").exclusive();", "exclusive", "belongs to a movement"),
        (
            "rules.blast(\"K\").while_ply(1, 2);",
            "while_ply",
            "belongs to a movement, a wall, a promotion or an entry",
        ),
        (
            "rules.wall(\"d4|d5\").while_on_board(\"pawn\", 1, 1);",
            "while_on_board",
            "a wall needs a condition that is the same for all seats",
        ),
        ("rules.promotion(\"pawn\", \"rook\");", "promotion", "this limit has no condition"),
        ("rules.entry(\"king\", \"centre\");", "entry", "this limit has no condition"),
        (
            "rules.entry(\"king\", \"centre\").while_counter(\"none\", 1, 1);",
            "none",
            "there is no counter `none` yet",
        ),
        ("rules.movement(\"knight\", \"N\").turning();", "turning", "only a ride can turn"),
        ("rules.wall(\"d4|d5\").turning();", "turning", "belongs to a movement"),
        (
            "rules.may_not(\"check\").kinds([\"pawn\"]);",
            "kinds",
            "`kinds` belongs to a duty to capture",
        ),
        ("rules.metric(\"two words\");", "metric", "is not a valid name"),
        (
            "rules.movement(\"pawn\", \"W\").clause(\"a b\");",
            "clause",
            "`a b` can't be the id of a clause",
        ),
        ("rules.clause(\"\", \"x\");", "clause", "can't be the id of a clause"),
    ] {
        let code = if words.starts_with("there is no kind") { "Q0344" } else { "Q0351" };
        says(&wrong(body), code, marked, words);
    }
    let messages = wrong("rules.movement(\"pawn\", \"W\").from(7);");
    says(&messages, "Q0341", "7", "`from` takes a square set here, not a number");
}

#[test]
fn every_mistake_is_told_and_none_is_told_twice() {
    let messages = wrong(
        "rules.movement(\"pwn\", \"W\").ahead(\"own\", \"pawn\").clause(\"A\").start(3); rules.ply_limit(0);",
    );
    assert_eq!(messages.len(), 2, "{messages:#?}");
    let messages = wrong("rules.ply_limit(0); throw \"enough\"; rules.ply_limit(0);");
    assert!(
        messages[0].contains("ply limit")
            && messages[1].starts_with("Q0350")
            && messages[1].contains("enough"),
        "{messages:#?}"
    );
}

#[test]
fn a_define_that_fails_is_told_where() {
    says(&wrong("let a = [1]; a[5];"), "Q0350", "5", "there is no element 5 in an array of 1");
    says(
        &wrong("let a = #{ v: 1 }.v; rules.movement(a, \"W\");"),
        "Q0350",
        "movement",
        "write `rules.movement(kind: kind's name, notation: string)`",
    );
    says(&wrong("let a = [\"absent\"][0]; seat(a);"), "Q0350", "seat", "there is no seat `absent`");
}
