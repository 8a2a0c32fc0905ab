//! The service as a WebAssembly module without imports. A worker of the page writes a request into
//! the memory that [`reserve`] returns, calls [`answer`] for the length of the answer, and reads
//! the answer at [`response`].
//!
//! The module runs on one thread and reads no pointer, so only the unmangled names need `unsafe`.

use std::cell::RefCell;

use quadrille_service::{MAX_MESSAGE, Service};

thread_local! {
    static SERVICE: RefCell<Service> = RefCell::new(Service::shipped());
    /// The request, and then its answer.
    static MESSAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of `length` bytes, and returns the address to write it to. A request
/// that is too long for the service is cut off, and then refused.
#[expect(unsafe_code, reason = "the name that JavaScript calls; this crate defines no other of it")]
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *const u8 {
    MESSAGE.with_borrow_mut(|message| {
        message.clear();
        message.resize(length.min(MAX_MESSAGE + 1), 0);
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
