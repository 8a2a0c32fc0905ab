//! The symmetries of each shipped ruleset. Some are symmetries of the array only. Others are
//! symmetries of the whole game, in which the players change places. The table lists every ruleset.

use std::collections::BTreeSet;

use quadrille_core::{
    Action, AnyGame, Cell, Decision, Move, Phase, Seat, Setup, Spec, Square, game,
};
use quadrille_dsl::{Library, load};
use quadrille_tests::Disk;

/// The symmetries of a square board, except the identity. A reflection is named after the lines
/// that change places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Symmetry {
    /// A quarter turn to the left. It implies the half turn and the quarter turn to the right.
    Quarter,
    /// A half turn.
    Half,
    /// Files change places: left and right.
    Files,
    /// Ranks change places: near and far.
    Ranks,
    /// Files and ranks change places: reflection in the diagonal through a1.
    Diagonal,
    /// Reflection in the other diagonal.
    Antidiagonal,
}
use Symmetry::{Antidiagonal, Diagonal, Files, Half, Quarter, Ranks};

const ALL: [Symmetry; 6] = [Quarter, Half, Files, Ranks, Diagonal, Antidiagonal];

/// The symmetries that a ruleset must have. Some are symmetries of the array with all its pieces,
/// and some are symmetries of the game. Under a symmetry of the game, every legal move of any seat
/// must have a legal image. The order of turns must also be preserved.
struct Expected {
    ruleset: &'static str,
    array: &'static [Symmetry],
    game: &'static [Symmetry],
}

const fn expect(
    ruleset: &'static str,
    array: &'static [Symmetry],
    game: &'static [Symmetry],
) -> Expected {
    Expected { ruleset, array, game }
}

/// All queens start on light squares: south and north have the queen on their left, and west and
/// east on their right. A half turn keeps this array. A reflection in a diagonal exchanges left and
/// right, and it also exchanges south and north with west and east. It therefore keeps this array
/// too.
const QUEENS_LIGHT: &[Symmetry] = &[Half, Diagonal, Antidiagonal];
/// All queens start on the same side of their kings, as the player of each queen sees it.
const SAME_HAND: &[Symmetry] = &[Quarter, Half];
/// Rotations keep the direction in which turns pass from seat to seat. A reflection reverses this
/// direction.
const HALF_TURN: &[Symmetry] = &[Half];

const TABLE: &[Expected] = &[
    // White's queen is on White's left and Black's on Black's right, because the two players face
    // each other on one file. For Red and Yellow it is the other way round. A reflection that
    // exchanges White with Red and Black with Yellow reverses the order of turns.
    expect("blocking-double-8x2", &[Antidiagonal], &[]),
    expect("blocking-double-8x3", &[Antidiagonal], &[]),
    // On both boards the two sides are mirror images, but a reflection reverses the order of turns.
    expect("bughouse", &[Ranks], &[]),
    expect("bosworth-1998", &ALL, SAME_HAND),
    expect("chaturaji-albiruni-1030", SAME_HAND, SAME_HAND),
    expect("chaturaji-tithitattva-1500", SAME_HAND, SAME_HAND),
    expect("chesscom-chaturaji", SAME_HAND, SAME_HAND),
    expect("chesscom-ffa", SAME_HAND, SAME_HAND),
    expect("chesscom-teams", SAME_HAND, SAME_HAND),
    expect("conventional-survey", SAME_HAND, SAME_HAND),
    expect("demonchy-1856", SAME_HAND, SAME_HAND),
    expect("dessau-1784", QUEENS_LIGHT, HALF_TURN),
    // The order of turns is not clockwise. Only the exchange of the two sides of the board keeps it.
    expect("djambi-1975", &[Half, Files, Ranks], &[Ranks]),
    expect("enochian-1994", SAME_HAND, SAME_HAND),
    expect("forchess-1975", SAME_HAND, SAME_HAND),
    expect("fortress-chess", SAME_HAND, SAME_HAND),
    // Rook and knight change sides from each corner to the next, as in a mirror.
    expect("four-seasons-1283", &[Half, Files, Ranks], HALF_TURN),
    // The brains have no pieces, so no image of their seats exists.
    expect("hand-and-brain", &[], &[]),
    expect("hughes-hughes-1888", SAME_HAND, SAME_HAND),
    expect("intense-chess", SAME_HAND, SAME_HAND),
    // The two boards stand side by side, and the order of turns crosses them.
    expect("lange-1856", &[Ranks], &[]),
    // Partners sit side by side, so a reflection exchanges them.
    expect("lutze-vierschach", &[Diagonal], &[Diagonal]),
    expect("loeb-1983", QUEENS_LIGHT, HALF_TURN),
    // The queens of south and north are on one file, but the queens of west and east are on
    // different ranks.
    expect("los-alamos-vierschach", &[], &[]),
    expect("nava-2018", SAME_HAND, SAME_HAND),
    // Queens stand west of their kings or north of them, so one reflection keeps the array. It reverses
    // the order of turns.
    expect("octo-chess", &[Antidiagonal], &[]),
    expect("orthodox-chess", &[Ranks], &[Ranks]),
    expect("quatrochess-1986", SAME_HAND, SAME_HAND),
    expect("quattro-chess", QUEENS_LIGHT, HALF_TURN),
    expect("savard-all-play-all", QUEENS_LIGHT, HALF_TURN),
    expect("savard-partnership", QUEENS_LIGHT, HALF_TURN),
    // Seven armies have no symmetry in common.
    expect("seven-kingdoms", &[], &[]),
    expect("taurus", SAME_HAND, SAME_HAND),
    // South and east are partners, and so are west and north. Partners change places, and turns
    // alternate between the sides. With three players left, turns go clockwise. A reflection would
    // reverse this direction, but the games here do not get that far.
    expect("team-chess", QUEENS_LIGHT, &[Antidiagonal]),
    // The east arm is missing, and the queens of south and north are on different files.
    expect("triple-chess", &[], &[]),
    expect("verney-1881", QUEENS_LIGHT, HALF_TURN),
    // Every army is its own mirror image. A reflection reverses the order of turns.
    expect("yonin-shogi-1993", &[Quarter, Half, Files, Ranks, Diagonal, Antidiagonal], SAME_HAND),
];

