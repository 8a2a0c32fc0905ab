//! From the keys of a variant to what they say of a game. Keys that are read are taken off the list; what
//! is left has no counterpart.

use std::collections::BTreeSet;

use crate::diagnostic::did_you_mean;

use super::armies::Armies;
use super::goals::Goals;
use super::ini::{self, Entry, Heading};
use super::start::{self, Cell, Start};
use super::{ImportError, Missing};

/// Keys that say how other programs show or judge a game, and nothing of its rules.
const NO_RULE: &[&str] = &["variantTemplate", "pieceToCharTable", "pocketSize"];

/// Why keys have no counterpart, of those for which there is more to say.
const REASONS: &[(&str, &str)] = &[
    (
        "wallingRule",
        "only the rules `past`, `static` and `arrow` are read; for a duck see the recipe duck",
    ),
    ("wallingRegion", "a wall is set on any empty square"),
    ("wallOrMove", "a wall is set by a move of its own here, see the recipe duck"),
    ("perpetualCheckIllegal", "a repetition is judged by its number alone, not by who gives check"),
    ("chasingRule", "a repetition is judged by its number alone, not by who attacks what"),
    ("dropChecks", "of drops, those that mate can be forbidden, not those that give check"),
    ("materialCounting", "a draw is a draw for both; `on_draw` can count pieces"),
    ("flagPieceSafe", "the squares win whether or not the piece can be captured there"),
    ("oppositeCastling", "no rule takes a right away because the opponent castled; a hook could"),
    ("pieceDemotion", "a piece that has turned does not turn back on the board"),
    ("dropPromoted", "a piece is dropped as what it is in hand"),
    ("passOnStalemate", "a player without a move has lost, or the game is drawn"),
    ("bikjangRule", "generals that face each other are in the recipe janggi"),
    ("diagonalLines", "lines are movements from and to zones, see the recipe janggi"),
    (
        "petrifyOnCaptureTypes",
        "a captured square that stays closed is a neutral piece, see the recipe trapdoors",
    ),
];

/// What is said of a key that nobody knows.
const NO_KEY: &str = "no such key is known";

/// A kind of piece.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// The key that names it.
    pub(super) key: String,
    pub(super) letter: char,
    pub(super) name: String,
    pub(super) moves: String,
    /// Moves that it has on its first squares only.
    pub(super) first: Vec<String>,
    pub(super) royal: bool,
    pub(super) value: u32,
}

/// A result for the player whom a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Win,
    Draw,
    Loss,
}

/// Something for each player, White's first.
pub(super) type Both<T> = [T; 2];

/// A game, as far as it has a counterpart.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) files: usize,
    pub(super) ranks: usize,
    pub(super) kinds: Vec<Kind>,
    pub(super) start: Start,
    /// Kinds that promote, what they become, and where.
    pub(super) promoting: Both<Vec<String>>,
    pub(super) promotions: Both<Vec<String>>,
    pub(super) promotion_zone: Both<String>,
    pub(super) promotion_optional: bool,
    pub(super) supply: Vec<(String, u32)>,
    /// Where the pawns of each player may go two squares, and where three.
    pub(super) double_zone: Both<Option<String>>,
    pub(super) triple_zone: Both<Option<String>>,
    /// King's and rook's squares before and after, of each right.
    pub(super) castling: Vec<(usize, [String; 4])>,
    pub(super) must_capture: bool,
    pub(super) no_checks: bool,
    pub(super) blast: bool,
    pub(super) drops: bool,
    /// Whether pieces in hand have to be dropped before others move.
    pub(super) must_drop: bool,
    /// Whether dropped pieces fall to the lowest empty square of their file.
    pub(super) drops_fall: bool,
    pub(super) captures_to_hand: bool,
    pub(super) keeps_promotion: bool,
    pub(super) drop_zone: Both<String>,
    pub(super) pawn_drop_zone: Both<String>,
    pub(super) stalemate: Outcome,
    pub(super) checkmate: Outcome,
    pub(super) goals: Goals,
    pub(super) repetition: u32,
    /// What a repetition is for the player whose turn would be next.
    pub(super) repeated: Outcome,
    pub(super) no_progress: u32,
    pub(super) armies: Armies,
    pub(super) walls: Option<Walls>,
    /// Whether players may pass. Two passes in a row end the game.
    pub(super) passes: bool,
}

/// Which wall a move leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Walls {
    /// One where the piece came from.
    Past,
    /// One on any empty square, as the player likes.
    Anywhere,
    /// One where the piece that has moved could go next.
    Arrow,
}

