//! What is to be sent on a connection. Nobody waits for a reader that is slow: if too much lies there for
//! it, the connection is given up, and its player comes back to the game as it stands.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use quadrille_service::protocol::{Push, Response};
use serde::Serialize;
use tokio::sync::{Notify, mpsc};

/// The maximum number of messages in the outbox.
const MAX_QUEUED_MESSAGES: usize = 64;

/// Where messages for a connection are put.
#[derive(Clone)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Utf8Bytes>,
    full: Arc<Notify>,
}

/// Where they are taken out.
pub(crate) struct OutboxReceiver {
    receiver: mpsc::Receiver<Utf8Bytes>,
    full: Arc<Notify>,
}

/// A message as it is sent.
pub(crate) fn written(message: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// The same for a message that many get.
pub(crate) fn push(message: &Push) -> Utf8Bytes {
    written(message)
}

impl Outbox {
    /// An outbox, and where its messages come out.
    pub fn new() -> (Self, OutboxReceiver) {
        let (sender, receiver) = mpsc::channel(MAX_QUEUED_MESSAGES);
        let full = Arc::new(Notify::new());
        (Self { sender, full: Arc::clone(&full) }, OutboxReceiver { receiver, full })
    }

    /// Puts a message there, or gives the connection up if there is no room for it.
    pub fn put(&self, message: Utf8Bytes) {
        if self.sender.try_send(message).is_err() {
            self.full.notify_one();
        }
    }

    /// Puts a response there, as [`Outbox::put`].
    pub fn respond(&self, response: &Response) {
        self.put(written(response));
    }

    /// Puts a message there once there is room.
    pub async fn wait_and_put(&self, message: Utf8Bytes) {
        // A connection that has ended needs none.
        let _ = self.sender.send(message).await;
    }
}

impl OutboxReceiver {
    /// The next message; none once nobody can send any.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        self.receiver.recv().await
    }

    /// Waits until the connection has to be given up.
    pub fn given_up(&self) -> impl Future<Output = ()> + use<> {
        let full = Arc::clone(&self.full);
        async move { full.notified().await }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_reader_for_whom_too_much_lies_there_is_given_up() {
        let (outbox, mut outgoing) = Outbox::new();
        for _ in 0..MAX_QUEUED_MESSAGES {
            outbox.put("a".into());
        }
        assert_eq!(outgoing.next().await.as_deref(), Some("a"));
        outbox.put("b".into());
        outbox.put("one too many".into());
        outgoing.given_up().await;
    }
}
