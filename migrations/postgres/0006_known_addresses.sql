-- Networks from which users have logged in, secrets of the site, and refusals that are counted on one line a minute.

CREATE TABLE known_addresses (
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    network_hash TEXT NOT NULL, -- keyed hash of the IPv4 /24 or IPv6 /48
    seen_ms      BIGINT NOT NULL,
    PRIMARY KEY (user_id, network_hash)
);
CREATE INDEX known_addresses_seen ON known_addresses (seen_ms);

CREATE TABLE secrets (
    name    TEXT NOT NULL PRIMARY KEY,
    value   TEXT NOT NULL,
    made_ms BIGINT NOT NULL
);

-- How often it happened within the minute of `at_ms`; 1 for all but refusals.
ALTER TABLE audit ADD COLUMN n BIGINT NOT NULL DEFAULT 1;

-- Earlier builds kept known networks among the counters, unhashed.
DELETE FROM limits WHERE key LIKE 'known:%';
