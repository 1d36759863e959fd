-- Pauses and statistics of the queue.

-- Mail that workers leave in the queue. account_id: the nil UUID means all accounts. target: all mail, mail to a domain, or mail
-- to all domains of a mailbox provider (destination). kind: a `hold` waits for a person to look at it. Accounts cannot end a
-- pause of the instance's operator.
CREATE TABLE queue_pauses (
  account_id uuid NOT NULL,
  target text NOT NULL CHECK (target IN ('all', 'domain', 'destination')),
  name text NOT NULL DEFAULT '',
  by_operator boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pause', 'hold')),
  reason text,
  person_id uuid,
  ends_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, target, name, by_operator),
  CONSTRAINT all_has_no_name CHECK ((target = 'all') = (name = ''))
);

-- Results of attempts per minute and domain, for rates on the queue page and for bounce alerts. Rows are kept for an hour or two.
CREATE TABLE queue_minutes (
  account_id uuid NOT NULL,
  domain text NOT NULL,
  minute timestamptz NOT NULL,
  delivered integer NOT NULL DEFAULT 0,
  deferred integer NOT NULL DEFAULT 0,
  bounced integer NOT NULL DEFAULT 0,
  other integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, domain, minute)
);
CREATE INDEX queue_minutes_in_order ON queue_minutes (minute, domain);

-- The identity of this database, in one row. A restored dump contains the identity of the original database, so its queue is
-- held.
CREATE TABLE database_identity (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  identity text NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now()
);
