//! The service: holds rulesets and games, reads requests and answers them.

use std::collections::BTreeMap;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_agents::{AgentSpec, SearchLimits};
use quadrille_dsl::library::history;
use quadrille_dsl::puzzles::Puzzle;
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_dsl::{Ruleset, sentence};
use quadrille_session::{LessonGame, PuzzleGame};
use serde::Deserialize;

use crate::comparisons::HeldComparison;
use crate::game::HeldGame;
use crate::protocol::{
    Answer, AnswerResult, Ask, Expects, GameView, LessonView, MAX_ANALYSED_LINES,
    MAX_ANALYSED_NODES, MAX_MESSAGE_BYTES, PuzzleView, QuestionPlan, Refusal, RefusalCode,
    RefusedAction, Request, Response, RulesKey, Start, VERSION,
};
use crate::shared::{LoadedRuleset, Rulesets, bare, keep, latest, within};
use crate::{check, playouts, puzzles, rules, view};

/// The maximum number of games of a service. A new game replaces the least recently used one.
pub const MAX_GAMES: usize = 64;
/// The maximum number of loaded rulesets from a page's files.
const MAX_DRAFTS: usize = 8;
/// The maximum number of comparisons. A new comparison replaces the oldest one.
const MAX_COMPARISONS: usize = 2;

/// The maximum length of a line, in plies.
const MAX_LINE_PLIES: usize = 16;

/// The object that answers requests. It owns its games, and can share rulesets with other services.
pub struct Service {
    rulesets: Arc<Rulesets>,
    stop: Arc<AtomicBool>,
    /// The most recently used drafts, the latest last.
    drafts: Vec<Arc<LoadedRuleset>>,
    /// The games, the most recently used one last.
    games: Vec<HeldGame>,
    /// The comparisons, the newest one last.
    comparisons: Vec<HeldComparison>,
    /// The number of games and comparisons created so far.
    begun: u64,
    /// The prefix of the names of games and comparisons.
    prefix: &'static str,
    limits: ServiceLimits,
}

impl std::fmt::Debug for Service {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Service").field("games", &self.games.len()).finish_non_exhaustive()
    }
}

/// The limits of a service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServiceLimits {
    /// The maximum length of a request, in bytes.
    pub message: usize,
    /// The maximum number of games. A new game replaces the least recently used one.
    pub games: usize,
    /// The maximum number of plies of all games together. If there are more plies, the least
    /// recently used games are dropped. The game used last is never dropped.
    pub plies: usize,
}

impl Default for ServiceLimits {
    fn default() -> Self {
        Self { message: MAX_MESSAGE_BYTES, games: MAX_GAMES, plies: usize::MAX }
    }
}

/// The result of dispatching a request.
#[expect(
    clippy::large_enum_variant,
    reason = "each request makes only one, which is soon taken apart"
)]
pub enum Dispatched {
    /// The request is answered.
    Answered(Answered),
    /// The request takes long and does not need the service, so another thread may do the work.
    Work(Work),
}

impl std::fmt::Debug for Dispatched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Dispatched")
    }
}

/// A function that takes long. Another thread can set its flag to interrupt the work. The function
/// then soon returns a partial result.
pub type Work = Box<dyn FnOnce(&AtomicBool) -> Answered + Send>;

/// An answer, or the reason for a refusal.
pub type Answered = Result<Answer, Refusal>;

impl Service {
    /// Creates a service with these rulesets.
    #[must_use]
    pub fn new(rulesets: Arc<Rulesets>, limits: ServiceLimits) -> Self {
        let stop = Arc::default();
        let (drafts, games, comparisons) = (Vec::new(), Vec::new(), Vec::new());
        Self { rulesets, stop, drafts, games, comparisons, begun: 0, prefix: "", limits }
    }

    /// Sets a prefix for the names of games and comparisons. It distinguishes these names from the
    /// names in other services.
    #[must_use]
    pub fn with_prefix(self, prefix: &'static str) -> Self {
        Self { prefix, ..self }
    }

