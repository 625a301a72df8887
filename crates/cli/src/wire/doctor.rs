//! `quarry doctor --json`.

use serde::Serialize;

use crate::commands::doctor::Check;

/// What was checked, in order.
#[derive(Debug, Serialize)]
pub(crate) struct DoctorDocument<'a> {
    schema: &'static str,
    root: &'a str,
    ok: bool,
    checks: Vec<CheckShape<'a>>,
}

#[derive(Debug, Serialize)]
struct CheckShape<'a> {
    check: &'static str,
    ok: bool,
    said: &'a str,
    help: Option<&'a str>,
}

impl<'a> DoctorDocument<'a> {
    pub(crate) fn of(checks: &'a [Check], root: &'a str) -> DoctorDocument<'a> {
        let shape = |check: &'a Check| CheckShape {
            check: check.name,
            ok: check.is_ok,
            said: &check.said,
            help: check.help.as_deref(),
        };
        DoctorDocument {
            schema: "quarry.doctor.v1",
            root,
            ok: checks.iter().all(|check| check.is_ok),
            checks: checks.iter().map(shape).collect(),
        }
    }
}
