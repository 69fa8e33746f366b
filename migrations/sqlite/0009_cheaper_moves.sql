-- Fewer statements and fewer pages for each move that is written.

-- The time of a match's last change in its seats follows the match by itself.
CREATE TRIGGER seats_follow_games AFTER UPDATE OF updated_ms ON games
BEGIN
    UPDATE seats SET updated_ms = NEW.updated_ms WHERE game_id = NEW.id;
END;

-- The seat of an engine or of nobody is in no list.
DROP INDEX seats_user;
DROP INDEX seats_guest;
CREATE INDEX seats_user ON seats (user_id, updated_ms, game_id) WHERE user_id IS NOT NULL;
CREATE INDEX seats_guest ON seats (guest_id, updated_ms, game_id) WHERE guest_id IS NOT NULL;

-- Lists and the sweep go by the seats.
DROP INDEX games_updated;
