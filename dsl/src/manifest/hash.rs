//! Computes hashes of rules.

/// Returns the FNV-1a hash of several strings, in hexadecimal. The length of each string is hashed
/// before the string.
#[must_use]
pub fn hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        let length = (part.len() as u64).to_le_bytes();
        for byte in length.into_iter().chain(part.bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}
