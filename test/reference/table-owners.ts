/**
 * The owner of each table: only the owner's folder writes it. Other folders may read a table if they are named here, each with its reason.
 * New code should call the owner's functions instead; a join in one statement is the most common reason not to.
 */
export type Ownership = { owner: string; readers?: Record<string, string> };

export const tableOwners: Record<string, Ownership> = {
  accounts: {
    owner: "features/accounts",
    readers: {
      "features/delivery":
        "the retry policy of journaled attempts, in one statement; whether there is a single account",
      "features/tracking": "whether an account exists; the account of a hit, by its number",
      "features/domains": "names in notifications about domains, in the statement that finds them",
      "features/feed": "how long accounts keep events, in the statements that remove old ones",
      "features/followers": "adds a follower for each account, in one statement",
      "features/emails": "how long accounts keep contents, in the statement that deletes old ones",
      "features/queue":
        "names in the instance's queue and in alerts; which accounts still exist, for the audit log",
      "features/recipients":
        "expiry, retry policy, retention and number, in the statements that move recipients; names in an alert",
      "features/routing": "names in the list of rules, in the same statement",
      "features/suppressions": "suppresses only for accounts that exist, in the same statement",
      "platform/backup": "whether the database of a restore is empty",
    },
  },
  // A trigger on emails writes it.
  acceptances: {
    owner: "features/analytics",
    readers: {
      "features/followers": "accepted mail that waits for the roll-ups, in the statement of all lags",
    },
  },
  account_events: {
    owner: "features/account-events",
    readers: {
      "features/contacts": "consent changes, in the statement that reads a contact's timeline",
      "features/followers":
        "whether there are events after a follower's cursor, in the statement that takes it",
      "features/feed": "the feed merges three tables in one statement",
      "features/webhooks": "disabled webhooks of all accounts by type; the feed reads one account",
    },
  },
  alert_rules: { owner: "features/health" },
  alerts: { owner: "features/health" },
  api_key_secrets: {
    owner: "features/keys",
    readers: { "features/analytics": "first steps of an account, in one statement" },
  },
  authenticators: { owner: "features/accounts" },
  api_keys: {
    owner: "features/keys",
    readers: {
      "features/analytics": "first steps of an account, in one statement",
      "features/audit": "names of keys in the audit log, in the same statement",
    },
  },
  api_requests: { owner: "features/requests" },
  attempt_counters: { owner: "features/rate-limits" },
  audit_events: { owner: "features/audit" },
  // Triggers on contacts write it.
  contact_totals: { owner: "features/contacts" },
  contacts: {
    owner: "features/contacts",
    readers: {
      "features/analytics": "first steps of an account, in one statement",
      "features/recipients":
        "the claim leaves out bulk mail to contacts that are not subscribed, in the same statement",
      "features/suppressions": "the same, when a message is sent or predicted; contacts stands to its right",
    },
  },
  contact_former_addresses: { owner: "features/contacts" },
  // A view of contacts and contact_former_addresses.
  untracked_addresses: {
    owner: "features/contacts",
    readers: {
      "features/tracking":
        "whether a recipient is tracked, in the statement that finds the recipients of hits",
    },
  },
  contents: { owner: "features/emails" },
  count_series: { owner: "features/analytics" },
  counts: { owner: "features/analytics" },
  // Triggers on emails and events write it.
  daily_counts: {
    owner: "features/recipients",
    readers: {
      "features/analytics": "figures of the overview",
    },
  },
  database_identity: { owner: "features/queue" },
  delivery_modes: { owner: "features/routing" },
  provider_domains: {
    owner: "features/delivery",
    readers: {
      "features/analytics": "the provider of each recipient, in the statement that counts events",
      "features/queue": "groups domains by mailbox provider, in the statements that read the queue",
    },
  },
  destination_hosts: { owner: "features/delivery" },
  domain_events: { owner: "features/domains" },
  domain_keys: { owner: "features/domains" },
  domain_report_days: { owner: "features/inbound" },
  domain_reports: { owner: "features/inbound" },
  domains: {
    owner: "features/domains",
    readers: {
      "features/inbound": "which domains of reports still exist, in the statements that list and sum reports",
      "features/tracking": "tracking hosts, in the statement that decides what is tracked",
    },
  },
  emails: {
    owner: "features/emails",
    readers: {
      "features/analytics":
        "first steps of an account, in one statement; sender, tags and time, in the statements that count events",
      "features/contacts": "subjects, in the statement that reads a contact's timeline",
      "features/delivery": "journaled attempts with their policy and time, in one statement",
      "features/feed": "the email of each event, in the statement that reads the feed",
      "features/followers": "the oldest email that waits for the roll-ups, in the statement of all lags",
      "features/queue": "subjects in the list of uncertain mail, in one statement",
      "features/recipients": "claims bring each email along; late events name its Message-ID and key",
      "features/suppressions": "the email of an unsubscribe link; emails stands to its right",
    },
  },
  // The feature that tracks opens and clicks will write it.
  engagements: {
    owner: "features/tracking",
    readers: {
      "features/analytics": "counted in one statement, with the emails of the engagements",
      "features/contacts": "opens and clicks, in the statement that reads a contact's timeline",
      "features/followers":
        "whether there are events after a follower's cursor, in the statement that takes it",
      "features/feed": "the feed merges three tables in one statement",
    },
  },
  engagement_firsts: { owner: "features/analytics" },
  events: {
    owner: "features/recipients",
    readers: {
      "features/analytics": "counted in one statement, with the emails of the events",
      "features/contacts": "complaints, in the statement that reads a contact's timeline",
      "features/feed": "the feed merges three tables in one statement",
      "features/emails": "an email's history, joined with its recipients",
      "features/followers":
        "whether there are events after a follower's cursor, in the statement that takes it",
      "features/queue": "the last event of uncertain and delayed mail, in one statement",
      "features/suppressions": "refusals of an address so far; recipients stands to its right",
    },
  },
  followers: {
    owner: "features/followers",
    readers: {
      "features/analytics": "until when events are counted",
      "features/webhooks": "events that webhooks lost, in the statement that decides about mail",
    },
  },
  idempotency_keys: { owner: "features/emails" },
  inbox_emails: { owner: "features/inbox" },
  inboxes: { owner: "features/inbox" },
  inbound_messages: {
    owner: "features/inbound",
    readers: { "features/health": "mail to postmaster and abuse; inbound stands to its right" },
  },
  instance_key: { owner: "platform/secrets" },
  key_hours: { owner: "features/keys" },
  latencies: { owner: "features/analytics" },
  throttles: {
    owner: "features/delivery",
    readers: { "features/queue": "throttles that are closed now" },
  },
  invitations: { owner: "features/accounts" },
  memberships: {
    owner: "features/accounts",
    readers: {
      "features/analytics": "first steps of an account, in one statement",
      "features/audit": "whose names an account may see in its audit log",
      "features/queue": "whose names an account may see in its list of pauses",
      "features/sessions": "the role of a session, in the statement that finds it",
    },
  },
  metric_totals: {
    owner: "features/metrics",
    readers: {
      "features/routing": "relays that refused their credentials lately; metrics stands to its right",
    },
  },
  mta_sts_policies: { owner: "features/delivery" },
  acme_accounts: { owner: "features/tracking" },
  acme_challenges: { owner: "features/tracking" },
  engagement_journals: { owner: "features/tracking" },
  tracking_certificates: { owner: "features/tracking" },
  tracking_domains: { owner: "features/tracking" },
  tracking_hosts: { owner: "features/tracking" },
  tracking_settings: { owner: "features/tracking" },
  // A view of accounts, memberships and people.
  operator_accounts: {
    owner: "features/accounts",
    readers: { "features/routing": "operators' own relays may be inside the network" },
  },
  people: {
    owner: "features/accounts",
    readers: {
      "features/analytics": "first steps of an account, in one statement",
      "features/audit": "email addresses in the audit log, in the same statement",
      "features/queue": "who paused what, in the list of pauses",
      "features/sessions": "the person of a session; accounts stands to its right",
    },
  },
  pools: {
    owner: "features/routing",
    readers: { "features/health": "checks the source addresses of pools" },
  },
  processes: {
    owner: "features/metrics",
    readers: {
      "features/tracking": "the backlogs of opens and clicks; metrics stands to its right",
      "features/queue": "how many workers run; metrics stands to its right",
    },
  },
  queue_minutes: {
    owner: "features/queue",
  },
  queue_pauses: { owner: "features/queue" },
  quota_usage: { owner: "features/emails" },
  recovery_codes: { owner: "features/accounts" },
  recipients: {
    owner: "features/recipients",
    readers: {
      "features/analytics": "the domain of each recipient, in the statement that counts events",
      "features/contacts": "emails to an address, in the statement that reads a contact's timeline",
      "features/delivery": "journaled attempts that are not settled, in one statement",
      "features/emails":
        "an email's status and recipients, and filters by them; contents of open mail are kept",
      "features/feed": "the recipient of each event, in the statement that reads the feed",
      "features/tracking": "the recipient of a hit, locked in the statement that stores it",
      "features/inbox": "which recipients were captured, and when, in the list of the inbox",
      "features/queue": "the statistics of the queue, and the list of uncertain mail",
      "features/suppressions": "the recipient of an unsubscribe link; recipients stands to its right",
      commands: "how much mail an upgrade finds in the queue, also of an older schema",
    },
  },
  relays: { owner: "features/routing" },
  removed_suppressions: { owner: "features/suppressions" },
  request_counts: { owner: "features/rate-limits" },
  routing_rules: { owner: "features/routing" },
  sessions: {
    owner: "features/sessions",
    readers: { "features/accounts": "when members were last seen, in the list of members" },
  },
  soft_bounces: { owner: "features/suppressions" },
  source_days: { owner: "features/delivery" },
  suppression_removals: { owner: "features/suppressions" },
  suppressions: {
    owner: "features/suppressions",
    readers: {
      "features/recipients":
        "the claim returns which of its recipients are suppressed, in the same statement",
    },
  },
  webhook_attempt_counts: { owner: "features/webhooks" },
  webhook_attempts: { owner: "features/webhooks" },
  webhook_deliveries: { owner: "features/webhooks" },
  webhook_replays: { owner: "features/webhooks" },
  webhooks: { owner: "features/webhooks" },
  workers: {
    owner: "features/delivery",
    readers: {
      "features/routing": "a relay's rate is divided by the number of workers, in the statement that polls",
    },
  },
};
