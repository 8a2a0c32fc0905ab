//! A client with its own network address, as a proxy reports it.

use std::net::SocketAddr;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The reason why a simulated person or visitor stops.
pub type Failed = Box<dyn std::error::Error + Send + Sync>;

/// A connection of a visitor.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    /// Connects as the visitor with this number. Each visitor has an address of the network
    /// 10.0.0.0/8.
    pub async fn connect(server: SocketAddr, visitor: usize) -> Result<Self, Failed> {
        let mut request = format!("ws://{server}/socket").into_client_request()?;
        let address =
            format!("10.{}.{}.{}", visitor >> 16 & 255, visitor >> 8 & 255, visitor & 255);
        request.headers_mut().insert("x-forwarded-for", address.parse()?);
        Ok(Self { socket: connect_async(request).await?.0 })
    }

    /// Sends a text.
    pub async fn send(&mut self, text: String) -> Result<(), Failed> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    /// Returns the next message for which `is_wanted` returns `true`.
    pub async fn until(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Result<Value, Failed> {
        loop {
            let message = self.socket.next().await.ok_or("the connection has ended")??;
            if let Message::Text(text) = message {
                let message: Value = serde_json::from_str(&text)?;
                if is_wanted(&message) {
                    return Ok(message);
                }
            }
        }
    }

    /// Sends a request and returns its response.
    pub async fn ask(&mut self, mut request: Value, id: u64) -> Result<Value, Failed> {
        request["id"] = id.into();
        self.send(request.to_string()).await?;
        self.until(|message| message["id"] == id).await
    }
}
