-- The analysis of an ended match: the engine's value and best line in each of its positions, searched once.

CREATE TABLE analyses (
    game_id   TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    version   BIGINT NOT NULL, -- of the match that is analysed: one that goes on, because a move is taken back, gets another
    positions BIGINT NOT NULL CHECK (positions > 0),
    beat_ms   BIGINT NOT NULL, -- the last sign of the node that searches
    done_ms   BIGINT
);
CREATE TABLE analysis_lines (
    game_id  TEXT NOT NULL REFERENCES analyses (game_id) ON DELETE CASCADE,
    ply      BIGINT NOT NULL,
    place    BIGINT NOT NULL CHECK (place BETWEEN 0 AND 3), -- 0: the best line of the analysis; 1 to 3: lines that somebody asked for
    score    TEXT NOT NULL, -- as in moves; all but `cp` are exact
    path     TEXT NOT NULL, -- tokens joined by commas, moves by spaces
    notation TEXT NOT NULL, -- moves joined by spaces
    PRIMARY KEY (game_id, ply, place)
);
