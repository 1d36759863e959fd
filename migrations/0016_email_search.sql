-- Tags are found without regard to case. The index replaces the one on the tags as they are, so accepting an email still updates
-- one index of tags.
DROP INDEX emails_by_tag;
-- The account is part of the index (btree_gin), so that a search in one account does not read the tags of other accounts.
CREATE INDEX emails_by_tag ON emails USING gin (account_id, (lower(tags::text)::jsonb) jsonb_path_ops) WHERE tags IS NOT NULL;
