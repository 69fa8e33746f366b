-- The first schema. Times are unix milliseconds, ids 26 characters of base32; the same names in both databases.

CREATE TABLE users (
    id            TEXT NOT NULL PRIMARY KEY,
    name          TEXT NOT NULL,
    name_key      TEXT NOT NULL UNIQUE, -- case-folded
    password_hash TEXT NOT NULL,
    role          TEXT NOT NULL CHECK (role IN ('user', 'admin')),
    disabled_ms   INTEGER,
    approved_ms   INTEGER, -- NULL: waits for an admin
    created_ms    INTEGER NOT NULL,
    seen_ms       INTEGER NOT NULL,
    settings      TEXT NOT NULL, -- JSON
    version       INTEGER NOT NULL
) STRICT;

-- Identity and verification are columns set by SQL; `data` alone belongs to the session layer, which writes it whole.
CREATE TABLE sessions (
    id_hash     TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the cookie's value
    user_id     TEXT REFERENCES users (id) ON DELETE CASCADE,
    guest_id    TEXT,
    verified_ms INTEGER,
    reauth_ms   INTEGER,
    created_ms  INTEGER NOT NULL,
    seen_ms     INTEGER NOT NULL,
    expires_ms  INTEGER NOT NULL,
    data        TEXT NOT NULL -- JSON
) STRICT;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expires ON sessions (expires_ms);

CREATE TABLE captchas (
    id               TEXT NOT NULL PRIMARY KEY,
    session_hash     TEXT NOT NULL,
    preset           TEXT NOT NULL,
    settings_version INTEGER NOT NULL,
    seed             INTEGER NOT NULL,
    answer_image     TEXT NOT NULL,
    answer_audio     TEXT NOT NULL,
    created_ms       INTEGER NOT NULL,
    expires_ms       INTEGER NOT NULL,
    ended            TEXT CHECK (ended IN ('right', 'wrong', 'expired', 'replaced')),
    ended_ms         INTEGER,
    CHECK ((ended IS NULL) = (ended_ms IS NULL))
) STRICT;
CREATE INDEX captchas_session ON captchas (session_hash);
CREATE INDEX captchas_expires ON captchas (expires_ms);

CREATE TABLE captcha_counts (
    day    INTEGER NOT NULL, -- days since 1970-01-01
    preset TEXT NOT NULL,
    event  TEXT NOT NULL,
    n      INTEGER NOT NULL,
    ms_sum INTEGER NOT NULL,
    PRIMARY KEY (day, preset, event)
) STRICT;

CREATE TABLE games (
    id            TEXT NOT NULL PRIMARY KEY,
    game          TEXT NOT NULL,
    variant       TEXT NOT NULL,
    options       TEXT NOT NULL, -- JSON: an array of [key, value]
    start         TEXT NOT NULL,
    version       INTEGER NOT NULL,
    status        TEXT NOT NULL CHECK (status IN ('playing', 'won', 'drawn', 'aborted')),
    winner        INTEGER CHECK (winner IN (0, 1)),
    reason        TEXT,
    visibility    TEXT NOT NULL CHECK (visibility IN ('private', 'link', 'public')),
    seed          INTEGER NOT NULL,
    engine_rev    INTEGER NOT NULL,
    engine_due_ms INTEGER,
    claimed_by    TEXT,
    created_ms    INTEGER NOT NULL,
    updated_ms    INTEGER NOT NULL
) STRICT;
CREATE INDEX games_updated ON games (updated_ms);
CREATE INDEX games_due ON games (engine_due_ms) WHERE engine_due_ms IS NOT NULL;

CREATE TABLE seats (
    game_id  TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side     INTEGER NOT NULL CHECK (side IN (0, 1)), -- 0 moves first
    user_id  TEXT REFERENCES users (id),
    guest_id TEXT,
    level    INTEGER CHECK (level BETWEEN 1 AND 8),
    PRIMARY KEY (game_id, side),
    CHECK ((CASE WHEN user_id IS NULL THEN 0 ELSE 1 END)
         + (CASE WHEN guest_id IS NULL THEN 0 ELSE 1 END)
         + (CASE WHEN level IS NULL THEN 0 ELSE 1 END) = 1)
) STRICT;
CREATE INDEX seats_user ON seats (user_id);
CREATE INDEX seats_guest ON seats (guest_id);

CREATE TABLE moves (
    game_id      TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply          INTEGER NOT NULL,
    path         TEXT NOT NULL, -- tokens, commas between
    at_ms        INTEGER NOT NULL,
    level        INTEGER, -- NULL, as all that follow: a person's move
    nodes        INTEGER,
    depth        INTEGER,
    score        TEXT,
    pv           TEXT,
    deadline_hit INTEGER CHECK (deadline_hit IN (0, 1)),
    PRIMARY KEY (game_id, ply)
) STRICT;

-- The row with the highest version of a key is the one in force; the others are its history.
CREATE TABLE settings (
    key        TEXT NOT NULL,
    version    INTEGER NOT NULL,
    value      TEXT NOT NULL, -- JSON
    changed_by TEXT,
    changed_ms INTEGER NOT NULL,
    PRIMARY KEY (key, version)
) STRICT;

CREATE TABLE assets (
    id       TEXT NOT NULL PRIMARY KEY,
    kind     TEXT NOT NULL CHECK (kind IN ('font', 'background')),
    name     TEXT NOT NULL,
    bytes    BLOB NOT NULL,
    sha256   TEXT NOT NULL,
    added_by TEXT,
    added_ms INTEGER NOT NULL,
    UNIQUE (kind, name)
) STRICT;

CREATE TABLE audit (
    id      TEXT NOT NULL PRIMARY KEY,
    at_ms   INTEGER NOT NULL,
    actor   TEXT NOT NULL, -- a user's id, or words
    action  TEXT NOT NULL,
    subject TEXT NOT NULL,
    before  TEXT, -- JSON
    after   TEXT  -- JSON
) STRICT;
CREATE INDEX audit_at ON audit (at_ms);

CREATE TABLE limits (
    key             TEXT NOT NULL,
    window_start_ms INTEGER NOT NULL,
    n               INTEGER NOT NULL,
    PRIMARY KEY (key, window_start_ms)
) STRICT;
CREATE INDEX limits_window ON limits (window_start_ms);

CREATE TABLE tokens (
    token_hash   TEXT NOT NULL PRIMARY KEY, -- SHA-256
    kind         TEXT NOT NULL CHECK (kind IN ('setup', 'reset', 'invite')),
    subject_user TEXT REFERENCES users (id) ON DELETE CASCADE,
    created_by   TEXT,
    created_ms   INTEGER NOT NULL,
    expires_ms   INTEGER NOT NULL,
    used_ms      INTEGER,
    used_by      TEXT
) STRICT;
