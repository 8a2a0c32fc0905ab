//! `engine`: chooses moves for a program that speaks UCI on standard input and output.
//! docs/reference/engine.md describes what it says.
//!
//! One thread reads lines; this one obeys them, and looks for `stop` while an agent thinks.

mod budget;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::Write as _;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use quadrille_core::agents::{AGENTS, Advice, MAX_NODES};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, AgentSpec, Decision, Hooks, Play, Seat, Spec, game};
use quadrille_dsl::{Library as _, Loaded, fen};

use crate::args::{EngineArgs, RuleChange};
use crate::context::{self, CommandContext};
use crate::engines::lines::{self, Line};
use crate::engines::moves::Dialect;
use crate::engines::{ORTHODOX, centipawns};
use crate::output::broken;
use crate::output::exit::{self, Failure};

use budget::Budget;

/// The reference of the protocol, as `quadrille explain engine` prints it.
pub const REFERENCE: &str = include_str!("../../../docs/engine.md");

/// The game before a ruleset is named, and what other programs call it.
const FIRST: &str = ORTHODOX.0;
const CHESS: &str = ORTHODOX.1;
/// The families of agents that `go` deepens or lets count nodes, after the one that is chosen by the game.
const FAMILIES: [&str; 6] = ["auto", "alphabeta", "paranoid", "maxn", "brs", "mcts"];

/// What another program has set.
struct Options {
    /// The name or path of the ruleset.
    ruleset: String,
    change: RuleChange,
    /// One of [`FAMILIES`].
    family: String,
    seed: u64,
}

/// Why the commands about one ruleset are over.
enum Next {
    /// Another ruleset is wanted.
    Load,
    Quit,
}

/// Serves one program until it says `quit` or is gone.
pub fn run(args: &EngineArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let mut options = Options {
        ruleset: args.ruleset.clone().unwrap_or_else(|| FIRST.to_owned()),
        change: args.change.clone(),
        family: FAMILIES[0].to_owned(),
        seed: args.seed,
    };
    let mut loaded = context::open(&context.shelf, &options.ruleset, &options.change)?;
    let lines = lines::read();
    let waiting = RefCell::new(VecDeque::new());
    loop {
        let hooks = loaded.hooks();
        let mut engine = Engine {
            loaded: &loaded,
            hooks: &*hooks,
            lines: &lines,
            waiting: &waiting,
            game: None,
        };
        let before = options.ruleset.clone();
        if matches!(engine.obey(&mut options, context)?, Next::Quit) {
            return Ok(exit::FINE);
        }
        drop(engine);
        drop(hooks);
        match context::open(&context.shelf, &options.ruleset, &options.change) {
            Ok(found) => loaded = found,
            Err(failure) => {
                let first = failure.diagnostics().into_iter().next();
                let why = first.map_or_else(String::new, |found| format!(": {}", found.message));
                say(&format!("info string can't load {}{why}", options.ruleset))?;
                options.ruleset = before;
            }
        }
    }
}

/// Writes a line at once: the other program waits for it.
fn say(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|error| broken(&error))
}

/// The commands about one ruleset.
struct Engine<'a> {
    loaded: &'a Loaded,
    hooks: &'a dyn Hooks,
    lines: &'a Receiver<Line>,
    /// Lines that came while an agent was thinking.
    waiting: &'a RefCell<VecDeque<Line>>,
    /// The position to think about, once one was set.
    game: Option<Box<dyn Play + 'a>>,
}