pub(super) struct Reader {
    pub(super) entries: Vec<Entry>,
    pub(super) missing: Vec<Missing>,
    /// Every key that was looked for.
    pub(super) known: BTreeSet<String>,
    heading: Heading,
    /// What the file says of the size of the board.
    sizes: Vec<Entry>,
}

impl Game {
    /// The kind of a letter, in either case.
    pub(super) fn kind_of(&self, letter: char) -> Option<&Kind> {
        let letter = letter.to_ascii_lowercase();
        self.kinds.iter().find(|kind| kind.letter == letter)
    }
}

impl Reader {
    pub(super) fn new(entries: Vec<Entry>, heading: Heading) -> Self {
        let (missing, known, sizes) = (Vec::new(), BTreeSet::new(), Vec::new());
        Self { entries, missing, known, heading, sizes }
    }

    /// The keys of the file that are none, if reading ended before everything was looked for: those that resemble
    /// one that is.
    pub(super) fn unknown(mut self) -> Vec<Missing> {
        let chess = ini::read(ini::BUILT_IN).and_then(|known| ini::flattened(&known, "chess"));
        let mut whole = Self::new(chess.unwrap_or_default(), Heading::default());
        if whole.game().is_err() {
            return Vec::new();
        }
        self.known.extend(whole.known);
        let known = self.known.clone();
        self.entries.retain(|entry| entry.line > 0 && !known.contains(&entry.key));
        self.missing.clear();
        let mut unknown = self.missing();
        unknown.retain(|key| key.why.starts_with(NO_KEY));
        unknown
    }

    /// What has no counterpart, in the order of the file.
    pub(super) fn missing(mut self) -> Vec<Missing> {
        let known = std::mem::take(&mut self.known);
        let keys = || {
            let others = REASONS.iter().map(|(key, _)| *key).chain(NO_RULE.iter().copied());
            known.iter().map(String::as_str).chain(others)
        };
        for entry in std::mem::take(&mut self.entries) {
            let key = entry.key.as_str();
            if NO_RULE.contains(&key) {
                continue;
            }
            let reason = REASONS.iter().find(|(known, _)| *known == key);
            let why = match (reason, did_you_mean(key, keys())) {
                (Some((_, why)), _) => (*why).to_owned(),
                // What can't be used here, its value or a key that says the same, was found all the same.
                (None, Some(near)) if !known.contains(key) => {
                    format!("{NO_KEY}; {near}")
                }
                (None, _) => "it has no counterpart".to_owned(),
            };
            self.miss(entry, why);
        }
        self.missing.sort_by(|a, b| (a.line, &a.key).cmp(&(b.line, &b.key)));
        self.missing
    }

    pub(super) fn miss(&mut self, entry: Entry, why: impl Into<String>) {
        let Entry { key, value, line } = entry;
        self.missing.push(Missing { key, value, line, why: why.into() });
    }

