-- The fencing token on its own: a result counts only for the lease that it belongs to. A claim raises it. `attempt` is what people see,
-- the number of attempts with a result: a claim that is lost or given back costs none.
ALTER TABLE recipients ADD COLUMN lease integer NOT NULL DEFAULT 0;
UPDATE recipients SET lease = attempt, attempt = attempt - 1 WHERE state = 'sending';
