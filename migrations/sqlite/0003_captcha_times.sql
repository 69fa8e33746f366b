-- How the checks of captchas ended and how long people had taken, in buckets about 10 % wide: what the median is read from.
CREATE TABLE captcha_times (
    day              INTEGER NOT NULL, -- days since 1970-01-01, UTC
    preset           TEXT NOT NULL,
    settings_version INTEGER NOT NULL,
    ended            TEXT NOT NULL CHECK (ended IN ('right', 'wrong')),
    bucket           INTEGER NOT NULL,
    n                INTEGER NOT NULL,
    PRIMARY KEY (day, preset, settings_version, ended, bucket)
) STRICT;
