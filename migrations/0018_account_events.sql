-- What happened in an account besides its mail, and what recipients did with its mail. With events, these tables are the feed of the
-- account: their ids come from begin_events() and event_id(), so that all three have one order and one end_of_settled_events().

-- type: docs/reference/events.md. subject_id: the contact, domain, … to which it happened. Only src/features/account-events writes it.
CREATE TABLE account_events (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  subject_id uuid NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX account_events_in_order ON account_events USING brin (id) WITH (pages_per_range = 32, autosummarize = on);

-- kind: what the recipient did. link: the index of the link in the message. actor: who did it, as far as is known, with the confidence
-- in percent and the reasons. network and agent: of the request, as far as the account keeps them.
CREATE TABLE engagements (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  email_id uuid NOT NULL,
  position smallint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('open', 'click', 'unsubscribe')),
  link smallint,
  url text,
  actor text NOT NULL,
  confidence smallint NOT NULL,
  reasons text[] NOT NULL DEFAULT '{}',
  network inet,
  agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX engagements_of_email ON engagements (account_id, email_id, id);
CREATE INDEX engagements_in_order ON engagements USING brin (id) WITH (pages_per_range = 32, autosummarize = on);

DO $$
DECLARE
  parent text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['account_events', 'engagements'] LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', parent || '_first', parent,
      end_of_first_partition());
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parent || '_default', parent);
  END LOOP;
END
$$;
DROP FUNCTION end_of_first_partition(uuid);
