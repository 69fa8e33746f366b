-- First tries: how the first captcha that a session answered ended, for the share of visitors right at the first try.
ALTER TABLE sessions ADD COLUMN has_answered BIGINT NOT NULL DEFAULT 0;
CREATE TABLE captcha_first_tries (
    day              BIGINT NOT NULL, -- days since 1970-01-01, UTC
    preset           TEXT NOT NULL,
    settings_version BIGINT NOT NULL,
    ended            TEXT NOT NULL CHECK (ended IN ('right', 'wrong')),
    n                BIGINT NOT NULL,
    PRIMARY KEY (day, preset, settings_version, ended)
);
