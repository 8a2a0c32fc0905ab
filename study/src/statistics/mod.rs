//! Statistics with the same results on every machine.

pub mod confidence_sequence;
pub mod multinomial;
pub mod multiple_testing;
pub mod normal_mixture;
pub mod pca;
pub mod ward;
