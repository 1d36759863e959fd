-- How many emails were accepted, and how many recipients came into each state, by account and UTC day: kept by the statements that
-- store them, because counting a million rows at each look at the overview takes half a second.
-- A count is the sum over slots, as in contact_totals (0003_contacts.sql), so that writers never wait for each other's commit.
-- No foreign key: emails have none either.

CREATE TABLE daily_counts (
  account_id uuid NOT NULL,
  day date NOT NULL,
  type text NOT NULL,
  slot bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  count bigint NOT NULL,
  PRIMARY KEY (account_id, day, type, slot)
) WITH (fillfactor = 50);

CREATE FUNCTION add_to_daily_count(account uuid, at_day date, what text, added bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  free_slot bigint;
BEGIN
  SELECT slot INTO free_slot FROM daily_counts WHERE account_id = account AND day = at_day AND type = what
  ORDER BY slot LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE daily_counts SET count = count + added
    WHERE account_id = account AND day = at_day AND type = what AND slot = free_slot;
  ELSE
    INSERT INTO daily_counts (account_id, day, type, count) VALUES (account, at_day, what, added);
  END IF;
END
$$;

CREATE FUNCTION count_accepted_emails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_daily_count(account_id, day, 'accepted', n) FROM (
    SELECT account_id, (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS n FROM added GROUP BY 1, 2
  ) per_day;
  RETURN NULL;
END
$$;
CREATE TRIGGER emails_accepted AFTER INSERT ON emails REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_accepted_emails();

-- An event's type is the state that a recipient came into.
CREATE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_daily_count(account_id, day, type, n) FROM (
    SELECT account_id, (created_at AT TIME ZONE 'UTC')::date AS day, type, count(*) AS n FROM added GROUP BY 1, 2, 3
  ) per_day;
  RETURN NULL;
END
$$;
CREATE TRIGGER events_recorded AFTER INSERT ON events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_events();
