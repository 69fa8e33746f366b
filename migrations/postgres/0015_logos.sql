-- Logos of the site lie beside the captcha's files. A check cannot be changed everywhere: the table is written again.

CREATE TABLE assets_with_logos (
    id       TEXT NOT NULL PRIMARY KEY,
    kind     TEXT NOT NULL CHECK (kind IN ('font', 'background', 'logo')),
    name     TEXT NOT NULL,
    bytes    BYTEA NOT NULL,
    sha256   TEXT NOT NULL,
    added_by TEXT,
    added_ms BIGINT NOT NULL,
    UNIQUE (kind, name)
);

INSERT INTO assets_with_logos (id, kind, name, bytes, sha256, added_by, added_ms)
SELECT id, kind, name, bytes, sha256, added_by, added_ms FROM assets;

DROP TABLE assets;

ALTER TABLE assets_with_logos RENAME TO assets;
