//! The pages of rulesets, and their pictures for previews of links. Each is generated at its first
//! request.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use quadrille_render::png;
use quadrille_service::Rulesets;

use crate::page::Asset;

/// The start of the paths of rulesets' pages and of their pictures.
pub(crate) const FOLDER: &str = "/games/";
/// The scale of a picture, relative to its drawing.
const PICTURE_SCALE: f32 = 0.75;
/// The placeholder for the address of this server in stored pages. The address in a request
/// replaces it.
const SITE: &str = "https://site.invalid/";

/// The files that were generated so far. There are at most two for each listed ruleset.
#[derive(Default)]
pub(crate) struct GamePages {
    files: Mutex<HashMap<String, Bytes>>,
}

impl GamePages {
    /// Returns the file of a path such as `/games/verney-1881.html`. `site` is the address of this
    /// server, as the client wrote it, with a final slash.
    pub fn file(&self, path: &str, site: &str, rulesets: &Rulesets) -> Option<Asset> {
        let name = path.strip_prefix(FOLDER)?;
        let (id, is_picture) = match name.strip_suffix(".png") {
            Some(id) => (id, true),
            None => (name.strip_suffix(".html").unwrap_or(name), false),
        };
        let key = if is_picture { name.to_owned() } else { format!("{id}.html") };
        let known = self.lock().get(&key).cloned();
        let content = match known {
            Some(content) => content,
            None => {
                let content = generate(id, is_picture, rulesets)?;
                self.lock().insert(key.clone(), content.clone());
                content
            }
        };
        let content = if is_picture {
            content
        } else {
            String::from_utf8_lossy(&content).replace(SITE, &escape(site)).into()
        };
        Some(Asset::new(&key, content))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Bytes>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn generate(id: &str, is_picture: bool, rulesets: &Rulesets) -> Option<Bytes> {
    if is_picture {
        return png::draw(&rulesets.preview(id)?, PICTURE_SCALE).ok().map(Bytes::from);
    }
    rulesets.web_page(id, SITE).map(Bytes::from)
}

/// Returns an address as text in an attribute. The host of a request has only the characters of
/// host names and ports, because the server refuses other hosts.
fn escape(site: &str) -> String {
    site.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}
