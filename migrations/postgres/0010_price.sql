-- The price of a way in is that of the moment of the check: it no longer stands in the challenge, whose id is the seed of its work.
ALTER TABLE captchas DROP COLUMN step;
ALTER TABLE captchas DROP COLUMN work_seed;
ALTER TABLE captchas DROP COLUMN work_tries;
ALTER TABLE captchas DROP COLUMN not_before_ms;

-- New accounts and passes by the minute, for the whole site (network '') and by address range: what is usual, and what is too many.
CREATE TABLE arrivals (
    kind    TEXT NOT NULL,
    network TEXT NOT NULL,
    minute  BIGINT NOT NULL, -- since 1970-01-01; 0 in the row that arrivals lock one after the other
    n       BIGINT NOT NULL,
    PRIMARY KEY (kind, network, minute)
);
CREATE INDEX arrivals_minute ON arrivals (minute);
