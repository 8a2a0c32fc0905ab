//! The service: it holds rulesets and games, reads requests and answers them.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_core::AgentSpec;
use quadrille_dsl::lessons::Lesson;
use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Diagnostic, Library, Loaded, load};
use quadrille_session::{LessonSession, PuzzleSession, Session, SessionError};
use serde::Deserialize;

use crate::draft::{DRAFT, Drafts};
use crate::protocol::{
    Answer, Ask, Card, Expects, Format, GameView, LessonView, Moved, Outcome, PuzzleTitle,
    PuzzleView, Refusal, RefusalCode, Refused, Request, Response, RulesKey, Start, VERSION,
};
use crate::{check, playouts, puzzles, rules, view};

/// The longest request, in bytes.
pub const MAX_MESSAGE: usize = 9 * 1024 * 1024;
/// How many games a service holds. The one that was used longest ago makes room for another.
pub const MAX_GAMES: usize = 64;
/// How many rulesets it keeps loaded.
const MAX_RULES: usize = 16;
/// The most text that the files of a ruleset have together, in bytes.
const MAX_FILES: usize = 1024 * 1024;

/// Answers requests. It owns its games; nothing of it is shared with other services.
pub struct Service {
    library: Box<dyn Library + Send>,
    stop: Arc<AtomicBool>,
    /// The rulesets used last, the latest at the end.
    rules: Vec<Known>,
    /// The games, the one used last at the end.
    games: Vec<Held>,
    /// How many games there have been.
    begun: u64,
    cards: Option<Vec<Card>>,
    puzzles: Option<Vec<PuzzleTitle>>,
}

/// A ruleset.
struct Known {
    key: RulesKey,
    loaded: Arc<Loaded>,
    /// Its lessons, once they have been read.
    lessons: OnceCell<Vec<Lesson>>,
}

/// A game.
struct Held {
    name: String,
    rules: RulesKey,
    session: Session,
    notes: Vec<String>,
    /// The puzzle that is solved in it.
    puzzle: Option<PuzzleSession>,
}

type Answered = Result<Answer, Refusal>;

impl Service {
    /// A service with the rulesets of a library.
    #[must_use]
    pub fn new(library: Box<dyn Library + Send>) -> Self {
        let stop = Arc::default();
        let (rules, games) = (Vec::new(), Vec::new());
        Self { library, stop, rules, games, begun: 0, cards: None, puzzles: None }
    }

    /// A service with the shipped rulesets.
    #[must_use]
    pub fn shipped() -> Self {
        Self::new(Box::new(Shipped))
    }

