//! Serialises values as words. [`Display`] writes these words, and [`FromStr`] reads them.

use std::fmt::Display;
use std::str::FromStr;

use serde::Deserializer;
use serde::de::Error as _;

fn parse<'de, T, D>(word: &str) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    word.parse().map_err(D::Error::custom)
}

/// Serialises one value as a word.
pub mod word {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::serde_words::parse;

    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        parse::<T, D>(&String::deserialize(from)?)
    }
}

/// Serialises an optional value as a word.
pub mod optional {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::serde_words::parse;

    pub fn serialize<T, S>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error>
    where
        T: Display,
        S: Serializer,
    {
        value.as_ref().map(ToString::to_string).serialize(to)
    }

    pub fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        Option::<String>::deserialize(from)?.map(|word| parse::<T, D>(&word)).transpose()
    }
}

/// Serialises a map from names to values. Each value is serialised as a word.
pub mod map {
    use std::collections::BTreeMap;
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::serde_words::parse;

    pub fn serialize<T, S>(values: &BTreeMap<String, T>, to: S) -> Result<S::Ok, S::Error>
    where
        T: Display,
        S: Serializer,
    {
        to.collect_map(values.iter().map(|(name, value)| (name, value.to_string())))
    }

    pub fn deserialize<'de, T, D>(from: D) -> Result<BTreeMap<String, T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let words = BTreeMap::<String, String>::deserialize(from)?;
        words.into_iter().map(|(name, word)| Ok((name, parse::<T, D>(&word)?))).collect()
    }
}
