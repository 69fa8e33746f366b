-- Names in the audit log, notes of invitations, and lists of users by state: a log and lists in which one finds something.

-- The name of the user who acted, or the words for anybody else, as it was then: it stays when the account is gone.
ALTER TABLE audit ADD COLUMN actor_name TEXT NOT NULL DEFAULT '';
UPDATE audit SET actor_name = COALESCE((SELECT u.name FROM users u WHERE u.id = audit.actor), actor);

-- Whether a line that counts stands for several subjects, of which it keeps the first.
ALTER TABLE audit ADD COLUMN has_others INTEGER NOT NULL DEFAULT 0;
CREATE INDEX audit_action ON audit (action, at_ms, id);
CREATE INDEX audit_actor ON audit (LOWER(actor_name), at_ms, id);

-- By which an admin tells an invitation from others.
ALTER TABLE tokens ADD COLUMN note TEXT NOT NULL DEFAULT '';

CREATE INDEX users_admin_names ON users (name_key) WHERE role = 'admin';
CREATE INDEX users_disabled ON users (name_key) WHERE disabled_ms IS NOT NULL;
