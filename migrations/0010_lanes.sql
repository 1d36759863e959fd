-- The queue in lanes: an account's transactional and bulk mail, each by the domain that it goes to. A claim walks the lanes, so that
-- a destination that takes nothing holds up its own lane alone (docs/decisions/0036-partitions.md).

-- ready: a worker may take the row now; such rows stand in recipients_ready. Others that are open sleep until due_at, in
-- recipients_asleep, and are woken by any worker. So a claim never walks over mail whose time has not come.
ALTER TABLE recipients
  ADD COLUMN domain text GENERATED ALWAYS AS (split_part(address_key, '@', -1)) STORED,
  ADD COLUMN bulk boolean NOT NULL DEFAULT false,
  ADD COLUMN ready boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT ready_is_due CHECK (NOT ready OR due_at IS NOT NULL);

DROP INDEX recipients_due;
CREATE INDEX recipients_ready ON recipients (account_id, bulk, domain, due_at) WHERE ready;
CREATE INDEX recipients_asleep ON recipients (due_at) WHERE due_at IS NOT NULL AND NOT ready;

-- stream: null is transactional. on_uncertain: null is the account's.
ALTER TABLE emails
  ADD COLUMN stream text CHECK (stream IN ('bulk')),
  ADD COLUMN on_uncertain text CHECK (on_uncertain IN ('retry', 'hold'));

-- How an account's mail is tried again, and how long. retry_seconds: waits between attempts; null is the usual ladder.
ALTER TABLE accounts
  ADD COLUMN on_uncertain text NOT NULL DEFAULT 'retry' CHECK (on_uncertain IN ('retry', 'hold')),
  ADD COLUMN retry_seconds integer[] CHECK (cardinality(retry_seconds) BETWEEN 1 AND 20),
  ADD COLUMN expire_after_seconds integer NOT NULL DEFAULT 259200 CHECK (expire_after_seconds BETWEEN 300 AND 2592000);

-- What was said in the attempt that the event tells of, for people (RFC 5321 §3.1); null where nobody talked.
ALTER TABLE events ADD COLUMN transcript text;

-- Attempts that told what became of them and left the recipient open: the step of the retry ladder. `attempt` counts claims too, and
-- what was claimed may be given back untried.
ALTER TABLE recipients ADD COLUMN tries smallint NOT NULL DEFAULT 0;
UPDATE recipients SET tries = least(attempt, 1000) WHERE due_at IS NOT NULL AND attempt > 0;
