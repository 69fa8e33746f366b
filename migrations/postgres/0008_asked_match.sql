-- The match that a visitor asked for before showing to be a person: it waits in the session's row.
ALTER TABLE sessions ADD COLUMN asked TEXT; -- JSON
ALTER TABLE sessions ADD COLUMN asked_ms BIGINT;
CREATE INDEX sessions_asked ON sessions (asked_ms) WHERE asked_ms IS NOT NULL;
