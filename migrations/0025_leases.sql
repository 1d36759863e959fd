-- The fencing token on its own: a result counts only for the lease that it belongs to. `attempt` is what people see, the number of the
-- attempt; a claim that is given back untried takes its attempt back, and never its lease.
ALTER TABLE recipients ADD COLUMN lease integer NOT NULL DEFAULT 0;
UPDATE recipients SET lease = attempt WHERE state = 'sending';
