-- Without a limit that was set, the workers find out how many connections a relay takes.
ALTER TABLE relays ALTER COLUMN max_connections DROP NOT NULL;
