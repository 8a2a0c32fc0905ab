//! Answers to requests for the page's files, and the headers that protect every answer.

use axum::body::Body;
use axum::http::header::{
    self, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};

use super::Asset;

/// The content security policy of the page. It allows only content of this server, and WebAssembly.
const PAGE_POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'self'";

/// The headers of every answer.
const SECURITY_HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, PAGE_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Adds the headers of every answer.
pub(crate) fn protect(headers: &mut HeaderMap) {
    for (name, value) in &SECURITY_HEADERS {
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