    pub(super) fn take(&mut self, key: &str) -> Option<Entry> {
        self.known.insert(key.to_owned());
        let place = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(place))
    }

    /// The first key that begins so.
    pub(super) fn take_first(&mut self, prefix: &str) -> Option<Entry> {
        let place = self.entries.iter().position(|entry| entry.key.starts_with(prefix))?;
        Some(self.entries.remove(place))
    }

    /// A value that `read` understands, or the usual one; what it does not understand is listed.
    pub(super) fn value<T>(
        &mut self,
        key: &str,
        usual: T,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> T {
        let Some(entry) = self.take(key) else { return usual };
        match read(&entry.value) {
            Ok(value) => value,
            Err(why) => {
                self.miss(entry, why);
                usual
            }
        }
    }

    pub(super) fn flag(&mut self, key: &str, usual: bool) -> bool {
        self.value(key, usual, |text| match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err("it is `true` or `false`".to_owned()),
        })
    }

    pub(super) fn number(&mut self, key: &str, usual: u32) -> u32 {
        self.value(key, usual, |text| {
            text.parse().ok().filter(|n| *n <= 100_000).ok_or_else(|| "it is a number".to_owned())
        })
    }

    /// A number for each of some kinds, as `q:2 r:4` says: their places in `kinds`. Pairs that say nothing are listed.
    pub(super) fn numbers(&mut self, key: &str, kinds: &[Kind]) -> Vec<(usize, u32)> {
        let Some(entry) = self.take(key) else { return Vec::new() };
        let mut numbers = Vec::new();
        for pair in entry.value.split_whitespace() {
            let number = pair.split_once(':').and_then(|(letter, number)| {
                let letter = letter.to_ascii_lowercase();
                let kind = kinds.iter().position(|kind| letter == kind.letter.to_string())?;
                Some((kind, number.parse().ok()?))
            });
            match number {
                Some(number) => numbers.push(number),
                None => {
                    let why =
                        format!("`{pair}` is not the letter of a piece, a colon and a number");
                    self.miss(entry.clone(), why);
                }
            }
        }
        numbers
    }

    pub(super) fn result(&mut self, key: &str, usual: Option<Outcome>) -> Option<Outcome> {
        self.value(key, usual, |text| match text {
            "win" => Ok(Some(Outcome::Win)),
            "draw" => Ok(Some(Outcome::Draw)),
            "loss" => Ok(Some(Outcome::Loss)),
            "none" => Ok(None),
            _ => Err("it is `win`, `draw`, `loss` or `none`".to_owned()),
        })
    }

    /// The game.
    pub(super) fn game(&mut self) -> Result<Game, ImportError> {
        let (files, ranks) = (self.size("maxFile")?, self.size("maxRank")?);
        let kinds = self.kinds();
        let start = self.start(files, ranks, &kinds)?;
        let mut game = Game {
            files,
            ranks,
            kinds,
            start,
            promoting: [Vec::new(), Vec::new()],
            promotions: [Vec::new(), Vec::new()],
            promotion_zone: [String::new(), String::new()],
            promotion_optional: false,
            supply: Vec::new(),
            double_zone: [None, None],
            triple_zone: [None, None],
            castling: Vec::new(),
            must_capture: self.flag("mustCapture", false),
            no_checks: !self.flag("checking", true),
            blast: self.flag("blastOnCapture", false),
            drops: self.flag("pieceDrops", false),
            must_drop: self.flag("mustDrop", false),
            drops_fall: self.falls(),
            captures_to_hand: self.flag("capturesToHand", false),
            keeps_promotion: self.flag("dropLoop", false),
            drop_zone: [String::new(), String::new()],
            pawn_drop_zone: [String::new(), String::new()],
            stalemate: self.result("stalemateValue", Some(Outcome::Draw)).unwrap_or(Outcome::Draw),
            checkmate: self.result("checkmateValue", Some(Outcome::Loss)).unwrap_or(Outcome::Loss),
            goals: Goals::default(),
            repetition: self.number("nFoldRule", 3),
            repeated: self.result("nFoldValue", Some(Outcome::Draw)).unwrap_or(Outcome::Draw),
            no_progress: self.number("nMoveRule", 50),
            armies: Armies::default(),
            walls: self.walls(),
            passes: self.flag("pass", false),
        };
        game.armies = self.armies(&game);
        if game.armies.soldiers_aside.is_some() {
            let soldiers = game.kinds.iter_mut().filter(|kind| kind.name == "soldier");
            soldiers.for_each(|soldier| "fW".clone_into(&mut soldier.moves));
        }
        self.turned(&mut game)?;
        self.promotions(&mut game);
        self.pawns(&mut game);
        self.castling(&mut game);
        self.drops(&mut game);
        self.goals(&mut game);
        Ok(game)
    }

    fn falls(&mut self) -> bool {
        self.value("enclosingDrop", false, |text| match text {
            "top" => Ok(true),
            "none" => Ok(false),
            _ => {
                Err("pieces that turn others over, or need neighbours, have no counterpart"
                    .to_owned())
            }
        })
    }

    fn walls(&mut self) -> Option<Walls> {
        let rule = self.take("wallingRule")?;
        match rule.value.as_str() {
            "none" => None,
            "past" => Some(Walls::Past),
            "static" => Some(Walls::Anywhere),
            "arrow" => Some(Walls::Arrow),
            _ => {
                self.entries.push(rule);
                None
            }
        }
    }

    fn size(&mut self, key: &'static str) -> Result<usize, ImportError> {
        let Some(entry) = self.take(key) else { return Ok(8) };
        self.sizes.extend((entry.line > 0).then(|| entry.clone()));
        let Entry { value, line, .. } = entry;
        // A file may be given by its letter.
        let letter = value.bytes().next().filter(|c| value.len() == 1 && c.is_ascii_lowercase());
        let size = letter.map(|c| usize::from(c - b'a') + 1).or_else(|| value.parse().ok());
        size.filter(|size| (1..=16).contains(size)).ok_or_else(|| {
            let why = "a board has 1 to 16 files and ranks".to_owned();
            ImportError::Value { line, key, value, why }
        })
    }

    fn start(&mut self, files: usize, ranks: usize, kinds: &[Kind]) -> Result<Start, ImportError> {
        const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let entry = self.take("startFen");
        let (value, line) = entry.map_or((USUAL.to_owned(), 0), |entry| (entry.value, entry.line));
        let known = |letter: &char| kinds.iter().any(|kind| kind.letter == *letter);
        let read = start::read(&value, files, ranks).and_then(|start| {
            let unknown = start.letters().find(|letter| !known(letter));
            match unknown {
                Some(letter) => Err(format!("no piece has the letter `{letter}`")),
                None => Ok(start),
            }
        });
        read.map_err(|why| {
            let Heading { name, line: heading, based } = &self.heading;
            // An array that is not in the file is not quoted as if it were.
            if line > 0 || *heading == 0 {
                return ImportError::Value { line, key: "startFen", value, why };
            }
            if !based {
                return ImportError::NoBase { line: *heading, name: name.clone() };
            }
            let there = value.split_whitespace().next().unwrap_or_default().split('/').count();
            let wide = start::read(&value, files, there).is_err();
            let size = if wide { "maxFile" } else { "maxRank" };
            let misfit = self.sizes.iter().find(|entry| entry.key == size);
            let (line, said) = match misfit {
                Some(Entry { key, value, line }) => (*line, format!("{key} = {value}")),
                None => (*heading, format!("[{name}]")),
            };
            ImportError::Inherited { line, said, why }
        })
    }

    /// Pieces that have turned into another kind at the start.
    fn turned(&mut self, game: &mut Game) -> Result<(), ImportError> {
        for (row, file) in game.start.turned.clone() {
            let Cell::Piece(shown) = game.start.rows[row][file] else { continue };
            let from = game.kind_of(shown).map(|kind| &kind.name);
            let to = game.armies.turning.iter().find(|(known, _)| Some(known) == from);
            let to = to.and_then(|(_, to)| game.kinds.iter().find(|kind| kind.name == *to));
            let Some(to) = to else {
                let why = format!("`+{shown}` is a piece that turns into no other");
                let value = format!("+{shown}");
                return Err(ImportError::Value { line: 0, key: "startFen", value, why });
            };
            let letter = to.letter;
            let shown =
                if shown.is_ascii_uppercase() { letter.to_ascii_uppercase() } else { letter };
            game.start.rows[row][file] = Cell::Piece(shown);
        }
        Ok(())
    }

    /// A key for each player, or one for both.
    pub(super) fn of_both(&mut self, key: &str, usual: [&str; 2]) -> Both<Entry> {
        let all = self.take(key);
        let mut of = |who: &str, usual: &str| {
            let own = self.take(&format!("{key}{who}")).or_else(|| all.clone());
            own.unwrap_or_else(|| Entry { key: key.to_owned(), value: usual.to_owned(), line: 0 })
        };
        [of("White", usual[0]), of("Black", usual[1])]
    }

    /// A square set for each player, in our words.
    pub(super) fn zones(
        &mut self,
        key: &str,
        usual: [&str; 2],
        board: (usize, usize),
    ) -> Both<String> {
        self.of_both(key, usual).map(|entry| match zone(&entry.value, board) {
            Some(zone) => {
                if zone.is_empty() && entry.line > 0 && !matches!(entry.value.trim(), "" | "-") {
                    self.miss(entry, "the board has none of these squares");
                }
                zone
            }
            None => {
                self.miss(entry, "it is not a list of squares");
                String::new()
            }
        })
    }

    /// The kinds of these letters. A letter that no kind has is missed, where the variant's own section has it.
    pub(super) fn kinds_of(&mut self, game: &Game, entry: Entry) -> Vec<String> {
        let kinds = named(game, &entry.value);
        let unknown =
            |letter: &char| letter.is_ascii_alphabetic() && game.kind_of(*letter).is_none();
        if let Some(letter) = entry.value.chars().find(unknown)
            && entry.line > 0
        {
            self.miss(entry, format!("no piece has the letter `{letter}`"));
        }
        kinds
    }

    fn promotions(&mut self, game: &mut Game) {
        let pawns = self.take("pawnTypes").map_or_else(|| "p".to_owned(), |entry| entry.value);
        let progress = named(game, &pawns);
        let promoting = self.of_both("promotionPawnTypes", [&pawns, &pawns]);
        let kinds = self.of_both("promotionPieceTypes", ["nbrq", "nbrq"]);
        game.promoting = promoting.map(|entry| self.kinds_of(game, entry));
        game.promotions = kinds.map(|entry| self.kinds_of(game, entry));
        game.promotion_zone = self.zones("promotionRegion", ["*8", "*1"], (game.files, game.ranks));
        game.promotion_optional = !self.flag("mandatoryPawnPromotion", true);
        for key in ["nMoveRuleTypes", "enPassantTypes"] {
            // Those that are pawns anyway are nothing new.
            if let Some(entry) = self.take(key)
                && named(game, &entry.value) != progress
            {
                self.miss(entry, "pawns alone are meant here");
            }
        }
        for (kind, most) in self.numbers("promotionLimit", &game.kinds) {
            let kind = game.kinds[kind].name.clone();
            game.supply.retain(|(known, _)| *known != kind);
            game.supply.push((kind, most));
        }
    }

    fn pawns(&mut self, game: &mut Game) {
        let on = self.flag("doubleStep", true);
        let given = self.zones("doubleStepRegion", ["*2", "*7"], (game.files, game.ranks));
        let triple = self.zones("tripleStepRegion", ["", ""], (game.files, game.ranks));
        if on {
            let some = |zone: String| Some(zone).filter(|zone| !zone.is_empty());
            game.double_zone = given.map(some);
            game.triple_zone = triple.map(some);
        }
    }

    fn drops(&mut self, game: &mut Game) {
        let last = game.ranks.to_string();
        let usual = ["", ""];
        let given = self.zones("dropRegion", usual, (game.files, game.ranks));
        let first_rank = self.flag("firstRankPawnDrops", false);
        let in_zone = self.flag("promotionZonePawnDrops", false);
        for player in 0..2 {
            let all = if given[player].is_empty() { "all" } else { &given[player] };
            game.drop_zone[player] = all.to_owned();
            let mut without = Vec::new();
            if !first_rank {
                without.push(format!("rank {}", ["1", &last][player]));
            }
            if !in_zone {
                without.extend(game.promotion_zone[player].split(" + ").map(str::to_owned));
            }
            let pawns = less(all, &without, (game.files, game.ranks));
            game.pawn_drop_zone[player] = pawns;
        }
    }
}

