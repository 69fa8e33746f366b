-- A passed challenge serves a few more names when the account could not be made: how many are left (-1 once there is an account),
-- and whether the account has to wait for the owner.
ALTER TABLE captchas ADD COLUMN names_left INTEGER;
ALTER TABLE captchas ADD COLUMN is_held INTEGER NOT NULL DEFAULT 0;

-- An invitation may be for a number of accounts; used_ms is set when the last of them is made.
ALTER TABLE tokens ADD COLUMN uses INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tokens ADD COLUMN used INTEGER NOT NULL DEFAULT 0;

-- The secret before the current one stays valid for a while; a pass knows the host of the page on which it was earned.
ALTER TABLE captcha_sites ADD COLUMN previous_secret_hash TEXT;
ALTER TABLE captcha_sites ADD COLUMN previous_until_ms INTEGER;
ALTER TABLE captcha_passes ADD COLUMN hostname TEXT NOT NULL DEFAULT '';
