//! Translates the keys of a variant into a game. Reading a key removes it from the list. The keys
//! that remain at the end can't be translated.

mod castling;
mod goals;
mod keys;
mod piece_options;
mod pieces;

pub(crate) use keys::KeyReader;

use crate::error::{ImportError, Untranslated};
use crate::game::{Goals, PieceOptions, PlayerResult, VariantGame, VariantPiece, Walls};
use crate::inherit;
use crate::ini::{self, IniEntry, SectionHeading};
use crate::square_lists::holds;
use crate::start_fen::{self, FenCell, StartPosition};
use keys::UNKNOWN_KEY;

impl KeyReader {
    /// Returns the unknown keys of the file whose names resemble a known key. If reading has
    /// stopped at an error, these keys may be the cause.
    pub(crate) fn unknown(mut self) -> Vec<Untranslated> {
        let chess =
            ini::read(ini::BUILT_IN_VARIANTS).and_then(|known| inherit::flattened(&known, "chess"));
        let mut whole = Self::new(chess.unwrap_or_default(), SectionHeading::default());
        if whole.game().is_err() {
            return Vec::new();
        }
        self.known.extend(whole.known);
        let known = self.known.clone();
        self.entries.retain(|entry| entry.line > 0 && !known.contains(&entry.key));
        self.missing.clear();
        let mut unknown = self.missing();
        unknown.retain(|key| key.why.starts_with(UNKNOWN_KEY));
        unknown
    }

