//! Arguments of `serve`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `serve`
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Listen at this address; `0.0.0.0` lets others on the network connect.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    pub host: IpAddr,
    /// Listen at this port; 0 takes a free one.
    #[arg(long, default_value_t = 7740)]
    pub port: u16,
    /// Accept requests under this name of the machine, such as `chess.local` (repeatable); other
    /// names are refused.
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    pub name: Vec<String>,
    /// Keep the tables in this database; without it, they end with the program.
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Copy the tables of `--store` to this database at the start, each hour, and at the end.
    #[arg(long, value_name = "FILE", requires = "store")]
    pub backup: Option<PathBuf>,
    /// Delete stored tables that were not used for this many days.
    #[arg(long, value_name = "DAYS", default_value_t = 180)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub expire: u32,
    /// Log events of this level, and of more important ones, to standard error.
    #[arg(long, value_name = "LEVEL", default_value = "warning")]
    pub log: EventLevel,
    /// Take the page from this folder instead of the program.
    #[arg(long, value_name = "DIR")]
    pub page: Option<PathBuf>,
    /// Take the addresses of visitors from the headers of this proxy (repeatable).
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub proxy: Vec<IpAddr>,
    /// Allow this many connections from each network address; a page uses two or three.
    #[arg(long, value_name = "N", default_value_t = 120)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pub per_address: u16,
    /// Ask the server at this address and port for its health, and exit with 0 if it is well.
    #[arg(long)]
    pub health: bool,
    /// Compile and play the drafts of one visitor, for another process of this program.
    #[arg(long, hide = true)]
    pub draft_process: bool,
    /// Open the page in the browser.
    #[arg(long)]
    pub open: bool,
}

/// A level of events in the log of `serve`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum EventLevel {
    /// The store fails, or the rules of a table fail
    Error,
    /// A visitor is refused
    Warning,
    /// A table opens or leaves memory, or a connection ends
    Info,
}

/// Parses the name of a machine. A port follows the name if it is not the usual port.
fn host_name(text: &str) -> Result<String, String> {
    let (name, port) = text.split_once(':').map_or((text, None), |(name, port)| (name, Some(port)));
    let label = |label: &str| {
        !label.is_empty()
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    let known = name.trim_end_matches('.').split('.').all(label);
    match known && port.is_none_or(|port| port.parse::<u16>().is_ok()) {
        true => Ok(text.to_owned()),
        false => Err("expected the name of a machine, such as chess.example.org".to_owned()),
    }
}

/// Parses an IP address, or `localhost`.
fn address(text: &str) -> Result<IpAddr, String> {
    if text == "localhost" {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    text.parse().map_err(|_| {
        "not an IP address, such as 127.0.0.1 for this machine or 0.0.0.0 for the network; \
         names go to `--name`"
            .to_owned()
    })
}