impl<'a> Engine<'a> {
    fn spec(&self) -> &'a Spec {
        self.loaded.rules.spec()
    }

    fn dialect(&self) -> Dialect {
        Dialect::new(self.spec(), &[])
    }

    /// An action as the other program is told it.
    fn text(&self, game: &mut dyn Play, action: Option<Action>) -> Result<String, Failure> {
        let text = action.map(|action| self.dialect().write(game, action)).transpose()?;
        Ok(text.flatten().unwrap_or_else(|| "(none)".to_owned()))
    }

    fn obey(&mut self, options: &mut Options, context: &CommandContext) -> Result<Next, Failure> {
        loop {
            let waiting = self.waiting.borrow_mut().pop_front();
            let line = match waiting.map_or_else(|| self.lines.recv(), Ok) {
                Err(_) => return Ok(Next::Quit),
                Ok(Line::TooLong) => {
                    say("info string a line was too long, and is ignored")?;
                    continue;
                }
                Ok(Line::Text(text)) => text,
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("uci") => self.introduce(options, context)?,
                Some("isready") => say("readyok")?,
                Some("ucinewgame") => self.game = None,
                Some("setoption") => {
                    if self.set(&line, options)? {
                        return Ok(Next::Load);
                    }
                }
                Some("position") => {
                    forgive(self.position(&words.collect::<Vec<_>>()))?;
                }
                Some("go") => {
                    if self.go(&words.collect::<Vec<_>>(), options)? {
                        return Ok(Next::Quit);
                    }
                }
                Some("d") => {
                    forgive(self.show())?;
                }
                Some("quit") => return Ok(Next::Quit),
                // What is late or about nothing under way.
                Some("stop" | "ponderhit" | "debug" | "register") | None => {}
                Some(other) => say(&format!(
                    "info string unknown command `{}`",
                    other.escape_default().take(40).collect::<String>()
                ))?,
            }
        }
    }

    fn introduce(&self, options: &Options, context: &CommandContext) -> Result<(), Failure> {
        say(concat!("id name Quadrille ", env!("CARGO_PKG_VERSION")))?;
        say("id author the authors of Quadrille")?;
        let choices = |names: &mut dyn Iterator<Item = &str>| {
            names.map(|name| format!(" var {name}")).collect::<String>()
        };
        let variants = context.shelf.names();
        let names = variants.iter().map(String::as_str);
        let all = choices(&mut std::iter::once(CHESS).chain(names));
        let id = self.spec().id.as_str();
        let default = if id == FIRST { CHESS } else { id };
        say(&format!("option name UCI_Variant type combo default {default}{all}"))?;
        say("option name UCI_VariantPath type string default <empty>")?;
        let families = choices(&mut FAMILIES.into_iter());
        say(&format!("option name Agent type combo default {}{families}", options.family))?;
        say(&format!("option name Seed type spin default {} min 0 max 2147483647", options.seed))?;
        say("uciok")
    }

    /// Sets an option; whether another ruleset has to be loaded.
    fn set(&mut self, line: &str, options: &mut Options) -> Result<bool, Failure> {
        let rest = line.split_once("name ").map_or("", |(_, rest)| rest);
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let (name, value) = (name.trim(), value.trim());
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" | "uci_variantpath" if !value.is_empty() && value != "<empty>" => {
                let known = if value == CHESS { FIRST } else { value };
                known.clone_into(&mut options.ruleset);
                options.change = RuleChange::default();
                return Ok(true);
            }
            "agent" if FAMILIES.contains(&value) => value.clone_into(&mut options.family),
            "agent" => say(&format!("info string the agents are {}", FAMILIES.join(", ")))?,
            "seed" => match value.parse() {
                Ok(seed) => options.seed = seed,
                Err(_) => say("info string a seed is a whole number")?,
            },
            _ => say("info string there is no such option")?,
        }
        Ok(false)
    }

    fn started(&self) -> Result<Box<dyn Play + 'a>, Failure> {
        Ok(game::start(&self.loaded.rules, self.hooks)?)
    }

    /// `position startpos|fen F [moves …]`. What can't be read is told; the position is then the last one that can.
    fn position(&mut self, words: &[&str]) -> Result<(), Failure> {
        let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let mut game = match words.first() {
            Some(&"startpos") => self.started()?,
            Some(&"fen") => {
                let text = words[1..moves].join(" ");
                let read = fen::read(&self.loaded.rules, &text).map_err(|error| error.to_string());
                let resumed = read.and_then(|setup| {
                    game::resume(&self.loaded.rules, self.hooks, &setup).map_err(|errors| {
                        errors.first().map_or_else(String::new, ToString::to_string)
                    })
                });
                match resumed {
                    Ok(game) => game,
                    Err(why) => return say(&format!("info string {}", one_line(&why))),
                }
            }
            _ => return say("info string write `position startpos` or `position fen …`"),
        };
        for word in words.iter().skip(moves + 1) {
            match self.dialect().find(&mut *game, word)? {
                Some(action) => {
                    if let Err(error) = game.play(action) {
                        say(&format!("info string {}", one_line(&error.to_string())))?;
                        break;
                    }
                }
                None => {
                    say(&format!("info string `{}` is not legal here", one_line(word)))?;
                    break;
                }
            }
        }
        self.game = Some(game);
        Ok(())
    }

    fn show(&mut self) -> Result<(), Failure> {
        if self.game.is_none() {
            self.game = Some(self.started()?);
        }
        let game = self.game.as_mut().expect("just set");
        let text = fen::write(&self.loaded.rules, &game.setup());
        say(&format!("Fen: {text}"))
    }

    /// Thinks, and says the best action; whether the other program is gone.
    fn go(&mut self, words: &[&str], options: &Options) -> Result<bool, Failure> {
        let mut gone = false;
        let best = self.best(words, options, &mut gone);
        let best = forgive(best)?.flatten();
        say(&format!("bestmove {}", best.as_deref().unwrap_or("(none)")))?;
        Ok(gone)
    }

    /// The best action; none if the game is over, or nobody can choose.
    fn best(
        &mut self,
        words: &[&str],
        options: &Options,
        gone: &mut bool,
    ) -> Result<Option<String>, Failure> {
        let mut game = match self.game.take() {
            Some(game) => game,
            None => self.started()?,
        };
        let seat = match game.decision()? {
            Decision::Turn(seat) => Some(seat),
            Decision::Question(question) => Some(question.seat),
            Decision::Roll(_) => {
                say("info string the dice have to be rolled by whoever runs the game")?;
                None
            }
            Decision::Over => None,
        };
        let best = match seat {
            None => Ok(None),
            Some(seat) => {
                let budget = Budget::read(words, self.spec(), seat);
                self.think(&mut *game, seat, &budget, options, gone)
            }
        };
        self.game = Some(game);
        best
    }

    fn think(
        &self,
        game: &mut dyn Play,
        seat: Seat,
        budget: &Budget,
        options: &Options,
        gone: &mut bool,
    ) -> Result<Option<String>, Failure> {
        let begun = Instant::now();
        let (halted, quit) = (Cell::new(false), Cell::new(false));
        let limit = Cell::new(budget.time());
        let stop = || {
            // So many lines are read before they are obeyed, and no more: who sends them has to wait.
            while self.waiting.borrow().len() < lines::KEPT {
                match self.lines.try_recv() {
                    // What comes after a command that waits is about that one.
                    Ok(line) if !self.waiting.borrow().is_empty() => {
                        self.waiting.borrow_mut().push_back(line);
                        break;
                    }
                    Ok(Line::Text(text)) => match text.trim() {
                        "stop" => halted.set(true),
                        "quit" => {
                            halted.set(true);
                            quit.set(true);
                        }
                        // The move that was pondered on has been made: the clock runs from now.
                        "ponderhit" => {
                            limit.set(budget.after_ponder().map(|time| begun.elapsed() + time));
                        }
                        "isready" => drop(say("readyok")),
                        _ => self.waiting.borrow_mut().push_back(Line::Text(text)),
                    },
                    Ok(Line::TooLong) => {}
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        // Whoever is gone can't say `stop` any more.
                        if limit.get().is_none() && budget.is_open() {
                            halted.set(true);
                        }
                        break;
                    }
                }
            }
            halted.get() || limit.get().is_some_and(|limit| begun.elapsed() >= limit)
        };
        let mut best: Option<Advice> = None;
        let mut nodes = 0;
        for agent in plan(self.spec(), budget, &options.family) {
            let ply = u64::from(game.ply());
            let mut rng = Rng::new(options.seed, 0, Stream::Agent, u64::from(seat.0), ply);
            let advice = game.advise_until(agent, &mut rng, &stop)?;
            nodes += advice.nodes;
            let deepens = matches!(agent, AgentSpec::Mcts(_)) || best.is_none() || !advice.stopped;
            if advice.action.is_some() && deepens {
                best = Some(advice);
                let text = self.text(game, advice.action)?;
                say(&info(self.spec(), agent, &advice, nodes, begun.elapsed(), &text))?;
            }
            // With a single action there is nothing to think about.
            if advice.stopped || advice.nodes == 0 || stop() {
                break;
            }
        }
        // An answer before `stop` is none that was asked for.
        while budget.is_open() && limit.get().is_none() && !stop() {
            std::thread::sleep(Duration::from_millis(2));
        }
        *gone = quit.get();
        Ok(match best.and_then(|advice| advice.action) {
            Some(action) => Some(self.text(game, Some(action))?),
            None => None,
        })
    }
}

