//! From the keys of a variant to what they say of a game. Keys that are read are taken off the list; what
//! is left has no counterpart.

use std::collections::BTreeSet;

use crate::diagnostic::did_you_mean;

use super::armies::Armies;
use super::betza::Way;
use super::goals::Goals;
use super::inherit;
use super::ini::{self, Entry, Heading};
use super::squares::{holds, zone};
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
    /// The key that names it, and the character that stands for it.
    pub(super) key: String,
    pub(super) slot: char,
    pub(super) letter: char,
    pub(super) name: String,
    pub(super) moves: String,
    /// Moves that it has on its first squares only.
    pub(super) first: Vec<String>,
    /// Where it goes without a capture, as on an empty board.
    pub(super) quiet: Vec<Way>,
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
    /// The kinds whose moves are progress.
    pub(super) progress: Vec<String>,
    /// Pieces that have turned at the start, by row and file, and the kind that each was.
    pub(super) turned: Vec<((usize, usize), String)>,
    pub(super) supply: Vec<(String, u32)>,
    /// Where the pawns of each player may go two squares, and where three.
    pub(super) double_zone: Both<Option<String>>,
    pub(super) triple_zone: Both<Option<String>>,
    /// The player, and king's and rook's squares before and after, of each right.
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
    /// Where pawns may not be dropped.
    pub(super) no_pawn_drops: Both<Vec<String>>,
    pub(super) stalemate: Outcome,
    pub(super) checkmate: Outcome,
    pub(super) goals: Goals,
    pub(super) repetition: u32,
    /// What a repetition is for the player whose turn would be next.
    pub(super) repeated: Outcome,
    pub(super) no_progress: u32,
    pub(super) armies: Armies,
    pub(super) walls: Option<Walls>,
    /// Whether each player may pass. Two passes in a row end the game.
    pub(super) passes: Both<bool>,
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
    /// The array.
    pub(super) array: Entry,
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
        let (missing, sizes) = (Vec::new(), Vec::new());
        let known = inherit::other_names().map(str::to_owned).collect();
        Self { entries, missing, known, array: Entry::default(), heading, sizes }
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
            let key = entry.said.as_ref().map_or(entry.key.as_str(), |(key, _)| key.as_str());
            if NO_RULE.contains(&key) || is_idle(&entry) {
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
        // One key may be read for both players.
        self.missing.dedup();
        self.missing
    }

    pub(super) fn miss(&mut self, entry: Entry, why: impl Into<String>) {
        let Entry { key, value, said, line, .. } = entry;
        let (key, value) = said.unwrap_or((key, value));
        self.missing.push(Missing { key, value, line, why: why.into() });
    }

    pub(super) fn take(&mut self, key: &str) -> Option<Entry> {
        self.known.insert(key.to_owned());
        let place = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(place))
    }

    /// A key that is not read yet.
    fn entry(&self, key: &str) -> Option<Entry> {
        self.entries.iter().find(|entry| entry.key == key).cloned()
    }

    /// All of a key that a variant may have several times.
    pub(super) fn take_all(&mut self, key: &str) -> Vec<Entry> {
        self.known.insert(key.to_owned());
        self.entries.extract_if(.., |entry| entry.key == key).collect()
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

    /// A number for each of some kinds, as `q:2` says: their places in `kinds`. Pairs that say nothing are listed.
    pub(super) fn numbers(&mut self, key: &str, kinds: &[Kind]) -> Vec<(usize, u32)> {
        let mut numbers = Vec::new();
        for entry in self.take_all(key) {
            let pair = entry.meant.split_once(':');
            let kind = |slot: &str| kinds.iter().position(|kind| slot == kind.slot.to_string());
            let number = pair.and_then(|(slot, number)| Some((kind(slot)?, number.parse().ok()?)));
            match number {
                Some(number) => numbers.push(number),
                // A piece that the variant has no longer.
                None if entry.line == 0 => {}
                None => {
                    let why = format!(
                        "`{}` is not the letter of a piece, a colon and a number",
                        entry.value
                    );
                    self.miss(entry, why);
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
        let to_hand = self.entry("capturesToHand");
        let mut game = Game {
            files,
            ranks,
            kinds,
            start,
            promoting: [Vec::new(), Vec::new()],
            promotions: [Vec::new(), Vec::new()],
            promotion_zone: [String::new(), String::new()],
            promotion_optional: false,
            progress: Vec::new(),
            turned: Vec::new(),
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
            no_pawn_drops: [Vec::new(), Vec::new()],
            stalemate: self.result("stalemateValue", Some(Outcome::Draw)).unwrap_or(Outcome::Draw),
            checkmate: self.result("checkmateValue", Some(Outcome::Loss)).unwrap_or(Outcome::Loss),
            goals: Goals::default(),
            repetition: self.number("nFoldRule", 3),
            repeated: self.result("nFoldValue", Some(Outcome::Draw)).unwrap_or(Outcome::Draw),
            no_progress: self.number("nMoveRule", 50),
            armies: Armies::default(),
            walls: self.walls(),
            passes: ["passWhite", "passBlack"].map(|key| self.flag(key, false)),
        };
        if let (true, true, Some(entry)) = (game.blast, game.captures_to_hand, to_hand) {
            self.miss(entry, "a piece that a blast removes goes to no hand");
        }
        game.armies = self.armies(&game);
        if game.armies.soldiers_aside.is_some() {
            let soldiers = game.kinds.iter_mut().filter(|kind| kind.name == "soldier");
            soldiers.for_each(|soldier| "fW".clone_into(&mut soldier.moves));
        }
        self.turned(&mut game)?;
        self.pawns(&mut game);
        self.promotions(&mut game);
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
        let usual =
            || Entry { key: "startFen".to_owned(), value: USUAL.to_owned(), ..Entry::default() };
        self.array = self.take("startFen").unwrap_or_else(usual);
        let Entry { value, line, .. } = self.array.clone();
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
                Some(Entry { key, value, line, .. }) => (*line, format!("{key} = {value}")),
                None => (*heading, format!("[{name}]")),
            };
            ImportError::Inherited { line, said, why }
        })
    }

    /// Pieces that have turned into another kind at the start.
    fn turned(&mut self, game: &mut Game) -> Result<(), ImportError> {
        for (row, file) in game.start.turned.clone() {
            let Cell::Piece(shown) = game.start.rows[row][file] else { continue };
            let from = game.kind_of(shown).map(|kind| kind.name.clone()).unwrap_or_default();
            let to = game.armies.turning.iter().find(|(known, _)| *known == from);
            let to = to.and_then(|(_, to)| game.kinds.iter().find(|kind| kind.name == *to));
            let Some(letter) = to.map(|to| to.letter) else {
                let why = format!("`+{shown}` is a piece that turns into no other");
                let (value, line) = (format!("+{shown}"), self.array.line);
                return Err(ImportError::Value { line, key: "startFen", value, why });
            };
            game.turned.push(((row, file), from));
            let shown =
                if shown.is_ascii_uppercase() { letter.to_ascii_uppercase() } else { letter };
            game.start.rows[row][file] = Cell::Piece(shown);
        }
        Ok(())
    }

    /// A key for each player.
    pub(super) fn of_both(&mut self, key: &str, usual: [&str; 2]) -> Both<Entry> {
        let mut of = |who: &str, usual: &str| {
            let key = format!("{key}{who}");
            let (value, meant) = (usual.to_owned(), usual.to_owned());
            self.take(&key).unwrap_or(Entry { key, value, meant, ..Entry::default() })
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
        let kinds = named(game, &entry.meant);
        if let Some(letter) = entry.meant.chars().find(char::is_ascii_alphabetic)
            && entry.line > 0
        {
            self.miss(entry, format!("no piece has the letter `{letter}`"));
        }
        kinds
    }

    fn promotions(&mut self, game: &mut Game) {
        let promoting = self.of_both("promotionPawnTypes", ["", ""]);
        let kinds = self.of_both("promotionPieceTypes", ["", ""]);
        game.promoting = promoting.map(|entry| self.kinds_of(game, entry));
        // Pawns promote whether they are named or not.
        if let Some(pawn) = game.kinds.iter().find(|kind| kind.key == "pawn") {
            for promoting in &mut game.promoting {
                if !promoting.contains(&pawn.name) {
                    promoting.insert(0, pawn.name.clone());
                }
            }
        }
        game.promotions = kinds.map(|entry| self.kinds_of(game, entry));
        let regions = ["promotionRegionWhite", "promotionRegionBlack"].map(|key| self.entry(key));
        game.promotion_zone = self.zones("promotionRegion", ["*8", "*1"], (game.files, game.ranks));
        for (player, region) in regions.into_iter().enumerate() {
            if let Some(entry) = region
                && promotes_en_passant(game, player)
            {
                self.miss(entry, "here a capture en passant may promote, too");
            }
        }
        game.promotion_optional = !self.flag("mandatoryPawnPromotion", true);
        self.progress(game);
        for (kind, most) in self.numbers("promotionLimit", &game.kinds) {
            let kind = game.kinds[kind].name.clone();
            game.supply.retain(|(known, _)| *known != kind);
            game.supply.push((kind, most));
        }
    }

    /// The kinds whose moves are progress.
    fn progress(&mut self, game: &mut Game) {
        let entries = self.of_both("nMoveRuleTypes", ["", ""]);
        let of = entries.clone().map(|entry| self.kinds_of(game, entry));
        let shown = |player: usize, name: &String| {
            let letter = game.kinds.iter().find(|kind| kind.name == *name).map(|kind| kind.letter);
            letter.is_some_and(|letter| {
                let letter = if player == 0 { letter.to_ascii_uppercase() } else { letter };
                game.start.rows.iter().flatten().any(|cell| *cell == Cell::Piece(letter))
            })
        };
        let mut progress: Vec<String> = of.concat();
        progress.sort_unstable();
        progress.dedup();
        for (player, entry) in entries.into_iter().enumerate() {
            let other = progress.iter().find(|name| !of[player].contains(*name));
            let back = of[player].iter().find(|name| {
                let kind = game.kinds.iter().find(|kind| kind.name == **name);
                kind.is_some_and(|kind| {
                    kind.quiet.iter().any(|(x, y)| kind.quiet.contains(&(-x, -y)))
                })
            });
            if game.no_progress == 0 {
                continue;
            }
            if other.is_some_and(|other| shown(player, other)) {
                self.miss(entry, "moves of a piece are progress for both players");
            } else if back.is_some() {
                self.miss(entry, "here a move that can be taken back is progress, too");
            }
        }
        game.progress = progress;
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
        let given = self.zones("dropRegion", ["", ""], (game.files, game.ranks));
        let first_rank = self.flag("firstRankPawnDrops", false);
        let in_zone = self.flag("promotionZonePawnDrops", false);
        for (player, given) in given.into_iter().enumerate() {
            game.drop_zone[player] = if given.is_empty() { "all".to_owned() } else { given };
            let without = &mut game.no_pawn_drops[player];
            if !first_rank {
                without.push(format!("rank {}", ["1", &last][player]));
            }
            if !in_zone {
                without.extend(game.promotion_zone[player].split(" + ").map(str::to_owned));
            }
        }
    }
}

/// Whether a capture en passant may end in the promotion region of a player.
fn promotes_en_passant(game: &Game, player: usize) -> bool {
    let (other, ahead) = if player == 0 { (1, -1) } else { (0, 1) };
    let Some(zone) = &game.double_zone[other] else { return false };
    let promotes = !game.promotions[player].is_empty() || !game.armies.turning.is_empty();
    let mut squares =
        (0..game.files).flat_map(|file| (0..game.ranks).map(move |rank| (file, rank)));
    let passed = |(file, rank): (usize, usize)| {
        let over = rank.checked_add_signed(ahead);
        holds(zone, file, rank)
            && over.is_some_and(|over| holds(&game.promotion_zone[player], file, over))
    };
    promotes && game.kinds.iter().any(|kind| kind.moves.contains('e')) && squares.any(passed)
}

/// Whether a key without a counterpart says what holds without it.
fn is_idle(entry: &Entry) -> bool {
    let usual = if entry.key == "dropChecks" { "true" } else { "false" };
    entry.value == usual || matches!(entry.value.as_str(), "none" | "-" | "")
}

/// The names of kinds for which these characters stand.
pub(super) fn named(game: &Game, slots: &str) -> Vec<String> {
    let kind = |slot: char| game.kinds.iter().find(|kind| kind.slot == slot);
    slots.chars().filter_map(|slot| Some(kind(slot)?.name.clone())).collect()
}
