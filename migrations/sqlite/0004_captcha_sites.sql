-- Other sites that use this server's captcha, and the passes that their visitors earn.

ALTER TABLE captchas ADD COLUMN listened_ms INTEGER; -- when its recording was first fetched

CREATE TABLE captcha_sites (
    key         TEXT NOT NULL PRIMARY KEY, -- public: it stands in the site's pages
    name        TEXT NOT NULL,
    origins     TEXT NOT NULL, -- one a line, as browsers send them
    secret_hash TEXT NOT NULL UNIQUE, -- SHA-256
    created_by  TEXT,
    created_ms  INTEGER NOT NULL
) STRICT;

CREATE TABLE captcha_passes (
    token_hash TEXT NOT NULL PRIMARY KEY, -- SHA-256
    site_key   TEXT NOT NULL REFERENCES captcha_sites (key) ON DELETE CASCADE,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL,
    used_ms    INTEGER
) STRICT;
CREATE INDEX captcha_passes_expires ON captcha_passes (expires_ms);
