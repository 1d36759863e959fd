-- The person behind the address was deleted: opens and clicks of this recipient are stored without the address and the program of
-- the reader, also those that were counted before and are stored later.
ALTER TABLE recipients ADD COLUMN erased boolean NOT NULL DEFAULT false;
