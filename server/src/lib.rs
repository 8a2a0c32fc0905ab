#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! Each of the modules `log`, `secret`, `rate`, `guard`, `proxy`, `write_timeout`, `turns`, `stop`,
//! `page`, `store`, `listed`, `game_pages` and `outbox` has one task, and hardly depends on other
//! modules. `pool` runs computations, and lets visitors take `turns`. `timed_work` stops
//! computations that take too long. `draft_process` starts processes for rules from visitors'
//! files, and `draft_worker` contains the work of these processes. `doors` limits the numbers of
//! connections and processes, and `requests` finds the place for a request. `tables` contains the
//! games that several people play. `shared` holds the state of all connections. `connection`
//! handles one connection, and `http` accepts connections.

mod connection;
mod doors;
mod draft_process;
mod draft_worker;
mod game_pages;
mod guard;
mod http;
mod listed;
mod lock;
mod log;
mod outbox;
mod page;
mod pool;
mod proxy;
mod rate;
mod requests;
mod secret;
mod shared;
mod stop;
mod store;
mod tables;
mod timed_work;
mod turns;
mod write_timeout;

use std::io;

pub use axum::body::Bytes;
pub use draft_process::DraftCommand;
pub use draft_worker::serve_drafts;
pub use http::{Config, ServeError, Server};
pub use log::{Log, LogLevel};
pub use page::{Page, PageError};
pub use shared::ServerLimits;
pub use stop::Stop;
pub use store::{StoreError, TABLES_VERSION, migrate_tables, tables_version};

/// Runs a server on several threads until `stop` is set. Calls `ready` once the server accepts
/// connections.
///
/// # Errors
/// Returns a [`ServeError`] if the server cannot start.
pub fn serve(config: Config, stop: &Stop, ready: impl FnOnce(&Server)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error: io::Error| ServeError::Thread(error))?;
    runtime.block_on(async {
        let server = Server::bind(config).await?;
        ready(&server);
        server.run(stop).await;
        Ok(())
    })
}
