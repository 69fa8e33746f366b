-- The nodes on this database: each writes the time into its row every second. Work of one that does not is taken over.

CREATE TABLE nodes (
    id           TEXT NOT NULL PRIMARY KEY,
    heartbeat_ms INTEGER NOT NULL
) STRICT;
