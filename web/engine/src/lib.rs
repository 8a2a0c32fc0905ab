//! The service as a WebAssembly module without imports. A web worker of the page first calls
//! [`reserve`], and writes a request to the returned address. Then it calls [`answer`], which
//! returns the length of the answer. It reads the answer at the address that [`response`] returns.
//!
//! The module runs on one thread and reads no pointer. It needs `unsafe` only for the unmangled
//! names of these functions.

use std::cell::RefCell;

use quadrille_service::Service;
use quadrille_service::protocol::MAX_MESSAGE_BYTES;

thread_local! {
    static SERVICE: RefCell<Service> = RefCell::new(Service::shipped());
    /// The request until [`answer`] has answered it, and after that the answer.
    static MESSAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of `length` bytes, and returns the address at which the caller must
/// write it. If a request is longer than the service allows, there is room only for a part of it,
/// and [`answer`] refuses this part.
#[expect(unsafe_code, reason = "the name that JavaScript calls; this crate defines no other of it")]
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *const u8 {
    MESSAGE.with_borrow_mut(|message| {
        message.clear();
        message.resize(length.min(MAX_MESSAGE_BYTES + 1), 0);
        message.as_ptr()
    })
}

/// Answers the request in memory, and returns the length of the answer.
#[expect(unsafe_code, reason = "the name that JavaScript calls; this crate defines no other of it")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let request = MESSAGE.with_borrow_mut(std::mem::take);
    let text = String::from_utf8_lossy(&request);
    let answer = SERVICE.with_borrow_mut(|service| service.answer(&text));
    MESSAGE.with_borrow_mut(|message| {
        *message = answer.into_bytes();
        message.len()
    })
}

/// Returns the address of the answer.
#[expect(unsafe_code, reason = "the name that JavaScript calls; this crate defines no other of it")]
#[unsafe(no_mangle)]
pub extern "C" fn response() -> *const u8 {
    MESSAGE.with_borrow(|message| message.as_ptr())
}