/// The agents that think one after the other: to greater and greater depth, or one that counts nodes.
fn plan(spec: &Spec, budget: &Budget, family: &str) -> Vec<AgentSpec> {
    let two = spec.teams.len() == 2;
    let family = match family {
        "auto" if two && spec.seats.len() == 2 => "alphabeta",
        // A tree search has no depth.
        "auto" | "mcts" if budget.depth.is_some() => "paranoid",
        "auto" => "mcts",
        "alphabeta" if !two => "paranoid",
        chosen => chosen,
    };
    let number = |name: &str, n: u32| format!("{name}:{n}").parse().ok();
    if family == "mcts" || budget.nodes.is_some() {
        return number("mcts", budget.nodes.unwrap_or(MAX_NODES)).into_iter().collect();
    }
    let most = AGENTS.iter().find(|info| info.name == family).and_then(|info| info.number);
    let most = most.map_or(1, |number| number.most).min(budget.depth.unwrap_or(u32::MAX));
    (1..=most).filter_map(|depth| number(family, depth)).collect()
}

/// What is told of a search.
fn info(
    spec: &Spec,
    agent: AgentSpec,
    advice: &Advice,
    nodes: u64,
    time: Duration,
    pv: &str,
) -> String {
    let text = agent.to_string();
    let depth = text.rsplit_once(':').filter(|_| !matches!(agent, AgentSpec::Mcts(_)));
    let depth = depth.map_or("1", |(_, depth)| depth);
    let score = match centipawns(spec, advice.share) {
        Some(score) => format!(" score cp {score}"),
        None => String::new(),
    };
    let millis = time.as_millis();
    let per_second = u128::from(nodes) * 1000 / millis.max(1);
    format!("info depth {depth}{score} nodes {nodes} nps {per_second} time {millis} pv {pv}")
}

/// Tells of a rule script that failed, and goes on: another position may do better.
fn forgive<T>(done: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Failure::Script(error)) => {
            say(&format!("info string {}", one_line(&error.to_string()))).map(|()| None)
        }
        Err(failure) => Err(failure),
    }
}

/// A text without what could be taken for the end of a line.
fn one_line(text: &str) -> String {
    text.split(char::is_control).collect::<Vec<_>>().join(" ").chars().take(300).collect()
}
