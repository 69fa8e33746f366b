-- Reading tests: pictures that members read for the owner, without any form behind them.
CREATE TABLE reading_tests (
    id               TEXT NOT NULL PRIMARY KEY,
    user_id          TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    settings_version INTEGER NOT NULL,
    preset           TEXT NOT NULL,
    seed             INTEGER NOT NULL, -- picture n has the seed after n more
    answered         INTEGER NOT NULL,
    correct          INTEGER NOT NULL,
    created_ms       INTEGER NOT NULL
) STRICT;
CREATE INDEX reading_tests_user ON reading_tests (user_id, created_ms);
CREATE INDEX reading_tests_version ON reading_tests (settings_version, preset);
