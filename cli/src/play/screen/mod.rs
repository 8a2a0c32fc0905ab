//! The game on the whole screen of a terminal, controlled by keys.
//!
//! `app` holds the state, and `keys` changes it. `plan` and `turned` compute positions on the
//! screen. `board` and `panel` draw. Only this module reads keys from the terminal and writes to
//! it.

mod app;
mod board;
mod keys;
mod panel;
mod plan;
#[cfg(test)]
mod tests;
mod turned;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::{DefaultTerminal, restore, try_init};

use super::table::TerminalGame;
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};
use app::App;

/// The maximum wait for a key before the loop checks agents and signals.
const KEY_POLL_INTERVAL: Duration = Duration::from_millis(60);

/// The maximum time between a request to end and the end of the program.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);

/// Restores the terminal when it is dropped, even after a panic.
struct TerminalGuard;

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Plays on the screen, and returns the exit code.
///
/// # Errors
/// Returns a [`Failure`] if the terminal can't be used, or a script fails.
pub fn run(table: &mut TerminalGame, context: &mut CommandContext) -> Result<u8, Failure> {
    let stops = stops(context);
    let _ending = ShutdownGuard::watch(stops.clone());
    let mut app = App::new(table, &context.shelf, context.out.depth)?;
    context.out.finish()?;
    let mut terminal = try_init().map_err(|error| Failure::io("the terminal", &error))?;
    let _restored = TerminalGuard;
    play(&mut app, &mut terminal, &stops)
}

/// Ends the program if it is still running some time after a flag was set. This is necessary after
/// the terminal was closed, because the call that waits for keys then never returns.
struct ShutdownGuard(Arc<AtomicBool>);

impl ShutdownGuard {
    /// Starts to watch these flags. The watch ends when the returned guard is dropped.
    fn watch(stops: Vec<Arc<AtomicBool>>) -> Self {
        let done = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&done);
        std::thread::spawn(move || {
            let set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
            while !ended.load(Ordering::Relaxed) {
                if stops.iter().any(set) {
                    std::thread::sleep(SHUTDOWN_TIMEOUT);
                    if !ended.load(Ordering::Relaxed) {
                        std::process::exit(i32::from(exit::INTERRUPTED));
                    }
                }
                std::thread::sleep(KEY_POLL_INTERVAL);
            }
        });
        Self(done)
    }
}

impl Drop for ShutdownGuard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Returns flags that are set when the program should end: by an interrupt signal, a termination
/// signal or a hang-up.
fn stops(context: &CommandContext) -> Vec<Arc<AtomicBool>> {
    let mut stops = vec![context.interrupt.watch()];
    #[cfg(unix)]
    {
        let flag = Arc::new(AtomicBool::new(false));
        // Without this handler, the signal ends the program at once. The game is saved in both
        // cases.
        if signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::clone(&flag)).is_ok() {
            stops.push(flag);
        }
    }
    stops
}

fn play(
    app: &mut App<'_>,
    terminal: &mut DefaultTerminal,
    stops: &[Arc<AtomicBool>],
) -> Result<u8, Failure> {
    let broken = |error: std::io::Error| Failure::io("the terminal", &error);
    let mut stale = true;
    while !app.done {
        if stale {
            terminal.draw(|frame| panel::draw(app, frame)).map_err(broken)?;
        }
        stale = false;
        if event::poll(KEY_POLL_INTERVAL).map_err(broken)? {
            match event::read().map_err(broken)? {
                Event::Key(key) if ends(&key) => return Ok(exit::INTERRUPTED),
                Event::Key(key) if key.kind != KeyEventKind::Release => keys::press(key, app),
                _ => {}
            }
            stale = true;
        }
        if stops.iter().any(|stop| stop.load(Ordering::Relaxed)) {
            return Ok(exit::INTERRUPTED);
        }
        let thought = app.table.thinks();
        stale |= app.tick()? || app.table.thinks() != thought;
    }
    Ok(exit::FINE)
}

/// Returns `true` if a key is Ctrl-C. While the screen is open, Ctrl-C is a key and causes no
/// signal.
fn ends(key: &KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}
