-- What a challenge asks for beside its picture. Work is offered where work_tries is not 0.
ALTER TABLE captchas ADD COLUMN step TEXT NOT NULL DEFAULT 'read' CHECK (step IN ('read', 'read-and-work', 'work-and-wait'));
ALTER TABLE captchas ADD COLUMN work_seed TEXT NOT NULL DEFAULT '';
ALTER TABLE captchas ADD COLUMN work_tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE captchas ADD COLUMN not_before_ms INTEGER NOT NULL DEFAULT 0; -- the end of the step's wait
