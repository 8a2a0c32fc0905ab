//! The page: its files in memory, and their delivery. Only files that were read at the start are
//! ever sent, so no request can reach another file.

mod deliver;

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::sync::OnceLock;
use std::{fs, io};

use axum::body::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

pub(crate) use deliver::{Rights, deliver, protect};

/// The maximum size of all files of a page together, in bytes.
const MAX_PAGE_BYTES: u64 = 64 * 1024 * 1024;
/// The element of the HTML files that contains the address of the service.
const SERVICE_META: &str = r#"<meta name="quadrille-service" content="./socket" />"#;
/// The element of [`SERVICE_META`] in a page without a server.
const NO_SERVICE_META: &str = r#"<meta name="quadrille-service" content="" />"#;
const INDEX_FILE: &str = "index.html";
/// The view of a game for other sites.
const EMBED_FILE: &str = "embed.html";
/// The HTML files that contain the address of the service.
const FILES_WITH_SERVICE: [&str; 2] = [INDEX_FILE, EMBED_FILE];

/// A page.
pub struct Page {
    files: BTreeMap<String, Asset>,
    /// The HTML files for browsers on this machine. They contain the address for other machines.
    local_files: BTreeMap<&'static str, Asset>,
}

impl std::fmt::Debug for Page {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Page").field("files", &self.files.keys()).finish_non_exhaustive()
    }
}

/// A file of a page.
pub(crate) struct Asset {
    mime: &'static str,
    /// The ETag, with quotes.
    tag: String,
    /// `true` if the file never changes. The name of such a file contains a hash of its content.
    immutable: bool,
    plain: Bytes,
    /// The compressed content, if a client has already requested it. The inner option is `None` if
    /// the compressed content would not be shorter.
    packed: OnceLock<Option<Bytes>>,
}

/// The reasons why a folder cannot serve as a page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// A file or the folder cannot be read.
    #[error("{name}: {error}")]
    Io {
        /// The file or folder.
        name: String,
        /// The cause.
        error: io::Error,
    },
    /// The folder has no `index.html`.
    #[error("{0} has no index.html")]
    NoIndex(String),
    /// The files are too large together.
    #[error("{0} is larger than {most} MiB", most = MAX_PAGE_BYTES >> 20)]
    TooLarge(String),
}

impl Page {
    /// Returns the page that is embedded in this library.
    #[must_use]
    pub fn embedded() -> Self {
        let file = |(name, packed): &(&str, &'static [u8])| {
            let mut plain = Vec::new();
            // A test decompresses each file.
            GzDecoder::new(*packed).read_to_end(&mut plain).ok()?;
            Some(((*name).to_owned(), Bytes::from(plain), *packed))
        };
        let mut page = Self { files: BTreeMap::new(), local_files: BTreeMap::new() };
        for (name, plain, packed) in quadrille_page::FILES.iter().filter_map(file) {
            let asset = if FILES_WITH_SERVICE.contains(&&*name) {
                Asset::new(&name, served(&plain))
            } else {
                let asset = Asset::new(&name, plain);
                Asset { packed: OnceLock::from(Some(Bytes::from_static(packed))), ..asset }
            };
            page.files.insert(name, asset);
        }
        page
    }

    /// Reads the page in a folder.
    ///
    /// # Errors
    /// Returns a [`PageError`] if a file can't be read, the page is too large, or it has no
    /// `index.html`.
    pub fn read(folder: &Path) -> Result<Self, PageError> {
        let mut files = BTreeMap::new();
        let mut left = MAX_PAGE_BYTES;
        collect(folder, "", &mut left, &mut files)?;
        if !files.contains_key(INDEX_FILE) {
            return Err(PageError::NoIndex(folder.display().to_string()));
        }
        Ok(Self::of(files))
    }

    /// Creates a page from files with their names.
    #[must_use]
    pub fn of(files: impl IntoIterator<Item = (String, Bytes)>) -> Self {
        let file = |(name, bytes): (String, Bytes)| {
            let has_service = FILES_WITH_SERVICE.contains(&&*name);
            let bytes = if has_service { served(&bytes) } else { bytes };
            let asset = Asset::new(&name, bytes);
            (name, asset)
        };
        Self { files: files.into_iter().map(file).collect(), local_files: BTreeMap::new() }
    }

