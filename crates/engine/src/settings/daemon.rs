//! The process that stays between two commands.

use super::declare::settings_group;

settings_group! {
    /// A process that stays and answers faster.
    pub struct DaemonSettings {
        /// Let the first command start a process that keeps indexes open and answers the next ones; it ends by itself.
        /// Off: nothing runs that nobody asked for. QUARRY_DAEMON=1 or 0 in the environment goes before this.
        enabled: bool = false;
        /// After so many minutes without a question it ends. 15: a pause is no end of work.
        idle_minutes: u64 = 15, from 1 to 1440;
    }
}