/// Returns the image of a square, if the board has one there.
fn image(spec: &Spec, symmetry: Symmetry, square: Square) -> Option<Square> {
    let board = &spec.geometry;
    let (files, ranks) = (i32::from(board.files()), i32::from(board.ranks()));
    let Cell { file, rank } = board.cell(square);
    let (file, rank) = (i32::from(file), i32::from(rank));
    let (to_file, to_rank) = match symmetry {
        Quarter => (ranks - 1 - rank, file),
        Half => (files - 1 - file, ranks - 1 - rank),
        Files => (files - 1 - file, rank),
        Ranks => (file, ranks - 1 - rank),
        Diagonal => (rank, file),
        Antidiagonal => (ranks - 1 - rank, files - 1 - file),
    };
    board.at(to_file, to_rank)
}

/// Returns the image of each seat. Each piece must be mapped to a piece of the same kind. All
/// pieces of an army must be mapped to pieces of one army. If this is not so, returns `None`.
fn places(spec: &Spec, symmetry: Symmetry) -> Option<Vec<Seat>> {
    let mut to: Vec<Option<Seat>> = vec![None; spec.seats.len()];
    for (square, piece) in &spec.array {
        let at = image(spec, symmetry, *square)?;
        let (_, there) = spec.array.iter().find(|(other, _)| *other == at)?;
        let place = to[piece.colour().index()].get_or_insert(there.colour());
        if there.kind() != piece.kind() || *place != there.colour() {
            return None;
        }
    }
    let to: Vec<Seat> = to.into_iter().collect::<Option<_>>()?;
    spec.geometry.squares().all(|square| image(spec, symmetry, square).is_some()).then_some(to)
}

/// Returns `true` if the images of the seats have the same order of turns and the same teams as the
/// seats themselves.
fn sits_alike(spec: &Spec, to: &[Seat]) -> bool {
    let next = |seat: Seat| {
        let at = spec.order.iter().position(|other| *other == seat).expect("everyone has a turn");
        spec.order[(at + 1) % spec.order.len()]
    };
    let team = |seat: Seat| spec.seats[seat.index()].team;
    let seats = || (0..to.len()).map(|seat| Seat(seat as u8));
    seats().all(|a| {
        to[next(a).index()] == next(to[a.index()])
            && seats().all(|b| (team(a) == team(b)) == (team(to[a.index()]) == team(to[b.index()])))
    })
}

/// Returns the game's start position with a seat to move.
fn start(rules: &quadrille_core::CompiledRules, first: Setup, seat: Seat) -> Setup {
    let order = &rules.spec().order;
    let pointer = order.iter().position(|other| *other == seat).expect("everyone has a turn");
    Setup { turn: seat, pointer: pointer as u8, phase: Phase::Opening, rolled: false, ..first }
}

