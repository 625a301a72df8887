//! Whether answers are counted.

use super::declare::settings_group;

settings_group! {
    /// Whether answers are counted, for `quarry savings`.
    pub struct SavingsSettings {
        /// Note of every answer with code how many bytes it has, and from which files. On: it takes 25 microseconds,
        /// stays on this machine and holds no question. At most 8 MB are kept.
        enabled: bool = true;
    }
}
