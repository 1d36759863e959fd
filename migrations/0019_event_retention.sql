-- How long an account keeps the events of its feed. Null: as long as the account exists, which was the only way before.
ALTER TABLE accounts ADD COLUMN event_retention_days integer CHECK (event_retention_days BETWEEN 1 AND 3650);

-- lost: events that retention removed before the follower had read them; lost_at: when that last happened.
ALTER TABLE followers ADD COLUMN lost bigint NOT NULL DEFAULT 0, ADD COLUMN lost_at timestamptz;
