//! The pages of rulesets on the web, and their pictures.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_dsl::Ruleset;
use quadrille_reports::sheet;

use crate::protocol::RulesKey;
use crate::shared::Rulesets;

impl Rulesets {
    /// Returns the rule sheet of a listed ruleset as a page on the web. Its addresses begin with
    /// `site`. Returns `None` if there is no such ruleset.
    #[must_use]
    pub fn web_page(&self, id: &str, site: &str) -> Option<String> {
        sheet::web_page(&*self.listed(id)?, site).ok()
    }

    /// Draws the board of a listed ruleset at the start, as SVG for previews of links to its page.
    /// Returns `None` if there is no such ruleset.
    #[must_use]
    pub fn preview(&self, id: &str) -> Option<String> {
        sheet::preview(&*self.listed(id)?).ok()
    }

    fn listed(&self, id: &str) -> Option<Arc<Ruleset>> {
        if !self.library().all_names().iter().any(|name| name == id) {
            return None;
        }
        let key = RulesKey { id: id.to_owned(), ..RulesKey::default() };
        let known = self.ruleset(&key, &AtomicBool::new(false)).ok()?;
        Some(Arc::clone(&known.loaded))
    }
}
