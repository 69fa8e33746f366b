-- Other sites that use this server's captcha, and the passes that their visitors earn.

ALTER TABLE captchas ADD COLUMN listened_ms BIGINT; -- when its recording was first fetched

CREATE TABLE captcha_sites (
    key         TEXT NOT NULL PRIMARY KEY, -- public: it stands in the site's pages
    name        TEXT NOT NULL,
    origins     TEXT NOT NULL, -- one a line, as browsers send them
    secret_hash TEXT NOT NULL UNIQUE, -- SHA-256
    created_by  TEXT,
    created_ms  BIGINT NOT NULL
);

CREATE TABLE captcha_passes (
    token_hash TEXT NOT NULL PRIMARY KEY, -- SHA-256
    site_key   TEXT NOT NULL REFERENCES captcha_sites (key) ON DELETE CASCADE,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    used_ms    BIGINT
);
CREATE INDEX captcha_passes_expires ON captcha_passes (expires_ms);
