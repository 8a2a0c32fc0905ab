//! Players of matches: agents and external engines.

use std::fmt;
use std::str::FromStr;

use quadrille_agents::AgentSpec;

use super::parse_agents;

/// An example of an external engine on the command line.
const ENGINE_SYNTAX: &str = "uci:COMMAND;go=movetime 100;Hash=16";

/// A player on the command line: an agent or an external engine, and the text of the argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The text on the command line.
    text: String,
    /// The agent or engine.
    pub who: Who,
}

/// An agent of Quadrille, or an external engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// An agent.
    Agent(AgentSpec),
    /// An external engine.
    Engine(EngineSpec),
}

/// An external engine: a program that communicates by UCI, and its options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The name of the engine in reports. `None` if reports use the command that starts the engine.
    pub name: Option<String>,
    /// The arguments of `go`. `None` if the Quadrille command that uses the engine chooses the time
    /// limit.
    pub go: Option<String>,
    /// The kinds for which the engine uses another letter. Each pair consists of Quadrille's letter
    /// and the engine's letter.
    pub letters: Vec<(char, char)>,
    /// `true` if the engine writes a pass as a move of the royal to its own square.
    pub royal_stays: bool,
    /// `true` if the engine reads Quadrille's own options in FEN4.
    pub own_options: bool,
    /// The UCI options, in order.
    pub options: Vec<(String, String)>,
}

impl Entrant {
    /// Returns the name in reports.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.who {
            Who::Engine(EngineSpec { name: Some(name), .. }) => name,
            Who::Engine(EngineSpec { command, .. }) => command.first().map_or("", String::as_str),
            Who::Agent(_) => &self.text,
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let who = match text.strip_prefix("uci:") {
            Some(engine) => Who::Engine(engine.parse()?),
            None => Who::Agent(parse_agents(text).map_err(|error| {
                format!("{error}; write an external engine as {ENGINE_SYNTAX}")
            })?),
        };
        Ok(Self { text: text.to_owned(), who })
    }
}

impl FromStr for EngineSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(';').map(str::trim);
        let command = words(parts.next().unwrap_or_default())?;
        if command.is_empty() {
            return Err(format!("there is no command; write {ENGINE_SYNTAX}"));
        }
        let mut spec = Self { command, ..Self::default() };
        for part in parts.filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(format!("`{part}` is not an option; write Name=value"));
            };
            let (key, value) = (key.trim(), value.trim());
            if text.contains(char::is_control) {
                return Err("write an engine's options in one line".to_owned());
            }
            match key {
                "" => return Err(format!("`{part}` has no name; write Name=value")),
                "go" => spec.go = Some(value.to_owned()),
                "name" => spec.name = Some(value.to_owned()),
                "pass" if value == "royal" => spec.royal_stays = true,
                "pass" => return Err("write pass=royal, or leave it out".to_owned()),
                "fen" if value == "quadrille" => spec.own_options = true,
                "fen" => return Err("write fen=quadrille, or leave it out".to_owned()),
                "letters" => spec.letters = letters(value)?,
                _ => spec.options.push((key.to_owned(), value.to_owned())),
            }
        }
        Ok(spec)
    }
}

/// Parses pairs of letters, such as `F:q,H:n`.
fn letters(text: &str) -> Result<Vec<(char, char)>, String> {
    let pair = |pair: &str| {
        let mut chars = pair.chars();
        match (chars.next(), chars.next(), chars.next(), chars.next()) {
            (Some(here), Some(':'), Some(there), None) => Ok((here, there)),
            _ => Err(format!(
                "`{pair}` is not a pair of letters; write F:q for a kind F that the engine calls q"
            )),
        }
    };
    text.split(',').map(|part| pair(part.trim())).collect()
}

/// Splits a command into words. A quoted part may contain blanks.
fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("a quote in `{text}` is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_a_command_and_options() {
        let text = "uci:'./my engine' -x \"a b\" ; go = movetime 100;Skill Level=3;name=fish;letters=F:q,H:n";
        let entrant: Entrant = text.parse().unwrap();
        let Who::Engine(engine) = &entrant.who else { panic!("{entrant:?}") };
        assert_eq!(engine.command, ["./my engine", "-x", "a b"]);
        assert_eq!(engine.go.as_deref(), Some("movetime 100"));
        assert_eq!(engine.options, [("Skill Level".to_owned(), "3".to_owned())]);
        assert_eq!(engine.letters, [('F', 'q'), ('H', 'n')]);
        assert_eq!((entrant.name(), entrant.to_string().as_str()), ("fish", text));
    }

    #[test]
    fn an_agent_is_written_as_everywhere() {
        let entrant: Entrant = "mcts:50".parse().unwrap();
        assert_eq!((entrant.name(), &entrant.who), ("mcts:50", &Who::Agent(AgentSpec::Mcts(50))));
        for (wrong, why) in [
            ("uci:", "no command"),
            ("uci:;go=depth 1", "no command"),
            ("uci:x;Hash", "Name=value"),
            ("uci:x;=3", "Name=value"),
            ("uci:x;letters=Fq", "pair of letters"),
            ("uci:x;pass=no", "pass=royal"),
            ("uci:'x", "not closed"),
            ("uci:x;A=1\nquit", "one line"),
            ("minimax", "uci:COMMAND"),
        ] {
            let error = wrong.parse::<Entrant>().unwrap_err();
            assert!(error.contains(why), "{wrong}: {error}");
        }
    }
}