/// Returns a text that identifies an action at a decision. In the text, each square is replaced by
/// its image.
fn key(spec: &Spec, via: impl Fn(Square) -> Square, game: &dyn AnyGame, action: Action) -> String {
    let name = |square: Square| spec.geometry.name(via(square));
    let way = |mv: Move| {
        let how = std::mem::discriminant(&mv.kind);
        format!("{}-{}={:?} {how:?}", name(mv.from), name(mv.to), mv.promotion)
    };
    let option = |option: &str| match spec.geometry.square_named(option) {
        Some(square) => name(square),
        None => option.to_owned(),
    };
    let chosen = |mv: Move| {
        let choices = if mv.choice.is_some() { game.choices(mv) } else { Ok(Vec::new()) };
        let choices = choices.expect("the move was listed");
        let found = choices.into_iter().find(|choice| Some(choice.number) == mv.choice);
        let answers = found.into_iter().flat_map(|choice| choice.answers);
        answers.map(|it| format!(",{}={}", it.question, option(&it.option))).collect::<String>()
    };
    match action {
        Action::Move(mv) => format!("{}{}", way(mv), chosen(mv)),
        Action::Announce(mv) => format!("announce {}", way(mv)),
        Action::Drop(kind, square) => format!("{kind:?}@{}", name(square)),
        Action::Choose(number) => {
            let pending = game.setup().pending;
            option(&pending.last().expect("a question").options[usize::from(number)])
        }
        other => format!("{other:?}"),
    }
}

/// Plays random games, and plays the image of each game beside it. Returns the first difference as
/// an error.
fn games_agree(
    loaded: &quadrille_dsl::Ruleset,
    symmetry: Symmetry,
    to: &[Seat],
) -> Result<(), String> {
    let (rules, spec) = (&loaded.rules, loaded.spec());
    let hooks = loaded.hooks();
    let first = game::start(rules, &*hooks).map_err(|error| error.to_string())?.setup();
    let via = |square: Square| image(spec, symmetry, square).unwrap_or(square);
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for number in 0..GAMES_PER_RULESET {
        let seat = first.turn;
        let begin = |seat| {
            let setup = start(rules, first.clone(), seat);
            game::resume(rules, &*hooks, &setup).map_err(|errors| format!("{errors:?}"))
        };
        let (mut here, mut there) = (begin(seat)?, begin(to[seat.index()])?);
        for ply in 0..PLIES_PER_GAME {
            let at = |what: &str| format!("{symmetry:?}, game {number}, ply {ply}: {what}");
            let mine = here.actions().map_err(|error| error.to_string())?;
            let theirs = there.actions().map_err(|error| error.to_string())?;
            let wanted: BTreeSet<String> =
                mine.iter().map(|action| key(spec, via, &*here, *action)).collect();
            let found: BTreeSet<String> =
                theirs.iter().map(|action| key(spec, |square| square, &*there, *action)).collect();
            if wanted != found || to[here.turn().index()] != there.turn() {
                let odd: Vec<_> = wanted.symmetric_difference(&found).take(4).collect();
                return Err(at(&format!("{odd:?} are legal on one side only")));
            }
            if let Ok(Decision::Over) = here.decision() {
                let (ours, others) = (here.outcome(), there.outcome());
                let alike = ours.zip(others).is_some_and(|(ours, others)| {
                    let paired = |s: usize| ours.results[s] == others.results[to[s].index()];
                    ours.ending == others.ending && (0..to.len()).all(paired)
                });
                if !alike {
                    return Err(at("the game ends otherwise"));
                }
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let action = mine[(state >> 33) as usize % mine.len()];
            let wanted = key(spec, via, &*here, action);
            let same = |other: &&Action| key(spec, |square| square, &*there, **other) == wanted;
            let answer = *theirs.iter().find(same).ok_or_else(|| at("no image"))?;
            here.play(action).map_err(|error| error.to_string())?;
            there.play(answer).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// The number of games that are played side by side, and their maximum length.
const GAMES_PER_RULESET: usize = 2;
const PLIES_PER_GAME: usize = 90;

#[test]
fn every_ruleset_has_the_symmetries_that_its_rules_say() {
    let library = Disk::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets");
    let shipped = library.names().into_iter();
    let shipped: Vec<String> =
        shipped.filter(|name| folder.join(name).join("geometry.toml").is_file()).collect();
    let mut wrong = Vec::new();
    for name in &shipped {
        let loaded =
            load(&library, name, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let spec = loaded.spec();
        let mut array = Vec::new();
        let mut game = Vec::new();
        let mut why = Vec::new();
        for symmetry in ALL {
            let Some(to) = places(spec, symmetry) else { continue };
            array.push(symmetry);
            if !sits_alike(spec, &to) {
                continue;
            }
            match games_agree(&loaded, symmetry, &to) {
                Ok(()) => game.push(symmetry),
                Err(reason) => why.push(reason),
            }
        }
        match TABLE.iter().find(|row| row.ruleset == name) {
            None => {
                wrong.push(format!("{name} is not in the table; array {array:?}, game {game:?}"));
            }
            Some(row) if row.array != array || row.game != game => {
                wrong.push(format!("{name}: array {array:?}, game {game:?} {why:?}"));
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for row in TABLE {
        assert!(shipped.iter().any(|name| name == row.ruleset), "{} is not shipped", row.ruleset);
    }
}