    /// Creates a service with the shipped rulesets.
    #[must_use]
    pub fn shipped() -> Self {
        Self::new(Arc::new(Rulesets::shipped()), ServiceLimits::default())
    }

    /// Returns the number of plies of all games.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.games.iter().map(|game| game.session().plies().len()).sum()
    }

    /// Returns `true` if a game uses rules from a page's files.
    #[must_use]
    pub fn is_draft(&self, game: &str) -> bool {
        self.games.iter().any(|held| held.name() == game && held.rules().files.is_some())
    }

    /// Returns a flag with which another thread can interrupt the present work. Agents then answer
    /// with their best action so far. Playouts and checks answer with partial results, and a request
    /// that loads rules is refused. The flag must be cleared by the thread that set it.
    #[must_use]
    pub fn stopper(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Sets the flag that interrupts the following requests, instead of the flag of
    /// [`Service::stopper`].
    pub fn set_stopper(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Answers a request in JSON with a response in JSON. Errors are part of the response.
    #[must_use]
    pub fn answer(&mut self, text: &str) -> String {
        let response = self.response(text);
        serde_json::to_string(&response).unwrap_or_default()
    }

    /// Answers a request in JSON with a [`Response`].
    #[must_use]
    pub fn response(&mut self, text: &str) -> Response {
        match read(text, self.limits.message) {
            Ok(Request { id, ask }) => respond(id, self.ask(ask)),
            Err(response) => response,
        }
    }

    /// Answers a request.
    ///
    /// # Errors
    /// Returns the refusal if the request can't be answered.
    pub fn ask(&mut self, ask: Ask) -> Answered {
        match self.dispatch(ask) {
            Dispatched::Answered(answered) => answered,
            Dispatched::Work(work) => work(&self.stop),
        }
    }

    /// Answers a request. If the answer takes long, returns the work that computes it.
    pub fn dispatch(&mut self, ask: Ask) -> Dispatched {
        self.dispatched(ask).unwrap_or_else(|refusal| Dispatched::Answered(Err(refusal)))
    }

    fn dispatched(&mut self, ask: Ask) -> Result<Dispatched, Refusal> {
        let answered = match ask {
            Ask::Hello => {
                let program = env!("CARGO_PKG_VERSION").to_owned();
                Ok(Answer::Hello { protocol: VERSION, program })
            }
            Ask::List => Ok(Answer::Rulesets { rulesets: self.rulesets.cards().to_vec() }),
            Ask::Cookbook => {
                let rulesets = Arc::clone(&self.rulesets);
                return Ok(Dispatched::Work(Box::new(move |_| {
                    Ok(Answer::Rulesets { rulesets: rulesets.recipes().to_vec() })
                })));
            }
            Ask::History => Ok(Answer::History(history().clone())),
            Ask::Ruleset { rules } => {
                let loaded = self.loaded(&rules)?;
                Ok(Answer::Ruleset(Box::new(rules::ruleset(&loaded))))
            }
            Ask::Files { ruleset } => self.files(&ruleset),
            Ask::Weights { ruleset, weights } => {
                self.rulesets.supply_weights(&ruleset, weights)?;
                Ok(Answer::Supplied)
            }
            Ask::Reach { rules, kind, army, square, facing } => {
                let loaded = self.loaded(&rules)?;
                let (army, square) = (army.as_deref(), square.as_deref());
                rules::reached(&loaded, &kind, army, square, facing.as_deref())
                    .map(Answer::Reach)
                    .map_err(|sentence| Refusal::new(RefusalCode::Unknown, sentence))
            }
            Ask::New { rules, from } => self.begin(rules, &from),
            Ask::Look { game } => Ok(Answer::Game(Box::new(self.held(&game)?.view()?))),
            Ask::Play { game, at, action } => {
                Ok(Answer::Moved(Box::new(self.held(&game)?.play(at, &action)?)))
            }
            Ask::Why { game, action } => self.held(&game)?.why(&action),
            Ask::Threats { game } => self.held(&game)?.threats(),
            Ask::Trace { game, from, count } => self.held(&game)?.trace(from, count),
            Ask::Goto { game, ply } => Ok(Answer::Moved(Box::new(self.held(&game)?.go_to(ply)?))),
            Ask::See { game, by } => {
                let held = self.held(&game)?;
                held.see(by.as_deref())?;
                Ok(Answer::Game(Box::new(held.view()?)))
            }
            Ask::Export { game, format } => self.held(&game)?.export(format),
            Ask::Close { game } => {
                self.held(&game)?;
                self.games.pop();
                Ok(Answer::Closed)
            }
            Ask::Lesson { rules, lesson } => self.lesson(&rules, lesson),
            Ask::Alternatives { rules, lesson, played } => {
                let (_, mut shown) = self.lesson_game(&rules, lesson)?;
                for action in &played {
                    shown.play(action)?;
                }
                Ok(Answer::Alternatives { actions: shown.alternatives()? })
            }
            Ask::PuzzleBoard { ruleset, number } => {
                let (_, puzzle, loaded) = self.found_puzzle(&ruleset, number)?;
                Ok(Answer::PuzzleBoard { pieces: puzzles::pieces(&loaded, &puzzle) })
            }
            Ask::Puzzles => Ok(Answer::Puzzles { puzzles: self.rulesets.puzzles().to_vec() }),
            Ask::Puzzle { ruleset, number } => self.puzzle(&ruleset, number),
            Ask::Try { game, at, action } => {
                let stop = self.stopper();
                let stop = || stop.load(Ordering::Relaxed);
                Ok(Answer::Tried(Box::new(self.held(&game)?.attempt(at, &action, &stop)?)))
            }
            Ask::Hint { game } => {
                let stop = self.stopper();
                let stop = || stop.load(Ordering::Relaxed);
                Ok(Answer::Hint(self.held(&game)?.hint(&stop)?))
            }
            Ask::Host { .. }
            | Ask::Join { .. }
            | Ask::Rematch { .. }
            | Ask::Assign { .. }
            | Ask::OpenClass { .. }
            | Ask::JoinClass { .. }
            | Ask::Class { .. }
            | Ask::DirectClass { .. } => {
                Err(Refusal::new(RefusalCode::NotServed, sentence!(RefusalNoTables)))
            }
            Ask::Advise { game, agent, seed } => {
                return self.advise(&game, &agent, seed).map(Dispatched::Work);
            }
            Ask::Analyse { game, nodes, lines } => {
                return self.analyse(&game, nodes, lines).map(Dispatched::Work);
            }
            Ask::Check { files } => return self.check(files).map(Dispatched::Work),
            Ask::Playouts { rules, agents, seed, first, games } => {
                let games = first..first.saturating_add(games);
                return self.playouts(&rules, agents, seed, games).map(Dispatched::Work);
            }
            Ask::Compare { sides, question } => self.compare(sides, &question),
            Ask::Continue { comparison, blocks } => {
                let held = self.comparison(&comparison)?;
                return Ok(Dispatched::Work(Box::new(move |stop| {
                    held.go_on(blocks, stop).map(|view| Answer::Compared(Box::new(view)))
                })));
            }
            Ask::Report { comparison } => {
                let held = self.comparison(&comparison)?;
                return Ok(Dispatched::Work(Box::new(move |_| {
                    Ok(Answer::Text { text: held.page() })
                })));
            }
            Ask::Record { rules, agents, seed, number } => {
                return self.record(&rules, agents, seed, number).map(Dispatched::Work);
            }
        };
        Ok(Dispatched::Answered(answered))
    }

    fn advise(&mut self, game: &str, agent: &str, seed: u64) -> Result<Work, Refusal> {
        let agent = AgentSpec::from_str(agent)
            .map_err(|why| Refusal::new(RefusalCode::Unknown, Sentence::text(why.to_string())))?;
        let session = self.held(game)?.session().fork();
        Ok(Box::new(move |stop| {
            let advice = session.advise(agent, seed, &|| stop.load(Ordering::Relaxed))?;
            Ok(Answer::Advice { action: advice.action, share: advice.share })
        }))
    }

    fn analyse(&mut self, game: &str, nodes: u32, lines: usize) -> Result<Work, Refusal> {
        let nodes = nodes.clamp(1, MAX_ANALYSED_NODES).into();
        let lines = lines.clamp(1, MAX_ANALYSED_LINES);
        let session = self.held(game)?.session().fork();
        Ok(Box::new(move |stop| {
            let limits = SearchLimits { nodes: Some(nodes), lines, ..SearchLimits::default() };
            let stop = || stop.load(Ordering::Relaxed);
            let found = session.analyse(&limits, MAX_LINE_PLIES, &stop)?;
            let teams = session.ruleset().spec().teams.len();
            Ok(Answer::Analysis(Box::new(view::analysis(&found, teams))))
        }))
    }

    fn check(&self, files: BTreeMap<String, String>) -> Result<Work, Refusal> {
        within(&files)?;
        let rulesets = Arc::clone(&self.rulesets);
        Ok(Box::new(move |stop| {
            Ok(Answer::Checked(Box::new(check::check(rulesets.library(), &files, stop))))
        }))
    }

    fn playouts(
        &mut self,
        key: &RulesKey,
        agents: Vec<String>,
        seed: u64,
        games: std::ops::Range<u64>,
    ) -> Result<Work, Refusal> {
        if games.end - games.start > playouts::MAX_GAMES_PER_MESSAGE {
            let sentence =
                sentence!(RefusalGamesPerMessage, most = playouts::MAX_GAMES_PER_MESSAGE);
            return Err(Refusal::new(RefusalCode::TooMany, sentence));
        }
        let loaded = self.with_weights(key)?;
        Ok(Box::new(move |stop| {
            playouts::play(&loaded, &agents, seed, games, stop)
                .map(Answer::Played)
                .map_err(|text| Refusal::new(RefusalCode::Unknown, Sentence::text(text)))
        }))
    }

    fn record(
        &mut self,
        key: &RulesKey,
        agents: Vec<String>,
        seed: u64,
        number: u64,
    ) -> Result<Work, Refusal> {
        let loaded = self.with_weights(key)?;
        Ok(Box::new(move |stop| {
            let text = playouts::record(&loaded, &agents, seed, number, stop)?;
            let stopped = || Refusal::new(RefusalCode::TooMany, sentence!(RefusalGameTooLong));
            Ok(Answer::Text { text: text.ok_or_else(stopped)? })
        }))
    }

    fn compare(&mut self, keys: Vec<RulesKey>, question: &QuestionPlan) -> Answered {
        let sides = keys.into_iter().map(|key| {
            let loaded = self.with_weights(&key)?;
            Ok((key, loaded))
        });
        let sides = sides.collect::<Result<_, Refusal>>()?;
        let held = HeldComparison::begin(self.name('c'), sides, question)?;
        let view = held.view();
        if self.comparisons.len() == MAX_COMPARISONS {
            self.comparisons.remove(0);
        }
        self.comparisons.push(held);
        Ok(Answer::Compared(Box::new(view)))
    }

    fn comparison(&self, name: &str) -> Result<HeldComparison, Refusal> {
        let unknown = || {
            let comparison = Argument::Text(name.to_owned());
            let sentence = sentence!(RefusalNoComparison, comparison = comparison);
            Refusal::new(RefusalCode::Unknown, sentence)
        };
        self.comparisons.iter().find(|held| held.name == name).cloned().ok_or_else(unknown)
    }

    fn files(&self, ruleset: &str) -> Answered {
        let unknown = |sentence| Refusal::new(RefusalCode::Unknown, sentence);
        self.rulesets.check_weights(&RulesKey { id: ruleset.to_owned(), ..RulesKey::default() })?;
        let folder = self
            .rulesets
            .library()
            .folder(ruleset)
            .map_err(|error| unknown(Sentence::text(format!("`{ruleset}`: {error}"))))?;
        let files = folder.files.into_iter();
        let files = files.map(|(name, content)| match String::from_utf8(content) {
            Ok(text) => Ok((name, text)),
            Err(_) => Err(unknown(sentence!(RefusalNotText, file = Argument::Text(name)))),
        });
        Ok(Answer::Files { files: files.collect::<Result<_, _>>()? })
    }

    /// Returns the rules of a key.
    fn loaded(&mut self, key: &RulesKey) -> Result<Arc<Ruleset>, Refusal> {
        self.ruleset(key).map(|known| Arc::clone(&known.loaded))
    }

    /// Returns the rules of a key for games of agents, which need the weights.
    fn with_weights(&mut self, key: &RulesKey) -> Result<Arc<Ruleset>, Refusal> {
        self.rulesets.check_weights(key)?;
        self.loaded(key)
    }

    /// Returns the loaded ruleset of a key. Loads the ruleset only if it is not in memory yet.
    fn ruleset(&mut self, key: &RulesKey) -> Result<Arc<LoadedRuleset>, Refusal> {
        if let Some(known) = latest(&mut self.drafts, key) {
            return Ok(known);
        }
        let known = self.rulesets.ruleset(key, &self.stop)?;
        if key.files.is_some() {
            keep(&mut self.drafts, &known, MAX_DRAFTS);
        }
        Ok(known)
    }

    /// Returns a game, which becomes the most recently used one.
    fn held(&mut self, name: &str) -> Result<&mut HeldGame, Refusal> {
        let unknown = || {
            let sentence = sentence!(RefusalNoGame, game = Argument::Text(name.to_owned()));
            Refusal::new(RefusalCode::Unknown, sentence)
        };
        let place = self.games.iter().position(|held| held.name() == name).ok_or_else(unknown)?;
        let held = self.games.remove(place);
        self.games.push(held);
        self.make_room();
        self.games.last_mut().ok_or_else(unknown)
    }

    /// Adds a game and returns its view.
    fn hold(&mut self, game: HeldGame) -> Result<GameView, Refusal> {
        let view = game.view()?;
        self.games.push(game);
        self.make_room();
        Ok(view)
    }

    /// Drops the least recently used games while there are too many games or plies.
    fn make_room(&mut self) {
        let ServiceLimits { games, plies, .. } = self.limits;
        while self.games.len() > games.max(1) || (self.games.len() > 1 && self.plies() > plies) {
            self.games.remove(0);
        }
    }

    /// Returns a name for another game or comparison. `kind` is the letter of its kind.
    fn name(&mut self, kind: char) -> String {
        self.begun += 1;
        format!("{}{kind}{}", self.prefix, self.begun)
    }

    fn begin(&mut self, key: RulesKey, from: &Start) -> Answered {
        let (name, rulesets) = (self.name('g'), Arc::clone(&self.rulesets));
        let game = HeldGame::begin_by(&rulesets, name, key, from, |key| self.with_weights(key))?;
        // A game in JSON can name its own rules.
        rulesets.check_weights(game.rules())?;
        Ok(Answer::Game(Box::new(self.hold(game)?)))
    }

    /// Finds a puzzle. Returns the key of its rules, the puzzle and its rules.
    fn found_puzzle(
        &mut self,
        ruleset: &str,
        number: usize,
    ) -> Result<(RulesKey, Puzzle, Arc<Ruleset>), Refusal> {
        let (mut file, _) = quadrille_dsl::puzzles::of(self.rulesets.library(), ruleset);
        let puzzles = file.puzzles.len();
        if number >= puzzles {
            return Err(no_puzzle(ruleset, number, puzzles));
        }
        let puzzle = file.puzzles.swap_remove(number);
        let key = puzzles::key(ruleset, &puzzle);
        let loaded = self.loaded(&key)?;
        Ok((key, puzzle, loaded))
    }

    fn puzzle(&mut self, ruleset: &str, number: usize) -> Answered {
        let (key, puzzle, loaded) = self.found_puzzle(ruleset, number)?;
        let title = puzzles::title(&loaded, &puzzle, ruleset, number)
            .ok_or_else(|| no_puzzle(ruleset, number, number))?;
        let found_sentence = puzzles::origin(&puzzle);
        let (solving, session) = PuzzleGame::open(loaded, puzzle)?;
        let game = HeldGame::of_puzzle(self.name('g'), key, solving, session);
        let game = self.hold(game)?;
        let found = found_sentence.punctuated();
        Ok(Answer::Puzzle(Box::new(PuzzleView { title, game, found, found_sentence })))
    }

    /// Opens a lesson at its position. Returns the key of its rules and the lesson.
    fn lesson_game(
        &mut self,
        key: &RulesKey,
        number: usize,
    ) -> Result<(RulesKey, LessonGame), Refusal> {
        let base = RulesKey { set: BTreeMap::new(), id: bare(&key.id).to_owned(), ..key.clone() };
        let known = self.ruleset(&base)?;
        let lessons = known.lessons();
        let lesson = lessons.get(number).cloned().ok_or_else(|| {
            let sentence = sentence!(RefusalNoLesson, number = number, lessons = lessons.len());
            Refusal::new(RefusalCode::Unknown, sentence)
        })?;
        let played = RulesKey {
            id: match &lesson.preset {
                Some(preset) => format!("{}@{preset}", base.id),
                None => base.id.clone(),
            },
            set: lesson.set.iter().cloned().collect(),
            files: base.files,
        };
        let rules = self.loaded(&played)?;
        Ok((played, LessonGame::with_rules(rules, lesson)?))
    }

    fn lesson(&mut self, key: &RulesKey, number: usize) -> Answered {
        let (played, mut shown) = self.lesson_game(key, number)?;
        let title = rules::title(shown.lesson());
        let begun = shown.game().fork();
        while shown.advance()?.is_some() {}
        let expectations = shown.expectations()?;
        let expects = expectations.into_iter().map(|expected| {
            let actions = expected.value.split_whitespace();
            let actions = actions.filter(|_| expected.key == "illegal");
            let reasons = actions.filter_map(|action| {
                let why = shown.game().why_not(action).ok()??;
                Some(RefusedAction { action: action.to_owned(), why: view::why_not(&why) })
            });
            let reasons = reasons.collect();
            Expects { key: expected.key, value: expected.value, holds: expected.holds, reasons }
        });
        let expects = expects.collect();
        let actions = shown.actions().to_vec();
        let game = HeldGame::of(self.name('g'), played, begun, Vec::new());
        let game = self.hold(game)?;
        Ok(Answer::Lesson(Box::new(LessonView { title, game, actions, expects })))
    }
}

/// Returns the refusal of a puzzle that a ruleset does not have. Messages count puzzles from 1.
fn no_puzzle(ruleset: &str, number: usize, puzzles: usize) -> Refusal {
    let sentence = sentence!(
        RefusalNoPuzzle,
        number = number.saturating_add(1),
        ruleset = Argument::Text(ruleset.to_owned()),
        puzzles = puzzles,
    );
    Refusal::new(RefusalCode::Unknown, sentence)
}

/// Parses a request of at most `most` bytes.
///
/// # Errors
/// Returns a [`Response`] that describes the problem if the text is too long, or is not a valid
/// request.
pub fn read(text: &str, most: usize) -> Result<Request, Response> {
    if text.len() > most {
        let sentence = sentence!(RefusalMessageSize, bytes = text.len(), most = most);
        return Err(respond(0, Err(Refusal::new(RefusalCode::TooMany, sentence))));
    }
    serde_json::from_str::<Request>(text).map_err(|error| {
        let id = request_number(text).unwrap_or(0);
        let sentence = Sentence::text(error.to_string());
        respond(id, Err(Refusal::new(RefusalCode::Message, sentence)))
    })
}

/// Returns the number of a request or a response in JSON. The other parts need not be valid.
#[must_use]
pub fn request_number(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct RequestNumber {
        id: u64,
    }
    serde_json::from_str(text).ok().map(|RequestNumber { id }| id)
}

/// Returns the response to the request with this number.
#[must_use]
pub fn respond(id: u64, answered: Answered) -> Response {
    let result = match answered {
        Ok(answer) => AnswerResult::Ok(Box::new(answer)),
        Err(refusal) => AnswerResult::Err(Box::new(refusal)),
    };
    Response { id, result }
}
