-- The guest who asked for an account that has to wait: the account gets the guest's matches with its first log-in, and until then the
-- sweep spares them for a time.

ALTER TABLE users ADD COLUMN guest_id TEXT; -- NULL once somebody has logged in to it
CREATE INDEX users_guest ON users (guest_id) WHERE guest_id IS NOT NULL;