    /// Reads the whole game.
    ///
    /// # Errors
    /// Returns an [`ImportError`] if the board or the array can't be read.
    pub(crate) fn game(&mut self) -> Result<VariantGame, ImportError> {
        let (files, ranks) = (self.size("maxFile")?, self.size("maxRank")?);
        let kinds = self.kinds();
        let start = self.start(files, ranks, &kinds)?;
        let to_hand = self.entry("capturesToHand");
        let mut game = VariantGame {
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
            stalemate: self
                .result("stalemateValue", Some(PlayerResult::Draw))
                .unwrap_or(PlayerResult::Draw),
            checkmate: self
                .result("checkmateValue", Some(PlayerResult::Loss))
                .unwrap_or(PlayerResult::Loss),
            goals: Goals::default(),
            repetition: self.number("nFoldRule", 3),
            repeated: self
                .result("nFoldValue", Some(PlayerResult::Draw))
                .unwrap_or(PlayerResult::Draw),
            no_progress: self.number("nMoveRule", 50),
            piece_options: PieceOptions::default(),
            walls: self.walls(),
            passes: ["passWhite", "passBlack"].map(|key| self.flag(key, false)),
        };
        if let (true, true, Some(entry)) = (game.blast, game.captures_to_hand, to_hand) {
            self.miss(entry, "pieces that a blast removes do not go to a hand");
        }
        game.piece_options = self.piece_options(&game);
        if game.piece_options.soldiers_aside.is_some() {
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
            _ => Err("drops that turn other pieces over, or need neighbours, have no counterpart"
                .to_owned()),
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
        let IniEntry { value, line, .. } = entry;
        // The number of files may also be written as the letter of the last file.
        let letter = value.bytes().next().filter(|c| value.len() == 1 && c.is_ascii_lowercase());
        let size = letter.map(|c| usize::from(c - b'a') + 1).or_else(|| value.parse().ok());
        size.filter(|size| (1..=16).contains(size)).ok_or_else(|| {
            let why = "a board has 1 to 16 files and ranks".to_owned();
            ImportError::Value { line, key, value, why }
        })
    }

    fn start(
        &mut self,
        files: usize,
        ranks: usize,
        kinds: &[VariantPiece],
    ) -> Result<StartPosition, ImportError> {
        const DEFAULT_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let usual = || IniEntry {
            key: "startFen".to_owned(),
            value: DEFAULT_START.to_owned(),
            ..IniEntry::default()
        };
        self.array = self.take("startFen").unwrap_or_else(usual);
        let IniEntry { value, line, .. } = self.array.clone();
        let known = |letter: &char| kinds.iter().any(|kind| kind.letter == *letter);
        let read = start_fen::read(&value, files, ranks).and_then(|start| {
            let unknown = start.letters().find(|letter| !known(letter));
            match unknown {
                Some(letter) => Err(format!("no piece has the letter `{letter}`")),
                None => Ok(start),
            }
        });
        read.map_err(|why| {
            let SectionHeading { name, line: heading, based } = &self.heading;
            // The error quotes the array only if the file contains the array.
            if line > 0 || *heading == 0 {
                return ImportError::Value { line, key: "startFen", value, why };
            }
            if !based {
                return ImportError::NoBase { line: *heading, name: name.clone() };
            }
            let there = value.split_whitespace().next().unwrap_or_default().split('/').count();
            let wide = start_fen::read(&value, files, there).is_err();
            let size = if wide { "maxFile" } else { "maxRank" };
            let misfit = self.sizes.iter().find(|entry| entry.key == size);
            let (line, said) = match misfit {
                Some(IniEntry { key, value, line, .. }) => (*line, format!("{key} = {value}")),
                None => (*heading, format!("[{name}]")),
            };
            ImportError::Inherited { line, said, why }
        })
    }

    /// Reads the pieces that have already turned into another kind at the start.
    fn turned(&mut self, game: &mut VariantGame) -> Result<(), ImportError> {
        for (row, file) in game.start.turned.clone() {
            let FenCell::Piece(shown) = game.start.rows[row][file] else { continue };
            let from = game.kind_of(shown).map(|kind| kind.name.clone()).unwrap_or_default();
            let to = game.piece_options.turning.iter().find(|(known, _)| *known == from);
            let to = to.and_then(|(_, to)| game.kinds.iter().find(|kind| kind.name == *to));
            let Some(letter) = to.map(|to| to.letter) else {
                let why = format!("`+{shown}` is a piece without a promoted form");
                let (value, line) = (format!("+{shown}"), self.array.line);
                return Err(ImportError::Value { line, key: "startFen", value, why });
            };
            game.turned.push(((row, file), from));
            let shown =
                if shown.is_ascii_uppercase() { letter.to_ascii_uppercase() } else { letter };
            game.start.rows[row][file] = FenCell::Piece(shown);
        }
        Ok(())
    }

    fn promotions(&mut self, game: &mut VariantGame) {
        let promoting = self.of_both("promotionPawnTypes", ["", ""]);
        let kinds = self.of_both("promotionPieceTypes", ["", ""]);
        game.promoting = promoting.map(|entry| self.kinds_of(game, entry));
        // Pawns promote even if the list does not name them.
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
                self.miss(entry, "here, an en passant capture can also promote");
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

    /// Reads the kinds whose moves count as progress.
    fn progress(&mut self, game: &mut VariantGame) {
        let entries = self.of_both("nMoveRuleTypes", ["", ""]);
        let of = entries.clone().map(|entry| self.kinds_of(game, entry));
        let shown = |player: usize, name: &String| {
            let letter = game.kinds.iter().find(|kind| kind.name == *name).map(|kind| kind.letter);
            letter.is_some_and(|letter| {
                let letter = if player == 0 { letter.to_ascii_uppercase() } else { letter };
                game.start.rows.iter().flatten().any(|cell| *cell == FenCell::Piece(letter))
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
                self.miss(entry, "here, moves of a kind count as progress for both players");
            } else if back.is_some() {
                self.miss(entry, "here, moves that can be reversed also count as progress");
            }
        }
        game.progress = progress;
    }

    fn pawns(&mut self, game: &mut VariantGame) {
        let on = self.flag("doubleStep", true);
        let given = self.zones("doubleStepRegion", ["*2", "*7"], (game.files, game.ranks));
        let triple = self.zones("tripleStepRegion", ["", ""], (game.files, game.ranks));
        if on {
            let some = |zone: String| Some(zone).filter(|zone| !zone.is_empty());
            game.double_zone = given.map(some);
            game.triple_zone = triple.map(some);
        }
        // Without a move of several steps, no piece can be captured en passant.
        let several = |moves: &str| moves.contains("nD") || moves.contains(char::is_numeric);
        let none = game.double_zone.iter().chain(&game.triple_zone).all(Option::is_none);
        if none && !game.kinds.iter().any(|kind| several(&kind.moves)) {
            game.kinds.iter_mut().for_each(|kind| kind.moves = kind.moves.replace("ce", "c"));
        }
    }

    fn drops(&mut self, game: &mut VariantGame) {
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

/// Returns `true` if a capture en passant may end in a player's promotion region.
fn promotes_en_passant(game: &VariantGame, player: usize) -> bool {
    let (other, ahead) = if player == 0 { (1, -1) } else { (0, 1) };
    let Some(zone) = &game.double_zone[other] else { return false };
    let promotes = !game.promotions[player].is_empty() || !game.piece_options.turning.is_empty();
    let mut squares =
        (0..game.files).flat_map(|file| (0..game.ranks).map(move |rank| (file, rank)));
    let passed = |(file, rank): (usize, usize)| {
        let over = rank.checked_add_signed(ahead);
        holds(zone, file, rank)
            && over.is_some_and(|over| holds(&game.promotion_zone[player], file, over))
    };
    promotes && game.kinds.iter().any(|kind| kind.moves.contains('e')) && squares.any(passed)
}
