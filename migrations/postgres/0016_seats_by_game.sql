-- A player's matches of one game, in the order of the lists: an index holds columns of one table.

ALTER TABLE seats ADD COLUMN game TEXT NOT NULL DEFAULT '';
UPDATE seats SET game = (SELECT g.game FROM games g WHERE g.id = seats.game_id);
CREATE INDEX seats_user_game ON seats (user_id, game, updated_ms, game_id) WHERE user_id IS NOT NULL;
