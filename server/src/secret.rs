//! Creates names and tokens that can't be guessed. The server stores only the hash of a token, so
//! only the token's holder knows the token.

use sha2::{Digest as _, Sha256};

/// The hash of a token.
pub(crate) type TokenHash = [u8; 32];

/// Returns a new token: 128 random bits in hexadecimal digits.
///
/// # Errors
/// Returns an error if the system has no random numbers.
pub(crate) fn token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(hex(&bytes))
}

/// Returns a new name for a table, with 64 random bits.
///
/// # Errors
/// Returns the errors of [`token`].
pub(crate) fn table_name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    Ok(format!("t{}", hex(&bytes)))
}

/// Returns an unpredictable seed for dice and agents.
///
/// # Errors
/// Returns the errors of [`token`].
pub(crate) fn seed() -> Result<u64, getrandom::Error> {
    getrandom::u64()
}

/// Returns the hash of a token, which the server stores.
pub(crate) fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_128_bits_differ_and_are_known_by_their_hashes() {
        let (one, other) = (token().unwrap(), token().unwrap());
        assert_eq!((one.len(), one == other), (32, false));
        assert_eq!(hash(&one), hash(&one.clone()));
        assert_ne!(hash(&one), hash(&other));
        // The digest of "abc" from FIPS 180-4.
        assert_eq!(hex(&hash("abc")[..4]), "ba7816bf");
    }
}
