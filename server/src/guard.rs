//! Checks the host and the origin of each request. A page of another site can make a browser send
//! requests to this server. If the name of the other site resolves to this server, the request has
//! the name of the other site as its host. Therefore the host must be a name of this server, and
//! the page must come from this server.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName};

/// The host names of a server. Its numeric addresses are not included.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// Names as in the `Host` header, in lower case: `chess.example.org`, `chess.local:7740`.
    exact: Vec<String>,
}

impl Names {
    /// Returns the host names that the server accepts: each of `names`, with and without the port.
    pub fn new(names: &[String], port: u16) -> Self {
        let both = |name: &String| {
            let name = name.to_ascii_lowercase();
            let with_port = format!("{name}:{port}");
            [name, with_port]
        };
        Self { exact: names.iter().flat_map(both).collect() }
    }

    /// Returns the host of a request if it names this server. `local` is the address at which the
    /// request arrived.
    pub fn host(&self, headers: &HeaderMap, local: SocketAddr) -> Option<String> {
        let host = only(headers, &HOST)?.to_ascii_lowercase();
        (self.exact.contains(&host) || own(&host, local)).then_some(host)
    }

    /// Returns `true` if a request comes from a page of this server, or from no page.
    pub fn same_origin(host: &str, headers: &HeaderMap) -> bool {
        if !headers.contains_key(ORIGIN) {
            return true;
        }
        let origin = only(headers, &ORIGIN).unwrap_or_default().to_ascii_lowercase();
        let authority = ["http://", "https://"].iter().find_map(|s| origin.strip_prefix(s));
        authority == Some(host)
    }
}

/// Returns the value of a header that occurs exactly once.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Returns `true` if a host is the address at which a request arrived, or a local name of this
/// machine.
fn own(host: &str, local: SocketAddr) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    if host.contains('@') || authority.port_u16().unwrap_or(80) != local.port() {
        return false;
    }
    let name = authority.host();
    let here = local.ip().to_canonical();
    if name == "localhost" {
        return here.is_loopback();
    }
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    bare.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical() == here)
}

/// Returns `true` if a host is a loopback name or address, by which only this machine can reach the
/// server.
pub(crate) fn only_here(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else { return false };
    let name = authority.host().trim_matches(['[', ']']);
    name == "localhost" || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    fn accepts(names: &Names, host: &str, local: &str) -> bool {
        names.host(&headers(&[(HOST, host)]), local.parse().unwrap()).is_some()
    }

    #[test]
    fn a_server_answers_to_its_address_and_names_and_to_nothing_else() {
        let none = Names::default();
        for host in ["127.0.0.1:7740", "localhost:7740", "LOCALHOST:7740"] {
            assert!(accepts(&none, host, "127.0.0.1:7740"), "{host}");
        }
        assert!(accepts(&none, "[::1]:7740", "[::1]:7740"));
        assert!(accepts(&none, "192.168.1.5:7740", "192.168.1.5:7740"));
        assert!(accepts(&none, "192.168.1.5:7740", "[::ffff:192.168.1.5]:7740"));
        assert!(accepts(&none, "localhost", "127.0.0.1:80"));
        for host in [
            "evil.example",
            "evil.example:7740",
            "127.0.0.1",
            "127.0.0.1:7741",
            "127.0.0.1.evil.example:7740",
            "localhost.evil.example:7740",
            "me@127.0.0.1:7740",
            "127.0.0.2:7740",
            "192.168.1.5:7740",
            "0.0.0.0:7740",
            "127.1:7740",
            "",
        ] {
            assert!(!accepts(&none, host, "127.0.0.1:7740"), "{host}");
        }
        assert!(!accepts(&none, "localhost:7740", "192.168.1.5:7740"));
        let named = Names::new(&["Chess.Local".to_owned()], 7740);
        assert!(accepts(&named, "chess.local", "127.0.0.1:7740"));
        assert!(accepts(&named, "chess.local:7740", "127.0.0.1:7740"));
        assert!(!accepts(&named, "chess.local:7741", "127.0.0.1:7740"));
        let twice = headers(&[(HOST, "127.0.0.1:7740")]);
        let mut twice: HeaderMap = twice;
        twice.append(HOST, "evil.example".parse().unwrap());
        assert!(none.host(&twice, "127.0.0.1:7740".parse().unwrap()).is_none());
    }

    #[test]
    fn a_page_of_another_origin_is_told_apart() {
        let host = "127.0.0.1:7740";
        let from = |origin: &str| Names::same_origin(host, &headers(&[(ORIGIN, origin)]));
        assert!(Names::same_origin(host, &headers(&[])));
        assert!(from("http://127.0.0.1:7740") && from("https://127.0.0.1:7740"));
        for origin in [
            "null",
            "http://evil.example",
            "http://127.0.0.1",
            "http://127.0.0.1:77401",
            "",
            "file://127.0.0.1:7740",
        ] {
            assert!(!from(origin), "{origin}");
        }
    }
}
