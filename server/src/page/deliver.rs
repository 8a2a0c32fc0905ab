//! Answers to requests for the page's files, and the headers that protect every answer.

use axum::body::Body;
use axum::http::header::{
    self, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};

use super::Asset;

/// The parts of a content security policy that allow content of this server, pictures that the page
/// makes, and WebAssembly.
macro_rules! page_policy {
    ($framers:literal) => {
        concat!(
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ",
            $framers,
            "; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
             connect-src 'self'; img-src 'self' blob:; manifest-src 'self'"
        )
    };
}

/// The kinds of answers, by the rights that browsers give them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rights {
    /// The page, and every other answer without a separate kind. No site may frame it.
    Page,
    /// The view of a game that every site may frame. It joins no table.
    Embedded,
    /// A document without scripts that contains all its styles and pictures.
    Document,
}

impl Rights {
    /// Returns the rights of the answer for a path.
    pub fn of(path: &str) -> Self {
        match path {
            "/embed" | "/embed.html" => Self::Embedded,
            _ if path.starts_with("/games/") => Self::Document,
            _ => Self::Page,
        }
    }

    fn policy(self) -> &'static str {
        match self {
            Self::Page => page_policy!("'none'"),
            Self::Embedded => page_policy!("*"),
            Self::Document => {
                "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                 style-src 'unsafe-inline'; img-src 'self' data:"
            }
        }
    }

    /// Returns the sites that may contain the answer.
    fn resource_policy(self) -> &'static str {
        match self {
            Self::Page => "same-origin",
            Self::Embedded | Self::Document => "cross-origin",
        }
    }
}

/// The headers of every answer, except the headers that depend on its rights.
const SECURITY_HEADERS: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Adds the headers of every answer.
pub(crate) fn protect(headers: &mut HeaderMap, rights: Rights) {
    let own = [
        (header::CONTENT_SECURITY_POLICY, rights.policy()),
        (HeaderName::from_static("cross-origin-resource-policy"), rights.resource_policy()),
    ];
    for (name, value) in own.iter().chain(&SECURITY_HEADERS) {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Returns the answer to a request for a file.
pub(crate) fn deliver(file: Option<&Asset>, headers: &HeaderMap) -> Response<Body> {
    let Some(file) = file else {
        let mut missing = Response::new(Body::from("There is no such file.\n"));
        *missing.status_mut() = StatusCode::NOT_FOUND;
        let plain = HeaderValue::from_static("text/plain; charset=utf-8");
        missing.headers_mut().insert(CONTENT_TYPE, plain);
        return missing;
    };
    let known = headers.get_all(IF_NONE_MATCH).iter().any(|value| {
        let tags = value.to_str().unwrap_or_default().split(',').map(str::trim);
        tags.map(|tag| tag.strip_prefix("W/").unwrap_or(tag)).any(|tag| tag == file.tag)
    });
    let packed = if gzip(headers) && !known { file.packed() } else { None };
    let mut response = Response::new(Body::empty());
    let out = response.headers_mut();
    out.insert(CONTENT_TYPE, HeaderValue::from_static(file.mime));
    out.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&file.tag) {
        out.insert(ETAG, tag);
    }
    let keep = if file.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    out.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    if packed.is_some() {
        out.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    *response.body_mut() = Body::from(packed.unwrap_or_else(|| file.plain.clone()));
    response
}

/// Returns `true` if the client accepts gzip.
fn gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        name.eq_ignore_ascii_case("gzip") && !parts.any(|part| part == "q=0")
    })
}
