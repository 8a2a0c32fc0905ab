//! `serve`: a web server for the page, for the service that the page uses, and for tables at which
//! people play together.

#[cfg(feature = "serve")]
use crate::args::EventLevel;
use crate::args::ServeArgs;
use crate::context::CommandContext;
#[cfg(feature = "serve")]
use crate::output::exit;
use crate::output::exit::Failure;

/// Reports that this program was built without the server, and how to build one with it.
#[cfg(not(feature = "serve"))]
pub fn run(_: &ServeArgs, _: &mut CommandContext) -> Result<u8, Failure> {
    let how = "build it from its repository: cargo install --path cli --features full";
    Err(Failure::advised("this program was built without the server", Some(how.to_owned())))
}

/// Serves the page until the program is interrupted.
#[cfg(feature = "serve")]
pub fn run(args: &ServeArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    use quadrille_server::{Config, ServerLimits, Stop, serve, serve_drafts};

    let library = Box::new(context.shelf.clone());
    if args.draft_process {
        let (input, output) = (std::io::stdin().lock(), std::io::stdout());
        let served = serve_drafts(library, input, output);
        return served.map(|()| exit::FINE).map_err(|error| Failure::io("the drafts", &error));
    }
    if args.health {
        return health(args, context);
    }
    let config = Config {
        address: (args.host, args.port).into(),
        names: args.name.clone(),
        proxies: args.proxy.clone(),
        page: page(args)?,
        library,
        draft_command: draft_command(),
        store: args.store.clone(),
        backup: args.backup.clone(),
        limits: ServerLimits {
            per_address: args.per_address.into(),
            table_days: args.expire,
            ..ServerLimits::default()
        },
        log: log(args.log),
    };
    let (stop, interrupt) = (Stop::new(), context.interrupt.clone());
    let wish = stop.clone();
    std::thread::spawn(move || {
        interrupt.wait();
        wish.set();
    });
    let mut result = Ok(());
    serve(config, &stop, |server| result = tell(server, args, context)).map_err(failure)?;
    result?;
    Ok(exit::FINE)
}

/// Asks a running server for its health, and prints the answer. Service managers and containers use
/// this command, because a minimal system has no other client.
#[cfg(feature = "serve")]
fn health(args: &ServeArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    use std::io::{Read as _, Write as _};
    use std::net::{Ipv4Addr, SocketAddr, TcpStream};
    use std::time::Duration;

    const TIMEOUT: Duration = Duration::from_secs(5);
    const MAX_ANSWER_BYTES: u64 = 16 * 1024;

    let host = if args.host.is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { args.host };
    let address = SocketAddr::from((host, args.port));
    let ask = || {
        let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        write!(stream, "GET /health HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.take(MAX_ANSWER_BYTES).read_to_string(&mut answer)?;
        std::io::Result::Ok(answer)
    };
    let answer = ask().map_err(|error| Failure::io(address.to_string(), &error))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    if !head.starts_with("HTTP/1.1 200 ") {
        let why = format!("the server is not well: {}", head.lines().next().unwrap_or_default());
        return Err(Failure::Io { name: address.to_string(), why });
    }
    context.out.line(body.trim())?;
    Ok(exit::FINE)
}

/// Returns the command that starts this program again, for drafts.
#[cfg(feature = "serve")]
fn draft_command() -> Option<quadrille_server::DraftCommand> {
    let program = std::env::current_exe().ok()?;
    let arguments = std::env::args_os().skip(1).chain(["--draft-process".into()]).collect();
    Some(quadrille_server::DraftCommand { program, arguments })
}

/// Returns a log that writes events of a level to standard error.
#[cfg(feature = "serve")]
fn log(level: EventLevel) -> quadrille_server::Log {
    use std::io::Write as _;

    use quadrille_server::{Log, LogLevel};

    let level = match level {
        EventLevel::Error => LogLevel::Error,
        EventLevel::Warning => LogLevel::Warning,
        EventLevel::Info => LogLevel::Info,
    };
    Log::new(level, |level, text| {
        // Without standard error there is no place for the event.
        let _ = writeln!(std::io::stderr(), "{level}: {text}");
    })
}

#[cfg(feature = "serve")]
fn page(args: &ServeArgs) -> Result<quadrille_server::Page, Failure> {
    use quadrille_server::{Page, PageError};

    let Some(folder) = &args.page else {
        return Ok(Page::embedded());
    };
    Page::read(folder).map_err(|error| match error {
        PageError::Io { name, error } => Failure::io(name, &error),
        other => Failure::advised(
            other.to_string(),
            Some("name the folder that `npm run build` writes, web/dist".to_owned()),
        ),
    })
}

/// Prints the address of the page, and the path of the file in which tables are kept.
#[cfg(feature = "serve")]
fn tell(
    server: &quadrille_server::Server,
    args: &ServeArgs,
    context: &mut CommandContext,
) -> Result<(), Failure> {
    let page = server.page();
    context.out.line(format_args!("Quadrille: {page}"))?;
    if let Some(address) = server.elsewhere() {
        context.out.line(format_args!("others on the network: {address}"))?;
        context.out.note(
            "the connection is not encrypted, and everyone who can reach this machine can play",
        );
    }
    match &args.store {
        Some(path) => {
            context.out.line(format_args!("tables are kept in {}", path.display()))?;
        }
        None => context.out.line("tables end with the program; --store FILE keeps them")?,
    }
    context.out.line("Ctrl-C stops the server")?;
    context.out.finish()?;
    if args.open && !opened(&page) {
        context.out.note(format_args!("no browser could be started; open {page}"));
    }
    Ok(())
}

/// Opens an address in the browser. Returns `false` if no browser could be started.
#[cfg(feature = "serve")]
fn opened(address: &str) -> bool {
    use std::process::{Command, Stdio};

    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = Command::new(program)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut browser) = quiet else { return false };
    // A program that can't open the address fails at once.
    for _ in 0..20 {
        match browser.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => std::thread::sleep(std::time::Duration::from_millis(100)),
            Err(_) => return false,
        }
    }
    true
}

#[cfg(feature = "serve")]
fn failure(error: quadrille_server::ServeError) -> Failure {
    use quadrille_server::{ServeError, StoreError};

    match error {
        ServeError::Listen { address, error } => {
            let how = match error.kind() {
                std::io::ErrorKind::AddrNotAvailable => {
                    "this machine has no such address; --host 0.0.0.0 listens at all of its addresses"
                }
                _ => "choose another port with --port, or 0 for a free one",
            };
            Failure::advised(format!("can't listen at {address}: {error}"), Some(how.to_owned()))
        }
        ServeError::Store(StoreError::Database { name, why }) => Failure::Io { name, why },
        other => Failure::usage(other.to_string()),
    }
}