    /// A flag that another thread may set to cut the present work short: an agent answers with the best
    /// that it has found, playouts and checks with what is done. Whoever sets it clears it.
    #[must_use]
    pub fn stopper(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Answers a request: JSON in, JSON out. Whatever is wrong with it is part of the answer.
    #[must_use]
    pub fn answer(&mut self, text: &str) -> String {
        let response = self.response(text);
        serde_json::to_string(&response).unwrap_or_default()
    }

    /// The same, before it is written.
    #[must_use]
    pub fn response(&mut self, text: &str) -> Response {
        if text.len() > MAX_MESSAGE {
            let text = format!("the message has {} bytes; {MAX_MESSAGE} are read", text.len());
            return respond(0, Err(refusal(RefusalCode::TooMany, text)));
        }
        match serde_json::from_str::<Request>(text) {
            Ok(Request { id, ask }) => respond(id, self.ask(ask)),
            Err(error) => {
                let id = serde_json::from_str(text).map_or(0, |Numbered { id }| id);
                respond(id, Err(refusal(RefusalCode::Message, error.to_string())))
            }
        }
    }

    /// Answers what is asked.
    ///
    /// # Errors
    /// Why it can't be done.
    pub fn ask(&mut self, ask: Ask) -> Answered {
        match ask {
            Ask::Hello => {
                let program = env!("CARGO_PKG_VERSION").to_owned();
                Ok(Answer::Hello { protocol: VERSION, program })
            }
            Ask::List => Ok(Answer::Rulesets { rulesets: self.cards().to_vec() }),
            Ask::Ruleset { rules } => {
                let loaded = self.loaded(&rules)?;
                Ok(Answer::Ruleset(Box::new(rules::ruleset(&loaded))))
            }
            Ask::Files { ruleset } => self.files(&ruleset),
            Ask::Reach { rules, kind, army, square, facing } => {
                let loaded = self.loaded(&rules)?;
                let (army, square) = (army.as_deref(), square.as_deref());
                rules::reached(&loaded, &kind, army, square, facing.as_deref())
                    .map(Answer::Reach)
                    .map_err(|text| refusal(RefusalCode::Unknown, text))
            }
            Ask::New { rules, from } => self.begin(rules, &from),
            Ask::Look { game } => {
                let held = self.held(&game)?;
                Ok(Answer::Game(Box::new(held.view()?)))
            }
            Ask::Play { game, at, action } => self.play(&game, at, &action),
            Ask::Why { game, action } => {
                let why = self.held(&game)?.session.why_not(&action)?;
                Ok(Answer::Why { why: why.as_ref().map(view::why_not) })
            }
            Ask::Goto { game, ply } => {
                let held = self.held(&game)?;
                held.session.go_to(ply)?;
                let stands = view::standing(&held.session)?;
                Ok(Answer::Moved(Box::new(Moved { ply: None, stands })))
            }
            Ask::Advise { game, agent, seed } => {
                let agent = AgentSpec::from_str(&agent)
                    .map_err(|text| refusal(RefusalCode::Unknown, text))?;
                let stop = self.stopper();
                let session = &self.held(&game)?.session;
                let advice = session.advise(agent, seed, &|| stop.load(Ordering::Relaxed))?;
                Ok(Answer::Advice { action: advice.action, share: advice.share })
            }
            Ask::Export { game, format } => {
                let session = &self.held(&game)?.session;
                let text = match format {
                    Format::Fen => session.fen(),
                    Format::Pgn => session.to_pgn(&[]),
                    Format::Json => session.to_json(),
                };
                Ok(Answer::Text { text: text? })
            }
            Ask::Close { game } => {
                self.held(&game)?;
                self.games.pop();
                Ok(Answer::Closed)
            }
            Ask::Lesson { rules, lesson } => self.lesson(&rules, lesson),
            Ask::Puzzles => {
                let library = &*self.library;
                let all = self.puzzles.get_or_insert_with(|| puzzles::titles(library));
                Ok(Answer::Puzzles { puzzles: all.clone() })
            }
            Ask::Puzzle { ruleset, number } => self.puzzle(&ruleset, number),
            Ask::Try { game, at, action } => self.attempt(&game, at, &action),
            Ask::Hint { game } => {
                let stop = self.stopper();
                let held = self.held(&game)?;
                let stop = || stop.load(Ordering::Relaxed);
                let puzzle = held.puzzle.as_ref().ok_or_else(no_puzzle)?;
                Ok(Answer::Hint(puzzles::hint(puzzle, &held.session, &stop)?))
            }
            Ask::Check { files } => {
                within(&files)?;
                let checked = check::check(&*self.library, &files, &self.stop);
                Ok(Answer::Checked(Box::new(checked)))
            }
            Ask::Playouts { rules, agents, seed, first, games } => {
                if games > playouts::MOST {
                    let text = format!("at most {} games in a message", playouts::MOST);
                    return Err(refusal(RefusalCode::TooMany, text));
                }
                let loaded = self.loaded(&rules)?;
                playouts::play(&loaded, &agents, seed, first, games, &self.stop)
                    .map(Answer::Played)
                    .map_err(|text| refusal(RefusalCode::Unknown, text))
            }
        }
    }

    /// The rulesets by year; those that can't be loaded are left out.
    fn cards(&mut self) -> &[Card] {
        let library = &*self.library;
        self.cards.get_or_insert_with(|| {
            let loaded = library.names().into_iter().filter_map(|id| load(library, &id, &[]).ok());
            let card = |loaded: Loaded| rules::card(&loaded, rules::lessons_of(&loaded).len());
            let mut cards: Vec<Card> = loaded.map(card).collect();
            cards.sort_by(|a, b| {
                (a.year.is_none(), a.year, &a.id).cmp(&(b.year.is_none(), b.year, &b.id))
            });
            cards
        })
    }

    fn files(&self, ruleset: &str) -> Answered {
        let unknown = |text: String| refusal(RefusalCode::Unknown, text);
        let folder = self
            .library
            .folder(ruleset)
            .map_err(|error| unknown(format!("`{ruleset}`: {error}")))?;
        let files = folder.files.into_iter();
        let files = files.map(|(name, content)| {
            let text = String::from_utf8(content);
            text.map(|text| (name.clone(), text))
                .map_err(|_| unknown(format!("`{name}` is no text")))
        });
        Ok(Answer::Files { files: files.collect::<Result<_, _>>()? })
    }

    /// The rules of a key.
    fn loaded(&mut self, key: &RulesKey) -> Result<Arc<Loaded>, Refusal> {
        self.known(key).map(|known| Arc::clone(&known.loaded))
    }

    /// The rules of a key, loaded once; they become those that were used last.
    fn known(&mut self, key: &RulesKey) -> Result<&Known, Refusal> {
        let known = match self.rules.iter().position(|known| known.key == *key) {
            Some(place) => self.rules.remove(place),
            None => {
                let loaded = Arc::new(self.load(key)?);
                Known { key: key.clone(), loaded, lessons: OnceCell::new() }
            }
        };
        if self.rules.len() >= MAX_RULES {
            self.rules.remove(0);
        }
        self.rules.push(known);
        Ok(&self.rules[self.rules.len() - 1])
    }

    fn load(&self, key: &RulesKey) -> Result<Loaded, Refusal> {
        let set: Vec<_> = key.set.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let loaded = match &key.files {
            None => load(&*self.library, &key.id, &set),
            Some(files) => {
                within(files)?;
                let preset = key.id.split_once('@').map_or("", |(_, preset)| preset);
                let name =
                    if preset.is_empty() { DRAFT.into() } else { format!("{DRAFT}@{preset}") };
                load(&Drafts { files, others: &*self.library }, &name, &set)
            }
        };
        loaded.map_err(|found| invalid(&found))
    }

    /// A game, which becomes the one that was used last.
    fn held(&mut self, name: &str) -> Result<&mut Held, Refusal> {
        let unknown = || refusal(RefusalCode::Unknown, format!("there is no game `{name}`"));
        let place = self.games.iter().position(|held| held.name == name).ok_or_else(unknown)?;
        let held = self.games.remove(place);
        self.games.push(held);
        self.games.last_mut().ok_or_else(unknown)
    }

    /// Keeps a game.
    fn hold(
        &mut self,
        rules: RulesKey,
        session: Session,
        notes: Vec<String>,
    ) -> Result<GameView, Refusal> {
        self.begun += 1;
        let name = format!("g{}", self.begun);
        let held = Held { name, rules, session, notes, puzzle: None };
        let view = held.view()?;
        self.games.push(held);
        if self.games.len() > MAX_GAMES {
            self.games.remove(0);
        }
        Ok(view)
    }

    fn begin(&mut self, key: RulesKey, from: &Start) -> Answered {
        let named = match from {
            Start::Json(text) if key.id.is_empty() && key.files.is_none() => {
                Some(Session::open_json(&*self.library, text)?)
            }
            _ => None,
        };
        let (key, session, notes) = if let Some(imported) = named {
            (key_of(imported.session.rules()), imported.session, imported.notes)
        } else {
            let rules = self.loaded(&key)?;
            let imported = match from {
                Start::Start => Session::start(rules).map(|session| (session, Vec::new())),
                Start::Fen(fen) => Session::from_fen(rules, fen).map(|game| (game, Vec::new())),
                Start::Pgn(text) => {
                    Session::from_pgn(rules, text).map(|game| (game.session, game.notes))
                }
                Start::Json(text) => {
                    Session::from_json(rules, text).map(|game| (game.session, game.notes))
                }
            };
            let (session, notes) = imported?;
            (key, session, notes)
        };
        Ok(Answer::Game(Box::new(self.hold(key, session, notes)?)))
    }

    fn play(&mut self, game: &str, at: usize, action: &str) -> Answered {
        let held = self.held(game)?;
        held.is_at(at)?;
        let ply = view::ply(held.session.play(action)?);
        let stands = view::standing(&held.session)?;
        Ok(Answer::Moved(Box::new(Moved { ply: Some(ply), stands })))
    }

    fn puzzle(&mut self, ruleset: &str, number: usize) -> Answered {
        let (file, _) = quadrille_dsl::puzzles::of(&*self.library, ruleset);
        let unknown = || {
            let text = format!("there is no puzzle {number} of `{ruleset}`");
            refusal(RefusalCode::Unknown, text)
        };
        let puzzle = file.puzzles.get(number).ok_or_else(unknown)?;
        let key = puzzles::key(ruleset, puzzle);
        let loaded = self.loaded(&key)?;
        let title = puzzles::title(&loaded, puzzle, ruleset, number).ok_or_else(unknown)?;
        let (solving, session) = PuzzleSession::open(loaded, puzzle.clone())?;
        let game = self.hold(key, session, Vec::new())?;
        if let Some(held) = self.games.last_mut() {
            held.puzzle = Some(solving);
        }
        let found = puzzles::found(puzzle);
        Ok(Answer::Puzzle(Box::new(PuzzleView { title, game, found })))
    }

    fn attempt(&mut self, game: &str, at: usize, action: &str) -> Answered {
        let stop = self.stopper();
        let held = self.held(game)?;
        held.is_at(at)?;
        let stop = || stop.load(Ordering::Relaxed);
        let puzzle = held.puzzle.as_ref().ok_or_else(no_puzzle)?;
        let tried = puzzles::attempt(puzzle, &mut held.session, action, &stop)?;
        Ok(Answer::Tried(Box::new(tried)))
    }

    fn lesson(&mut self, key: &RulesKey, number: usize) -> Answered {
        let base = RulesKey { set: BTreeMap::new(), id: bare(&key.id).to_owned(), ..key.clone() };
        let known = self.known(&base)?;
        let lessons = known.lessons.get_or_init(|| rules::lessons_of(&known.loaded));
        let lesson = lessons.get(number).cloned().ok_or_else(|| {
            let text = format!("there is no lesson {number}; the ruleset has {}", lessons.len());
            refusal(RefusalCode::Unknown, text)
        })?;
        let title = rules::title(&lesson);
        let played = RulesKey {
            id: match &lesson.preset {
                Some(preset) => format!("{}@{preset}", base.id),
                None => base.id.clone(),
            },
            set: lesson.set.iter().cloned().collect(),
            files: base.files,
        };
        let rules = self.loaded(&played)?;
        let mut shown = LessonSession::with_rules(rules, lesson)?;
        let begun = shown.session().fork();
        while shown.advance()?.is_some() {}
        let expectations = shown.expectations()?;
        let expects = expectations.into_iter().map(|expected| {
            let actions = expected.value.split_whitespace();
            let actions = actions.filter(|_| expected.key == "illegal");
            let reasons = actions.filter_map(|action| {
                let why = shown.session().why_not(action).ok()??;
                Some(Refused { action: action.to_owned(), why: view::why_not(&why) })
            });
            let reasons = reasons.collect();
            Expects { key: expected.key, value: expected.value, holds: expected.holds, reasons }
        });
        let expects = expects.collect();
        let actions = shown.actions().to_vec();
        let game = self.hold(played, begun, Vec::new())?;
        Ok(Answer::Lesson(Box::new(LessonView { title, game, actions, expects })))
    }
}

/// The refusal to judge in a game that is no puzzle.
fn no_puzzle() -> Refusal {
    refusal(RefusalCode::Unknown, "the game is no puzzle".to_owned())
}

impl Held {
    /// Whether the game is at the ply that the page sees.
    fn is_at(&self, at: usize) -> Result<(), Refusal> {
        if self.session.ply() == at {
            return Ok(());
        }
        let text = format!("the game is at ply {}, not {at}", self.session.ply());
        Err(refusal(RefusalCode::Stale, text))
    }

