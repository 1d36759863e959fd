-- Of the few events that tell what was said: those that are older than their account keeps are found by it, and lose it.
CREATE INDEX events_with_transcript ON events (account_id, created_at) WHERE transcript IS NOT NULL;
