//! Tests of the links between Markdown pages. Each link must lead to an existing file. If it names
//! a heading, the file must have this heading.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::vocabulary::{files, root};

/// Returns the anchor of a heading. Links use the anchor to name the heading.
fn anchor(heading: &str) -> String {
    let plain: String = heading.replace(['`', '*'], "");
    plain
        .to_lowercase()
        .chars()
        .filter(|letter| letter.is_alphanumeric() || ['_', ' ', '-'].contains(letter))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

/// Returns a page without its code blocks.
fn prose(page: &str) -> String {
    let mut is_code = false;
    let kept = page.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// Returns the anchors of a page's headings. If several headings have the same anchor, a number is
/// added to all except the first.
fn anchors(page: &str) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let headings =
        page.lines().filter_map(|line| Some(line.strip_prefix('#')?.trim_start_matches('#')));
    headings
        .map(|heading| {
            let anchor = anchor(heading.trim());
            let count = counts.entry(anchor.clone()).or_default();
            *count += 1;
            if *count == 1 { anchor } else { format!("{anchor}-{}", *count - 1) }
        })
        .collect()
}

/// Returns the targets of a page's links and pictures.
fn targets(page: &str) -> Vec<&str> {
    let links = page.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let pictures = page.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.chain(pictures).collect()
}

/// Returns a path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                normal.pop();
            }
            Component::CurDir => {}
            other => normal.push(other),
        }
    }
    normal
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut paths = Vec::new();
    files(&root(), &mut paths);
    // The sources of the pages of words have the same links as the pages.
    paths.retain(|path| {
        let is_source = path.to_str().is_some_and(|path| path.contains("interface/words/"));
        !is_source && path.extension().is_some_and(|ending| ending == "md")
    });
    let pages: BTreeMap<PathBuf, String> = paths
        .iter()
        .filter_map(|path| Some((normal(path), prose(&fs::read_to_string(path).ok()?))))
        .collect();
    let mut broken = Vec::new();
    for (path, page) in &pages {
        let folder = path.parent().expect("a file has a folder");
        for target in targets(page) {
            if target.contains("://") || target.starts_with("mailto:") || target.contains('`') {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let found = if file.is_empty() { path.clone() } else { normal(&folder.join(file)) };
            let shown = path.strip_prefix(normal(&root())).unwrap_or(path).display();
            if !found.exists() {
                broken.push(format!("{shown}: {target}: there is no such file"));
            } else if let Some(page) = pages.get(&found)
                && !heading.is_empty()
                && !anchors(page).iter().any(|anchor| anchor == heading)
            {
                broken.push(format!("{shown}: {target}: there is no such heading"));
            }
        }
    }
    assert!(pages.len() > 100, "the pages are read");
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_page_is_in_the_index() {
    let docs = normal(&root()).join("docs");
    let index = fs::read_to_string(docs.join("README.md")).expect("the index");
    let mut paths = Vec::new();
    files(&docs, &mut paths);
    let missing: Vec<String> = paths
        .iter()
        .filter_map(|path| path.strip_prefix(&docs).ok()?.to_str())
        .filter(|name| name.ends_with(".md") && *name != "README.md")
        .filter(|name| !name.starts_with("cookbook/") && !name.starts_with("reference/words/"))
        .filter(|name| !index.contains(&format!("]({name})")))
        .map(str::to_owned)
        .collect();
    assert!(missing.is_empty(), "docs/README.md does not list {missing:?}");
}