    /// Sets the address at which other machines of the network find the page. Links for other
    /// people contain this address if the page was opened at an address that only this machine can
    /// use.
    pub(crate) fn set_address(&mut self, address: &str) {
        let address = address.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        let meta =
            format!(r#"{SERVICE_META}<meta name="quadrille-address" content="{address}" />"#);
        for name in FILES_WITH_SERVICE {
            if let Some(file) = self.files.get(name) {
                let html = String::from_utf8_lossy(&file.plain).replacen(SERVICE_META, &meta, 1);
                self.local_files.insert(name, Asset::new(name, html.into()));
            }
        }
    }

    /// Returns the file of a path such as `/assets/a.js`. `is_local` is `true` if the browser
    /// opened the page at an address that only this machine can use.
    pub(crate) fn file(&self, path: &str, is_local: bool) -> Option<&Asset> {
        let name = match path.strip_prefix('/')? {
            "" => INDEX_FILE,
            "embed" => EMBED_FILE,
            other => other,
        };
        let local = self.local_files.get(name).filter(|_| is_local);
        local.or_else(|| self.files.get(name))
    }
}

impl Asset {
    /// Creates a file from its name and content.
    pub(crate) fn new(name: &str, plain: Bytes) -> Self {
        let hash = Sha256::digest(&plain);
        let tag = hash.iter().take(12).map(|byte| format!("{byte:02x}"));
        Self {
            mime: mime(name),
            tag: format!("\"{}\"", tag.collect::<String>()),
            immutable: name.starts_with("assets/"),
            plain,
            packed: OnceLock::new(),
        }
    }

    /// Returns the compressed content, if it is shorter than the file.
    fn packed(&self) -> Option<Bytes> {
        let packed = self.packed.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            let packed = encoder.write_all(&self.plain).and_then(|()| encoder.finish()).ok()?;
            (packed.len() < self.plain.len()).then(|| Bytes::from(packed))
        });
        packed.clone()
    }
}

/// Returns an HTML file with the address of the service inserted.
fn served(index: &Bytes) -> Bytes {
    let text = String::from_utf8_lossy(index);
    Bytes::from(if text.contains(NO_SERVICE_META) {
        text.replacen(NO_SERVICE_META, SERVICE_META, 1)
    } else {
        text.replacen("</head>", &format!("{SERVICE_META}</head>"), 1)
    })
}

fn collect(
    folder: &Path,
    prefix: &str,
    left: &mut u64,
    files: &mut BTreeMap<String, Bytes>,
) -> Result<(), PageError> {
    let name = folder.display().to_string();
    let failed = |error| PageError::Io { name: name.clone(), error };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = entry.path();
        let kind = entry.file_type().map_err(failed)?;
        let inner = format!("{prefix}{name}");
        if kind.is_dir() {
            collect(&path, &format!("{inner}/"), left, files)?;
        } else if kind.is_file() {
            let failed = |error| PageError::Io { name: path.display().to_string(), error };
            let mut bytes = Vec::new();
            let file = fs::File::open(&path).map_err(failed)?;
            file.take(*left + 1).read_to_end(&mut bytes).map_err(failed)?;
            *left = left
                .checked_sub(bytes.len() as u64)
                .ok_or_else(|| PageError::TooLarge(folder.display().to_string()))?;
            files.insert(inner, Bytes::from(bytes));
        }
    }
    Ok(())
}

/// Returns the media type of a file by its extension.
fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_page_asks_this_server_and_needs_no_engine() {
        let mut page = Page::embedded();
        assert_eq!(page.files.len(), quadrille_page::FILES.len(), "each file can be decompressed");
        let index = String::from_utf8_lossy(&page.file("/", false).unwrap().plain);
        for file in FILES_WITH_SERVICE {
            let html = String::from_utf8_lossy(&page.files[file].plain).into_owned();
            assert!(html.contains(SERVICE_META), "{file}");
        }
        let scripts = index.split("src=\".").skip(1).filter_map(|rest| rest.split('"').next());
        assert!(scripts.clone().count() > 0);
        for script in scripts {
            assert!(page.file(script, false).is_some(), "{script}");
        }
        assert!(page.file("/engine.wasm", false).is_none());
        page.set_address("http://chess.example/\"");
        let has_address = |is_local: bool| {
            let file = page.file("/", is_local).unwrap();
            String::from_utf8_lossy(&file.plain)
                .contains(r#"content="http://chess.example/&quot;""#)
        };
        assert!(has_address(true) && !has_address(false));
    }
}
