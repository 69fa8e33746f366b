-- The best level of the engine that each user has beaten, by game.

-- 1: a person chose the first position, and a win from it counts for no best level. Of older matches it is not known which
-- positions were drawn by lot: they do not count either.
ALTER TABLE games ADD COLUMN custom INTEGER NOT NULL DEFAULT 0;
UPDATE games SET custom = 1 WHERE start <> '';

CREATE TABLE best_levels (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game    TEXT NOT NULL,
    level   INTEGER NOT NULL CHECK (level BETWEEN 1 AND 8),
    game_id TEXT NOT NULL, -- the match in which it was first beaten; it may be gone
    won_ms  INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT;
INSERT INTO best_levels (user_id, game, level, game_id, won_ms)
SELECT user_id, game, level, game_id, won_ms
FROM (SELECT w.user_id, g.game, e.level, g.id AS game_id, g.updated_ms AS won_ms,
             ROW_NUMBER() OVER (PARTITION BY w.user_id, g.game ORDER BY e.level DESC, g.updated_ms, g.id) AS place
      FROM games g
      JOIN seats w ON w.game_id = g.id AND w.side = g.winner
      JOIN seats e ON e.game_id = g.id AND e.side <> g.winner
      WHERE g.status = 'won' AND g.custom = 0 AND w.user_id IS NOT NULL AND e.level IS NOT NULL) AS wins
WHERE place = 1;
