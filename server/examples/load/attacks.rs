//! Nine attacks that try to starve the other visitors. Each attack has its own network address, and
//! opens several connections.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::client::{Client, Failed};

/// The number of connections of each attack.
const CONNECTIONS: usize = 8;
/// The number of the first visitor who attacks.
const FIRST_VISITOR: usize = 1 << 20;
/// The wait after a connection has ended, or was refused.
const RECONNECT_DELAY: Duration = Duration::from_millis(500);

/// The attacks.
#[derive(Clone, Copy, Debug)]
pub enum Attack {
    /// Long searches by agents.
    Advise,
    /// Many random games.
    Playouts,
    /// Checks of a ruleset with a long script.
    Check,
    /// Games of comparisons.
    Compare,
    /// Tables at which all seats are strong agents.
    Tables,
    /// Drafts whose movements need large tables.
    Movements,
    /// Drafts with long scripts.
    Scripts,
    /// Many short messages, half of them malformed.
    Flood,
    /// Long games, whose text the client does not read.
    Games,
}

impl Attack {
    /// All attacks.
    pub const ALL: [Self; 9] = [
        Self::Advise,
        Self::Playouts,
        Self::Check,
        Self::Compare,
        Self::Tables,
        Self::Movements,
        Self::Scripts,
        Self::Flood,
        Self::Games,
    ];

    /// Attacks until the returned tasks are aborted.
    pub fn start(self, server: SocketAddr) -> Vec<JoinHandle<()>> {
        let visitor = FIRST_VISITOR + self as usize;
        let one = move |_| {
            tokio::spawn(async move {
                loop {
                    // The server may end or refuse the connection, as it should.
                    let _ = self.run(server, visitor).await;
                    tokio::time::sleep(RECONNECT_DELAY).await;
                }
            })
        };
        (0..CONNECTIONS).map(one).collect()
    }

    /// Attacks through one connection, until it ends.
    async fn run(self, server: SocketAddr, visitor: usize) -> Result<(), Failed> {
        let mut client = Client::connect(server, visitor).await?;
        let requests = self.requests(&mut client).await?;
        let reads = !matches!(self, Self::Games);
        for number in 10.. {
            let mut request = requests[number as usize % requests.len()].clone();
            if request.is_object() {
                request["id"] = number.into();
            }
            client.send(request.to_string()).await?;
            // Four requests are open at the same time.
            if reads && number >= 14 {
                client.until(|message| message.get("on").is_none()).await?;
            }
        }
        Ok(())
    }

    /// Returns the requests that the attack repeats.
    async fn requests(self, client: &mut Client) -> Result<Vec<Value>, Failed> {
        let rules = json!({"id": "chesscom-ffa"});
        Ok(match self {
            Self::Advise => {
                let new = client.ask(json!({"do": "new", "rules": rules}), 1).await?;
                let game = new["ok"]["game"].clone();
                vec![json!({"do": "advise", "game": game, "agent": "mcts:1000000", "seed": 1})]
            }
            Self::Playouts => vec![json!({"do": "playouts", "rules": rules, "agents": ["greedy"],
                "seed": 1, "first": 0, "games": 1000})],
            Self::Check => {
                let files = files(&long_script("on_move"));
                vec![json!({"do": "check", "files": files})]
            }
            Self::Compare => {
                let question = json!({"primary": "length", "margin": null, "agents": "greedy",
                    "number": 4000, "at_least": 4000, "seed": 1});
                let sides = json!([rules, {"id": "chesscom-teams"}]);
                let compare = json!({"do": "compare", "sides": sides, "question": question});
                let compared = client.ask(compare, 1).await?;
                let comparison = compared["ok"]["comparison"].clone();
                vec![json!({"do": "continue", "comparison": comparison, "blocks": 100})]
            }
            Self::Tables => {
                let agent = json!({"agent": "mcts:50000"});
                let seats = json!({"red": agent, "blue": agent, "yellow": agent, "green": agent});
                vec![json!({"do": "host", "rules": rules, "seats": seats})]
            }
            Self::Movements => {
                let rules = json!({"id": "bent", "files": {"geometry.toml": bent_riders()}});
                vec![json!({"do": "new", "rules": rules}), json!({"do": "ruleset", "rules": rules})]
            }
            Self::Scripts => {
                let rules = json!({"id": "mine", "files": files(&long_script("on_setup"))});
                vec![
                    json!({"do": "ruleset", "rules": rules}),
                    json!({"do": "host", "rules": rules}),
                ]
            }
            Self::Flood => vec![json!({"do": "hello"}), json!("nonsense"), json!({"do": "list"})],
            Self::Games => {
                let record = json!({"do": "record", "rules": rules, "agents": ["random"],
                    "seed": 1, "number": 0});
                let text = client.ask(record, 1).await?["ok"]["text"].clone();
                vec![json!({"do": "new", "rules": rules, "from": {"pgn": text}})]
            }
        })
    }
}

/// Returns the files of a draft of chess with a script.
fn files(script: &str) -> Value {
    let geometry = "extends = \"orthodox-chess\"\n[variant]\nid = \"mine\"\ntitle = \"Mine\"\n\
        [rules]\nscripts = [\"plugin:castling\", \"plugin:mate-ends\", \"long.rhai\"]\n";
    json!({"geometry.toml": geometry, "long.rhai": script})
}

/// Returns a script whose hook is as long as a script may be.
fn long_script(hook: &str) -> String {
    format!("fn {hook}(game) {{ {} }}\n", "{} ".repeat(1900))
}

/// Returns the manifest of a game with bent riders on the largest board.
fn bent_riders() -> String {
    let kinds: String = ('A'..='J')
        .map(|letter| {
            let name = letter.to_ascii_lowercase();
            format!("rider_{name} = {{ letter = \"{letter}\", moves = \"qNN\" }}\n")
        })
        .collect();
    let rest = " .".repeat(31);
    let empty = format!(".{rest}\n").repeat(30);
    let seat = |name: &str, facing: &str| {
        let key = &name[..1];
        format!("[[seats]]\nname = \"{name}\"\nkey = \"{key}\"\nfacing = \"{facing}\"\n")
    };
    format!(
        "[variant]\nid = \"bent\"\ntitle = \"Bent\"\n[board]\nmask = \"32x32\"\n\
         [pieces]\nking = {{ letter = \"K\", moves = \"K\", royal = true }}\n{kinds}\
         {}{}[array]\npicture = \"\"\"\nbK{rest}\n{empty}wK{rest}\n\"\"\"\n",
        seat("white", "north"),
        seat("black", "south"),
    )
}
