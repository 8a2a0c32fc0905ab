#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_tests::entry::lud(data));
