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

/// The characters of codes, without letters and digits that look alike.
const CODE_CHARACTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// Returns a new code for a class. Six characters have almost 30 random bits.
///
/// # Errors
/// Returns the errors of [`token`].
pub(crate) fn class_code(characters: usize) -> Result<String, getrandom::Error> {
    let count = CODE_CHARACTERS.len() as u64;
    let mut random = getrandom::u64()?;
    let code = (0..characters).map(|_| {
        let character = CODE_CHARACTERS[(random % count) as usize];
        random /= count;
        char::from(character)
    });
    Ok(code.collect())
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
    fn codes_have_only_characters_that_do_not_look_alike() {
        let codes: Vec<String> = (0..200).map(|_| class_code(6).unwrap()).collect();
        for code in &codes {
            assert_eq!(code.len(), 6);
            let is_clear =
                |c: char| (c.is_ascii_uppercase() || c.is_ascii_digit()) && !"01ILO".contains(c);
            assert!(code.chars().all(is_clear), "{code}");
        }
        assert_ne!(codes[0], codes[1]);
    }

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
