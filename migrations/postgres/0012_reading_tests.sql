-- Reading tests: pictures that members read for the owner, without any form behind them.
CREATE TABLE reading_tests (
    id               TEXT NOT NULL PRIMARY KEY,
    user_id          TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    settings_version BIGINT NOT NULL,
    preset           TEXT NOT NULL,
    seed             BIGINT NOT NULL, -- picture n has the seed after n more
    answered         BIGINT NOT NULL,
    correct          BIGINT NOT NULL,
    created_ms       BIGINT NOT NULL
);
CREATE INDEX reading_tests_user ON reading_tests (user_id, created_ms);
CREATE INDEX reading_tests_version ON reading_tests (settings_version, preset);
