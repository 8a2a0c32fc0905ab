//! Records the functions that a shared script uses and calls. Later checks need these records.

use super::Lint;
use crate::script::interface::api::Availability;

impl Lint<'_> {
    /// Records what the functions of this script use and call. These functions are shared, because
    /// the script has no hooks.
    pub(crate) fn note_shared(&mut self) {
        for call in &self.calls {
            let Some(within) = call.within else { continue };
            let name = &self.outline.functions[within].name.value;
            if call.name != *name {
                self.shared.called.insert(call.name.clone());
            }
            let Some(function) = self.shared.functions.get_mut(name) else { continue };
            if call.phase == Availability::Anywhere {
                function.calls.insert(call.name.clone());
            } else {
                function.uses.insert((call.phase, call.name.clone()));
                function.acts |= call.phase == Availability::Event && call.name != "clause";
            }
        }
    }

    /// Notes the functions that this script calls.
    pub(crate) fn note_calls(&mut self) {
        self.shared.called.extend(self.calls.iter().map(|call| call.name.clone()));
    }
}
