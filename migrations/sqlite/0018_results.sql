-- The matches that each user has won, drawn and lost, by game: counted as they end, so that no page counts them.

CREATE TABLE results (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game    TEXT NOT NULL,
    won     INTEGER NOT NULL,
    drawn   INTEGER NOT NULL,
    lost    INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT;
-- A match of a user against himself or herself is no result.
INSERT INTO results (user_id, game, won, drawn, lost)
SELECT ended.user_id, ended.game, SUM(ended.won), SUM(ended.drawn), SUM(ended.lost)
FROM (SELECT s.user_id, g.game,
             MAX(CASE WHEN g.winner = s.side THEN 1 ELSE 0 END) AS won,
             MAX(CASE WHEN g.status = 'drawn' THEN 1 ELSE 0 END) AS drawn,
             MAX(CASE WHEN g.status = 'won' AND g.winner <> s.side THEN 1 ELSE 0 END) AS lost
      FROM games g
      JOIN seats s ON s.game_id = g.id
      WHERE g.status IN ('won', 'drawn') AND s.user_id IS NOT NULL
      GROUP BY g.id, g.game, s.user_id
      HAVING COUNT(*) = 1) AS ended
GROUP BY ended.user_id, ended.game;
