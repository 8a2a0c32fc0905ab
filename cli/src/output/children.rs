//! Child processes. When this program ends, it also ends its child processes and the processes that
//! they started.

use std::io;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, PoisonError, Weak};

#[cfg(unix)]
use rustix::process::{Pid, Signal};

/// The running child processes.
static RUNNING_CHILDREN: Mutex<Vec<Weak<Mutex<Child>>>> = Mutex::new(Vec::new());

/// A child process, which is killed when it is dropped.
pub struct ChildProgram(Arc<Mutex<Child>>);

impl ChildProgram {
    /// Starts a program in a separate process group. Ctrl-C at the terminal therefore reaches only
    /// this program, which then ends its children.
    ///
    /// # Errors
    /// Returns an error if the program can't be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut running = RUNNING_CHILDREN.lock().unwrap_or_else(PoisonError::into_inner);
        let child = Arc::new(Mutex::new(command.spawn()?));
        running.retain(|child| child.strong_count() > 0);
        running.push(Arc::downgrade(&child));
        Ok(Self(child))
    }

    /// Calls a function with the process.
    pub fn with<T>(&self, work: impl FnOnce(&mut Child) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for ChildProgram {
    fn drop(&mut self) {
        self.with(end);
    }
}

/// Kills all child processes. It must be called before Quadrille exits.
pub fn end_all() {
    let running = RUNNING_CHILDREN.lock().unwrap_or_else(PoisonError::into_inner);
    for child in running.iter().filter_map(Weak::upgrade) {
        end(&mut child.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

fn end(child: &mut Child) {
    // The process may have ended already, but processes that it started may still run. The system
    // does not reuse the number of the process group before `wait`.
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.kill();
    let _ = child.wait();
}
