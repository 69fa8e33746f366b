//! The table of the settings of the defence.

use crate::settings::fields::{FieldSpec, Group};

pub(super) const FIELDS: [FieldSpec; 15] = [
    FieldSpec::switch(
        "defence.reading",
        "CaptchaMethod in: read or listen (stays open where work is off)",
        Group::Ways,
    ),
    FieldSpec::switch(
        "defence.work",
        "CaptchaMethod in: the computer works",
        Group::Ways,
    ),
    FieldSpec::switch(
        "defence.invite",
        "CaptchaMethod in: an invitation",
        Group::Ways,
    ),
    FieldSpec::switch(
        "defence.approval",
        "CaptchaMethod in: ask the owner",
        Group::Ways,
    ),
    FieldSpec::switch("defence.adaptive", "Rise with the failures", Group::Defence),
    FieldSpec::number(
        "defence.window_s",
        "Failures count for (seconds)",
        Group::Defence,
        60,
        3600,
    ),
    FieldSpec::number(
        "defence.range_tries",
        "Network: fewest checks",
        Group::Defence,
        5,
        1000,
    ),
    FieldSpec::number(
        "defence.range_work_percent",
        "Network: failures that ask for work (per cent)",
        Group::Defence,
        1,
        100,
    ),
    FieldSpec::number(
        "defence.range_wait_percent",
        "Network: failures that ask for work and a wait (per cent)",
        Group::Defence,
        1,
        100,
    ),
    FieldSpec::number(
        "defence.site_tries",
        "Site: fewest checks",
        Group::Defence,
        10,
        100_000,
    ),
    FieldSpec::number(
        "defence.site_work_percent",
        "Site: failures that ask for work (per cent)",
        Group::Defence,
        1,
        100,
    ),
    FieldSpec::number(
        "defence.site_wait_percent",
        "Site: failures that ask for work and a wait (per cent)",
        Group::Defence,
        1,
        100,
    ),
    FieldSpec::number(
        "defence.work_tries",
        "Size of the work (tries)",
        Group::Defence,
        1,
        4096,
    ),
    FieldSpec::number("defence.wait_s", "Wait (seconds)", Group::Defence, 1, 120),
    FieldSpec::number(
        "defence.fill_s",
        "Shortest time for a form (seconds)",
        Group::Defence,
        0,
        30,
    ),
];
