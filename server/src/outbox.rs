//! The queue of messages for one connection. A slow reader does not delay other clients. If the
//! queue of a connection is full, the connection is closed. The player can reconnect to the current
//! game.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use quadrille_service::protocol::{Push, Response};
use serde::Serialize;
use tokio::sync::{Notify, mpsc};

/// The maximum number of messages in the outbox.
const MAX_QUEUED_MESSAGES: usize = 64;

/// The side of the queue to which messages for a connection are added.
#[derive(Clone)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Utf8Bytes>,
    full: Arc<Notify>,
}

/// The side of the queue from which messages are taken and sent.
pub(crate) struct OutboxReceiver {
    receiver: mpsc::Receiver<Utf8Bytes>,
    full: Arc<Notify>,
}

/// Converts a message to the text that is sent.
pub(crate) fn written(message: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// Converts a push to the text that is sent. Several connections can share this text.
pub(crate) fn push(message: &Push) -> Utf8Bytes {
    written(message)
}

impl Outbox {
    /// Creates an outbox and its receiver.
    pub fn new() -> (Self, OutboxReceiver) {
        let (sender, receiver) = mpsc::channel(MAX_QUEUED_MESSAGES);
        let full = Arc::new(Notify::new());
        (Self { sender, full: Arc::clone(&full) }, OutboxReceiver { receiver, full })
    }

    /// Queues a message. If the queue is full, requests that the connection is closed.
    pub fn put(&self, message: Utf8Bytes) {
        if self.sender.try_send(message).is_err() {
            self.full.notify_one();
        }
    }

    /// Queues a response, like [`Outbox::put`].
    pub fn respond(&self, response: &Response) {
        self.put(written(response));
    }

    /// Queues a message as soon as the queue has room.
    pub async fn wait_and_put(&self, message: Utf8Bytes) {
        // An error means that the connection has ended.
        let _ = self.sender.send(message).await;
    }
}

impl OutboxReceiver {
    /// Returns the next message, or `None` once all outboxes of the queue are dropped.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        self.receiver.recv().await
    }

    /// Waits until the connection has to be closed.
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
