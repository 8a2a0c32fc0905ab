//! Checks that the processor has the instructions for which this program was compiled.

/// Returns a message if the processor is too old for this program. The message needs a release
/// build: the checks of a debug build use newer instructions themselves.
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.2"))]
#[must_use]
pub fn too_old() -> Option<&'static str> {
    let features = raw_cpuid::CpuId::new().get_feature_info();
    // All other instructions of x86-64-v2 are older than these.
    let has_all = features.is_some_and(|features| features.has_sse42() && features.has_popcnt());
    (!has_all).then_some(
        "error: this program needs an x86-64-v2 processor (with SSE4.2 and POPCNT, of about 2009 or later)\n  \
         help: build it for this processor: RUSTFLAGS=\"-C target-cpu=x86-64\" cargo install \
         quadrille-cli --features full",
    )
}

/// Returns `None`: this program was compiled for every processor of its architecture.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse4.2")))]
#[must_use]
pub fn too_old() -> Option<&'static str> {
    None
}
