-- What keeps the cost of a page the same however much there is: the notation of a move as it was said when it was made, lists by
-- owner and time, and totals that nobody has to count.

ALTER TABLE moves ADD COLUMN notation TEXT; -- NULL: made before this column was; written when its match is next changed

-- When the match last changed, beside its owner: an index holds columns of one table.
ALTER TABLE seats ADD COLUMN updated_ms INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET updated_ms = (SELECT g.updated_ms FROM games g WHERE g.id = seats.game_id);
DROP INDEX seats_user;
DROP INDEX seats_guest;
CREATE INDEX seats_user ON seats (user_id, updated_ms, game_id);
CREATE INDEX seats_guest ON seats (guest_id, updated_ms, game_id);
CREATE INDEX seats_unowned ON seats (updated_ms, game_id) WHERE guest_id IS NOT NULL; -- what the sweep looks through

DROP INDEX audit_at;
CREATE INDEX audit_at ON audit (at_ms, id);
DROP INDEX captchas_expires;
CREATE INDEX captchas_expires ON captchas (expires_ms) WHERE ended IS NULL;
CREATE INDEX captchas_ended ON captchas (ended_ms) WHERE ended_ms IS NOT NULL;
CREATE INDEX tokens_expires ON tokens (expires_ms);
CREATE INDEX users_waiting ON users (name_key) WHERE approved_ms IS NULL;
CREATE INDEX users_approved ON users (name_key) WHERE approved_ms IS NOT NULL;
CREATE INDEX users_admins ON users (id) WHERE role = 'admin';

CREATE TABLE totals (
    key TEXT NOT NULL PRIMARY KEY,
    n   INTEGER NOT NULL
) STRICT;
INSERT INTO totals (key, n) VALUES
    ('games', (SELECT COUNT(*) FROM games)),
    ('playing', (SELECT COUNT(*) FROM games WHERE status = 'playing')),
    ('users', (SELECT COUNT(*) FROM users));
