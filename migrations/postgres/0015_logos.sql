-- Logos of the site lie beside the captcha's files.

ALTER TABLE assets DROP CONSTRAINT assets_kind_check;
ALTER TABLE assets ADD CONSTRAINT assets_kind_check CHECK (kind IN ('font', 'background', 'logo'));