/// The names of kinds that are given by their letters.
pub(super) fn named(game: &Game, letters: &str) -> Vec<String> {
    letters.chars().filter_map(|letter| Some(game.kind_of(letter)?.name.clone())).collect()
}

/// Those squares of a list such as `d4 *3 a*` that a board of so many files and ranks has, in our
/// words.
pub(super) fn zone(text: &str, (files, ranks): (usize, usize)) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text == "-" {
        return Some(String::new());
    }
    let mut parts = Vec::new();
    for part in text.split_whitespace() {
        let split = part.find(|c: char| c.is_ascii_digit()).or_else(|| part.rfind('*'));
        let (file, rank) = part.split_at(split?);
        let on_rank = match rank {
            "*" => true,
            _ => (1..=ranks).contains(&rank.parse().ok().filter(|rank| (1..=16).contains(rank))?),
        };
        let on_file = match file.as_bytes() {
            b"*" => true,
            [letter] if letter.is_ascii_lowercase() => usize::from(letter - b'a') < files,
            _ => return None,
        };
        if on_rank && on_file {
            parts.push(match (file, rank) {
                ("*", "*") => "all".to_owned(),
                ("*", rank) => format!("rank {rank}"),
                (file, "*") => format!("file {file}"),
                _ => part.to_owned(),
            });
        }
    }
    Some(parts.join(" + "))
}

/// Squares less others, both in our words; empty if none are left.
pub(super) fn less(all: &str, parts: &[String], (files, ranks): (usize, usize)) -> String {
    let holds = |part: &str, file: usize, rank: usize| {
        let letter = (b'a' + file as u8) as char;
        match part.split_once(' ') {
            Some(("rank", number)) => number == (rank + 1).to_string(),
            Some((_, name)) => name == letter.to_string(),
            None => part == "all" || part == format!("{letter}{}", rank + 1),
        }
    };
    let parts: Vec<&str> =
        parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    let left = (0..files).any(|file| {
        (0..ranks).any(|rank| {
            all.split(" + ").any(|part| holds(part, file, rank))
                && !parts.iter().any(|part| holds(part, file, rank))
        })
    });
    if !left {
        return String::new();
    }
    parts.iter().fold(all.to_owned(), |set, part| format!("{set} - {part}"))
}
