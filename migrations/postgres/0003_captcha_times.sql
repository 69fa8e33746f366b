-- How the checks of captchas ended and how long people had taken, in buckets about 10 % wide: what the median is read from.
CREATE TABLE captcha_times (
    day              BIGINT NOT NULL, -- days since 1970-01-01, UTC
    preset           TEXT NOT NULL,
    settings_version BIGINT NOT NULL,
    ended            TEXT NOT NULL CHECK (ended IN ('right', 'wrong')),
    bucket           BIGINT NOT NULL,
    n                BIGINT NOT NULL,
    PRIMARY KEY (day, preset, settings_version, ended, bucket)
);