    fn view(&self) -> Result<GameView, Refusal> {
        Ok(GameView {
            game: self.name.clone(),
            rules: self.rules.clone(),
            plies: self.session.plies().map(view::line).collect(),
            stands: view::standing(&self.session)?,
            notes: self.notes.clone(),
        })
    }
}

/// The number of a request that can't be read otherwise.
#[derive(Deserialize)]
struct Numbered {
    id: u64,
}

fn respond(id: u64, answered: Answered) -> Response {
    let result = match answered {
        Ok(answer) => Outcome::Ok(Box::new(answer)),
        Err(refusal) => Outcome::Err(Box::new(refusal)),
    };
    Response { id, result }
}

fn refusal(code: RefusalCode, text: impl Into<String>) -> Refusal {
    Refusal { code, text: text.into(), why: None, findings: Vec::new() }
}

/// Rules that can't be loaded.
fn invalid(found: &[Diagnostic]) -> Refusal {
    let findings = rules::findings(found);
    let first = findings.iter().find(|finding| finding.error);
    let text = first.map_or("the ruleset can't be loaded", |first| &first.message).to_owned();
    Refusal { code: RefusalCode::Ruleset, text, why: None, findings }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Self {
        let text = error.to_string();
        let code = match &error {
            SessionError::Illegal { .. } => RefusalCode::Illegal,
            SessionError::Ruleset(found) | SessionError::Lesson(found) => return invalid(found),
            SessionError::Hook(_) => RefusalCode::Failed,
            SessionError::NoSuchSeat(_)
            | SessionError::NoSuchPly { .. }
            | SessionError::PuzzleOver
            | SessionError::Agent(_) => RefusalCode::Unknown,
            SessionError::TooLarge { .. }
            | SessionError::TooManyPlies
            | SessionError::Unsolved(_) => RefusalCode::TooMany,
            _ => RefusalCode::Text,
        };
        let why = match &error {
            SessionError::Illegal { why, .. } => Some(view::why_not(why)),
            _ => None,
        };
        Self { code, text, why, findings: Vec::new() }
    }
}

/// Files that are not too much.
fn within(files: &BTreeMap<String, String>) -> Result<(), Refusal> {
    let size: usize = files.iter().map(|(name, text)| name.len() + text.len()).sum();
    if size <= MAX_FILES {
        return Ok(());
    }
    let text = format!("the files have {size} bytes; at most {MAX_FILES} are read");
    Err(refusal(RefusalCode::TooMany, text))
}

/// A ruleset's id without its preset.
fn bare(id: &str) -> &str {
    id.split_once('@').map_or(id, |(id, _)| id)
}

/// The key of loaded rules.
fn key_of(loaded: &Loaded) -> RulesKey {
    let id = match &loaded.preset {
        Some(preset) => format!("{}@{preset}", loaded.meta.id),
        None => loaded.meta.id.clone(),
    };
    let changed = loaded.tunables.iter().filter(|tunable| tunable.value != tunable.default);
    let changed = changed.map(|it| (format!("{}.{}", it.script, it.name), it.value.clone()));
    RulesKey { id, set: changed.collect(), files: None }
}
