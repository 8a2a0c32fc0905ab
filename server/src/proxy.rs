//! Finds the address of a visitor behind a reverse proxy. A header counts only if the request comes
//! from a proxy that the server's operator has named. Without this condition, any client could
//! choose its address.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{FORWARDED, HeaderName};
use axum::http::{HeaderMap, HeaderValue};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// Returns the address of the client that sent a request. `remote` is the other end of the TCP
/// connection. If `remote` is a proxy, a header of the request names the client: `X-Forwarded-For`,
/// or `Forwarded` (RFC 7239). If the request has neither header, or both with different addresses,
/// the function returns the address of the proxy.
pub(crate) fn client(remote: IpAddr, proxies: &[IpAddr], headers: &HeaderMap) -> IpAddr {
    let remote = remote.to_canonical();
    if !is_proxy(remote, proxies) {
        return remote;
    }
    // The proxy uses only one of the two headers. A client can send the other header, which the
    // proxy does not change.
    match (last(headers, &X_FORWARDED_FOR, read_address), last(headers, &FORWARDED, read_forwarded))
    {
        (Some(Some(client)), None) | (None, Some(Some(client))) => client,
        (Some(Some(client)), Some(Some(other))) if client == other => client,
        _ => remote,
    }
}

/// Returns `true` if an address is one of the proxies.
pub(crate) fn is_proxy(remote: IpAddr, proxies: &[IpAddr]) -> bool {
    proxies.iter().any(|proxy| proxy.to_canonical() == remote.to_canonical())
}

/// Returns `true` if a client uses HTTPS to reach the proxy that sent a request.
pub(crate) fn is_secure(remote: IpAddr, proxies: &[IpAddr], headers: &HeaderMap) -> bool {
    let proto = headers.get(X_FORWARDED_PROTO);
    is_proxy(remote, proxies) && proto.is_some_and(|proto| proto.as_bytes() == b"https")
}

/// Reads the last element of a list in a header. The proxy appends this element, and clients can
/// choose all elements before it. Returns `None` without the header, and `Some(None)` if the
/// element contains no address.
fn last(
    headers: &HeaderMap,
    name: &HeaderName,
    read: fn(&str) -> Option<IpAddr>,
) -> Option<Option<IpAddr>> {
    let value: &HeaderValue = headers.get_all(name).iter().next_back()?;
    let text = value.to_str().unwrap_or_default();
    Some(read(text.rsplit(',').next().unwrap_or_default().trim()))
}

/// Reads an element of `Forwarded`, such as `for="[2001:db8::1]:4711";proto=https`.
fn read_forwarded(element: &str) -> Option<IpAddr> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let mut named = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    let (_, node) = named.next()?;
    read_address(node.trim().trim_matches('"'))
}

/// Reads an IP address, with or without a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse().map(|socket: SocketAddr| socket.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROXY: &str = "192.0.2.1";

    fn found(remote: &str, sent: &[(&str, &str)]) -> String {
        let mut headers = HeaderMap::new();
        for (name, value) in sent {
            headers.append(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
        }
        client(remote.parse().unwrap(), &[PROXY.parse().unwrap()], &headers).to_string()
    }

    #[test]
    fn only_a_named_proxy_names_the_client() {
        let sent = [("x-forwarded-for", "198.51.100.7")];
        assert_eq!(found(PROXY, &sent), "198.51.100.7");
        assert_eq!(found("::ffff:192.0.2.1", &sent), "198.51.100.7");
        assert_eq!(found("192.0.2.2", &sent), "192.0.2.2");
        assert_eq!(found("127.0.0.1", &sent), "127.0.0.1");
    }

    #[test]
    fn the_last_address_is_the_one_that_the_proxy_saw() {
        for sent in ["9.9.9.9, 198.51.100.7", "x,198.51.100.7:4711", "198.51.100.7 "] {
            assert_eq!(found(PROXY, &[("x-forwarded-for", sent)]), "198.51.100.7", "{sent}");
        }
        let twice = [("x-forwarded-for", "9.9.9.9"), ("x-forwarded-for", "198.51.100.7")];
        assert_eq!(found(PROXY, &twice), "198.51.100.7");
        for (sent, wanted) in [
            ("for=198.51.100.7", "198.51.100.7"),
            ("for=9.9.9.9, For=\"198.51.100.7:80\";proto=https;by=203.0.113.4", "198.51.100.7"),
            ("proto=https; for=\"[2001:db8::7]:4711\"", "2001:db8::7"),
        ] {
            assert_eq!(found(PROXY, &[("forwarded", sent)]), wanted, "{sent}");
        }
    }

    #[test]
    fn a_proxy_without_a_clear_header_counts_as_the_client() {
        for sent in [
            &[][..],
            &[("x-forwarded-for", "unknown")],
            &[("forwarded", "for=_hidden")],
            &[("forwarded", "proto=https")],
            &[("x-forwarded-for", "198.51.100.7, ")],
            &[("x-forwarded-for", "198.51.100.7"), ("forwarded", "for=9.9.9.9")],
        ] {
            assert_eq!(found(PROXY, sent), PROXY, "{sent:?}");
        }
        let equal = [("x-forwarded-for", "198.51.100.7"), ("forwarded", "for=198.51.100.7")];
        assert_eq!(found(PROXY, &equal), "198.51.100.7");
    }
}
