/** Generated from the API's OpenAPI document by `npm run generate`. Do not edit. */

/** Send an email, or preview the result: the request. */
export type SendEmailBody = {
  /** The sender: `a@b.c`, `Name <a@b.c>` or `{ email, name }`. Default: the account's default sender. */
  from?: string | { email: string; name?: string | null };
  /** One recipient or an array. Each recipient has its own state. An address that appears twice, also in `cc` or `bcc`, is one recipient. `to`, `cc` and `bcc` have at most 1,000 recipients in total. */
  to: string | { email: string; name?: string | null } | Array<string | { email: string; name?: string | null }>;
  /** Recipients in the Cc header. */
  cc?: string | { email: string; name?: string | null } | Array<string | { email: string; name?: string | null }>;
  /** Recipients that no other recipient sees. */
  bcc?: string | { email: string; name?: string | null } | Array<string | { email: string; name?: string | null }>;
  /** Addresses for replies, in the Reply-To header. */
  reply_to?: string | { email: string; name?: string | null } | Array<string | { email: string; name?: string | null }>;
  subject: string;
  /** HTML body. At least one of `html` and `text` is required. */
  html?: string;
  /** Plain-text body. Default: generated from the first megabyte of `html`. */
  text?: string;
  /** Custom headers. Headers that Posthouse or a mail server sets are rejected. */
  headers?: Record<string, string>;
  attachments?: Array<{
    /** The name that recipients see. Required with `content`. Default with `path`: the name that the server sends, otherwise the last part of the URL. */
    filename?: string;
    /** The file in base64. Either `content` or `path` is required. */
    content?: string;
    /** An https URL. The file is downloaded before the response is sent. */
    path?: string;
    /** Default: derived from the extension of the file name, otherwise from the type that the server of `path` sends. */
    content_type?: string;
    /** For an image inside the HTML. `<img src="cid:logo">` shows the attachment with the content id `logo`. */
    content_id?: string;
  }>;
  /** Labels by which you can filter emails. Recipients do not see them. */
  tags?: Array<{ name: string; value: string }>;
  /** Your own data, returned with the email and its events. At most 16 kB as JSON, with names of at most 256 characters. Recipients do not see it. */
  metadata?: Record<string, string | number | boolean | null>;
  /** When to send: ISO 8601, or words such as `in 2 hours` (in UTC). At most a year ahead. */
  scheduled_at?: string;
  /** `transactional`: mail about the recipient's own activity, such as receipts. `bulk`: newsletters and similar mail. Bulk mail never delays transactional mail, and recipients can unsubscribe from it with one click (RFC 8058). */
  stream?: "transactional" | "bulk";
  /** The policy when the connection breaks after the final dot, so that it is unknown whether the message arrived. `retry`: send it again, which may deliver it twice. `hold`: keep it as `uncertain` until you decide. Default: the account's setting. */
  on_uncertain?: "retry" | "hold";
  /** The Message-ID of the email to which this one replies. */
  in_reply_to?: string;
  references?: string | string[];
};

/** Send an email, or preview the result: the query. */
export type SendEmailQuery = {
  /** `true`: store and send nothing, and return what would happen to the email. */
  dry_run?: boolean;
  /** With `dry_run`, also returns the message as it would be sent. */
  include?: "source";
};

/** Send an email, or preview the result: the answer. */
export type SendEmailAnswer = ResendEmailAnswer | {
  success: true;
  dry_run: true;
  from: string;
  subject: string;
  scheduled_at: string | null;
  recipients: Array<{
    address: string;
    kind: "to" | "cc" | "bcc";
    fate: "send" | "capture" | "simulate" | "suppress" | "hold";
    /** The route that would be used now, with the same name as in the events of attempts. Null: there is no route, or it is chosen at random among several at each attempt. */
    route: string | null;
    /** The description of the routing rule that would apply. Null: none. */
    rule: string | null;
    reason: string;
  }>;
  /** Size of the message as it would be sent. */
  size_bytes: number;
  /** The plain-text part, from the request or generated from the HTML. */
  text: string | null;
  findings: Array<{
    code: string;
    severity: "error" | "warning" | "hint";
    message: string;
    at?: string;
  }>;
  /** Up to 1 MB of the message. Each character is one byte (latin1). */
  source?: string;
};

/** Send up to 500 emails with one request: the request. */
export type SendBatchBody = {
  /** Up to 500 emails, each with up to 1,000 recipients, in total at most 10,000 recipients. */
  emails: SendEmailBody[];
  /** `all_or_nothing`: one invalid email rejects the whole batch, and the error's `fields` name the email. `per_item`: the valid emails are accepted together, and each invalid email has its own error in the response. */
  mode?: "all_or_nothing" | "per_item";
};

/** Send up to 500 emails with one request: the answer. */
export type SendBatchAnswer = {
  success: true;
  /** One result per email, in the order of the request. */
  emails: Array<ResendEmailAnswer | {
    success: false;
    error: {
      code: string;
      message: string;
      fields?: Array<{ path: string; message: string }>;
    };
  }>;
};

/** Cancel an email for all waiting recipients: the answer. */
export type CancelEmailAnswer = {
  success: true;
  id: string;
  /** The number of canceled recipients. */
  canceled: number;
};

/** Reschedule a waiting email, or send it now: the request. */
export type RescheduleEmailBody = {
  /** The new time, in the same form as in a send request. Null: now. */
  scheduled_at: string | null;
};

/** Reschedule a waiting email, or send it now: the answer. */
export type RescheduleEmailAnswer = {
  success: true;
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  scheduled_at: string;
};

/** Get an email with its recipients and their events: the answer. */
export type GetEmailAnswer = {
  id: string;
  from: string;
  /** Recipients in the To header. Lists return only the first five. */
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string[];
  /** The Message-ID header without its angle brackets. */
  message_id: string;
  /** The number of recipients in `to`, `cc` and `bcc` together. */
  recipient_count: number;
  subject: string;
  /** Derived from the recipients' states: the worst open state; otherwise the final state if all recipients have the same one; otherwise `partially_delivered`. */
  status: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "partially_delivered";
  tags: Array<{ name: string; value: string }>;
  attachment_count: number;
  scheduled_at: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  in_reply_to: string | null;
  references: string[];
  headers: Array<{ name: string; value: string }>;
  attachments: Array<{
    filename: string;
    content_type: string;
    content_id: string | null;
    size_bytes: number;
  }>;
  metadata: Record<string, string | number | boolean | null> | null;
  /** How the email was submitted. `smtp`: as a complete message, which is sent unchanged except for `changes`. */
  source: "api" | "smtp";
  /** The changes that Posthouse made to a message submitted by SMTP, one sentence each, such as long lines that were re-encoded or header fields that were removed. */
  changes: string[];
  /** Whether bodies and attachments were deleted after the account's retention time. */
  content_removed: boolean;
  /** Why the content of a message submitted by SMTP cannot be shown, such as parts that are nested too deeply. The message is delivered nevertheless. Null: the content can be shown. */
  content_unreadable: string | null;
  html: string | null;
  text: string | null;
  recipients: Array<{
    /** The recipient's index among all recipients of the email, starting at 0. */
    position: number;
    address: string;
    kind: "to" | "cc" | "bcc";
    state: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain";
    attempts: number;
    next_attempt_at: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    updated_at: string;
    events: Array<{
      id: string;
      type: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "complained";
      attempt: number;
      /** ISO 8601, UTC, with milliseconds. */
      created_at: string;
      detail: {
        reason?: string;
        phase?: string;
        code?: number;
        enhanced?: string;
        line?: string;
        host?: string;
        next_attempt_at?: string;
        /** The route of the attempt: a relay, `direct` or `capture`. */
        route?: string;
        /** The description of the routing rule that chose the route, if there was one. */
        rule?: string;
        /** The local IP address from which the message was sent, if the server has several. */
        source?: string;
        /** The TLS version of the connection. Absent: the connection was not encrypted. */
        tls?: string;
        /** Why the connection was not encrypted although TLS was requested: the server does not support TLS, or TLS failed. */
        plaintext?: string;
        /** For direct delivery: the TLS policy of the recipient's domain, from MTA-STS or DANE, or that it has none. */
        policy?: string;
        /** The meaning of the rejection, in one word. */
        meaning?: string;
        /** For `bounced`: present if the bounce arrived as a message. If true, it arrived after the recipient's final state, which does not change. */
        late?: boolean;
        /** For a bounce that arrived as a message. `hard`: the address permanently fails. `soft`: the failure may be temporary. */
        bounce?: "hard" | "soft";
      };
      /** The SMTP conversation, one line each: `C:` is Posthouse, `S:` the server. Present for the last five attempts that have one. Null for an email that was delivered at the first attempt, and after the account's retention time. */
      transcript: string | null;
    }>;
  }>;
};

/** Resend an email as a new email: the request. */
export type ResendEmailBody = {
  /** The recipients of the new email. Default: all recipients of the original email. */
  to?: string | { email: string; name?: string | null } | Array<string | { email: string; name?: string | null }>;
};

/** Resend an email as a new email: the answer. */
export type ResendEmailAnswer = {
  success: true;
  id: string;
  status: "queued";
  /** The Message-ID header without its angle brackets. */
  message_id: string;
  /** The time as which `scheduled_at` was read. Absent if the request has no `scheduled_at`. */
  scheduled_at?: string;
};

/** List emails: the query. */
export type ListEmailsQuery = {
  /** Rows of one page. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
  /** Derived from the recipients' states: the worst open state; otherwise the final state if all recipients have the same one; otherwise `partially_delivered`. */
  status?: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "partially_delivered";
  /** Only emails with this recipient. The address must match completely; case is ignored. */
  to?: string;
  /** Only emails whose subject contains this text, case-insensitive. */
  search?: string;
  /** Only emails with this tag: `name:value`, or `name` for any value. */
  tag?: string;
  /** Only emails accepted at or after this time. */
  after?: string;
  /** Only emails accepted before this time. */
  before?: string;
};

/** List emails: the answer. */
export type ListEmailsAnswer = {
  emails: Array<{
    id: string;
    from: string;
    /** Recipients in the To header. Lists return only the first five. */
    to: string[];
    cc: string[];
    bcc: string[];
    reply_to: string[];
    /** The Message-ID header without its angle brackets. */
    message_id: string;
    /** The number of recipients in `to`, `cc` and `bcc` together. */
    recipient_count: number;
    subject: string;
    /** Derived from the recipients' states: the worst open state; otherwise the final state if all recipients have the same one; otherwise `partially_delivered`. */
    status: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "partially_delivered";
    tags: Array<{ name: string; value: string }>;
    attachment_count: number;
    scheduled_at: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** Exact, where it is known without counting. */
    total?: number;
  };
};

/** List events, oldest first: the query. */
export type ListEventsQuery = {
  /** Rows of one page. */
  limit?: number;
  /** The id of an event. Returns only later events. Events appear in the order of their ids, so continuing after the last id misses no event and returns none twice. */
  after?: string;
  /** Only events at or after this time. */
  since?: string;
  email_id?: string;
  type?: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "complained";
};

/** List events, oldest first: the answer. */
export type ListEventsAnswer = {
  events: Array<{
    id: string;
    type: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "complained";
    attempt: number;
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
    detail: {
      reason?: string;
      phase?: string;
      code?: number;
      enhanced?: string;
      line?: string;
      host?: string;
      next_attempt_at?: string;
      /** The route of the attempt: a relay, `direct` or `capture`. */
      route?: string;
      /** The description of the routing rule that chose the route, if there was one. */
      rule?: string;
      /** The local IP address from which the message was sent, if the server has several. */
      source?: string;
      /** The TLS version of the connection. Absent: the connection was not encrypted. */
      tls?: string;
      /** Why the connection was not encrypted although TLS was requested: the server does not support TLS, or TLS failed. */
      plaintext?: string;
      /** For direct delivery: the TLS policy of the recipient's domain, from MTA-STS or DANE, or that it has none. */
      policy?: string;
      /** The meaning of the rejection, in one word. */
      meaning?: string;
      /** For `bounced`: present if the bounce arrived as a message. If true, it arrived after the recipient's final state, which does not change. */
      late?: boolean;
      /** For a bounce that arrived as a message. `hard`: the address permanently fails. `soft`: the failure may be temporary. */
      bounce?: "hard" | "soft";
    };
    email_id: string;
    recipient: string;
    subject: string;
    tags: Array<{ name: string; value: string }>;
    metadata: Record<string, string | number | boolean | null> | null;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
  };
};

/** List contacts: the query. */
export type ListContactsQuery = {
  /** Rows of one page. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
  /** Only contacts whose address or name contains this text, ignoring case and accents. One or two Latin letters or digits match only the beginning of the address or of a word of the name. */
  search?: string;
  /** Only contacts that are subscribed (`true`) or not (`false`). */
  subscribed?: boolean;
  /** Only contacts created at this time or later. */
  created_after?: string;
  /** Only contacts created before this time. */
  created_before?: string;
  /** `total` also returns the number of contacts that match the filters. Without filters the total is always returned. */
  include?: "total";
};

/** List contacts: the answer. */
export type ListContactsAnswer = {
  contacts: GetContactAnswer[];
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** Exact, where it is known without counting. */
    total?: number;
  };
};

/** Create a contact, or update the one with this address: the request. */
export type CreateContactBody = {
  /** The address, unique in the account. Case is kept but ignored when addresses are compared. An internationalized domain is stored as A-labels. */
  email: string;
  /** At most 200 characters on one line. A blank name is stored as null. */
  name?: string | null;
  /** Whether the contact wants mail from this account. Default for a new contact: true. */
  subscribed?: boolean;
  /** Your own data about the contact: a JSON object of at most 16,384 bytes. PATCH replaces the whole object. POST with `on_conflict=update` replaces the properties that the request contains and keeps the others. */
  properties?: Record<string, unknown>;
};

/** Create a contact, or update the one with this address: the query. */
export type CreateContactQuery = {
  /** If the account already has a contact with this address: `update` changes the fields that the request contains, `skip` leaves the contact as it is, `error` (the default) returns the error `contact_exists`. */
  on_conflict?: "update" | "skip" | "error";
};

/** Create a contact, or update the one with this address: the answer. */
export type CreateContactAnswer = {
  id: string;
  email: string;
  name: string | null;
  subscribed: boolean;
  properties: Record<string, unknown>;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string;
  result: "updated" | "skipped";
} | {
  id: string;
  email: string;
  name: string | null;
  subscribed: boolean;
  properties: Record<string, unknown>;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string;
  result: "created";
};

/** Get a contact by id or address: the answer. */
export type GetContactAnswer = {
  id: string;
  email: string;
  name: string | null;
  subscribed: boolean;
  properties: Record<string, unknown>;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string;
};

/** Change a contact: the request. */
export type UpdateContactBody = {
  /** The address, unique in the account. Case is kept but ignored when addresses are compared. An internationalized domain is stored as A-labels. */
  email?: string;
  /** At most 200 characters on one line. A blank name is stored as null. */
  name?: string | null;
  /** Whether the contact wants mail from this account. Default for a new contact: true. */
  subscribed?: boolean;
  /** Your own data about the contact: a JSON object of at most 16,384 bytes. PATCH replaces the whole object. POST with `on_conflict=update` replaces the properties that the request contains and keeps the others. */
  properties?: Record<string, unknown>;
};

/** Change a contact: the answer. */
export type UpdateContactAnswer = GetContactAnswer;

/** List sender domains: the query. */
export type ListDomainsQuery = {
  /** Rows of one page. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
  /** Only domains whose name contains this. */
  search?: string;
};

/** List sender domains: the answer. */
export type ListDomainsAnswer = {
  domains: Array<{
    /** As lower-case A-labels. */
    name: string;
    /** `pending`: not proven yet. `lost`: it was verified, and is not any more; proven again it is yours. `degraded`: verified, but a required record is missing or wrong now; without its token in the DNS a domain is lost after three days. */
    status: "pending" | "verified" | "degraded" | "lost";
    /** `operator`: whoever runs this server allowed it, without proof in the DNS. */
    verified_by: "dns" | "operator" | null;
    verified_at: string | null;
    /** `proof_missing`: its token was not in the DNS for three days. Null: it is not lost. */
    lost_because: "proof_missing" | "proven_by_another_account" | null;
    /** The DKIM signatures that mail from the domain carries: of those active keys that are in the DNS. Empty: it goes out unsigned. */
    signs: Array<"rsa" | "ed25519">;
    records_ok: number;
    records_total: number;
    /** What else would keep its mail from arriving. */
    warnings: string[];
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
    checked_at: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    next_check_at: string;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** Exact, where it is known without counting. */
    total?: number;
  };
};

/** Add a sender domain: the request. */
export type AddDomainBody = {
  /** What stands behind the @ of your From addresses. Subdomains are domains of their own. */
  name: string;
  /** Subdomain to which bounces come back. Default: bounce. */
  return_path?: string;
  /** Subdomain for the links in your mail. Links are not tracked yet: it is kept and checked, and has no other use so far. Default: none. */
  tracking_host?: string | null;
  /** The DKIM keys are rotated by themselves after so many days, once the waiting ones are in the DNS. Null, the default: by you alone. */
  rotate_every_days?: number | null;
};

/** Add a sender domain: the answer. */
export type AddDomainAnswer = {
  /** As lower-case A-labels. */
  name: string;
  /** `pending`: not proven yet. `lost`: it was verified, and is not any more; proven again it is yours. `degraded`: verified, but a required record is missing or wrong now; without its token in the DNS a domain is lost after three days. */
  status: "pending" | "verified" | "degraded" | "lost";
  /** `operator`: whoever runs this server allowed it, without proof in the DNS. */
  verified_by: "dns" | "operator" | null;
  verified_at: string | null;
  /** `proof_missing`: its token was not in the DNS for three days. Null: it is not lost. */
  lost_because: "proof_missing" | "proven_by_another_account" | null;
  /** The DKIM signatures that mail from the domain carries: of those active keys that are in the DNS. Empty: it goes out unsigned. */
  signs: Array<"rsa" | "ed25519">;
  records_ok: number;
  records_total: number;
  /** What else would keep its mail from arriving. */
  warnings: string[];
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  checked_at: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  next_check_at: string;
  return_path: string;
  tracking_host: string | null;
  rotate_every_days: number | null;
  rotated_at: string | null;
  /** Until when the keys of before the last rotation are kept. */
  retired_keys_until: string | null;
  /** When the keys rotate by themselves. Past: the rotation has waited since then for what `rotation_blocked_by` says. Null: they do not. */
  rotation_due_at: string | null;
  /** Why the keys cannot be rotated now, and which DNS records are missing. Null: they can. */
  rotation_blocked_by: string | null;
  records: Array<{
    id: string;
    purpose: "ownership" | "dkim_active" | "dkim_waiting" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "tls_reports" | "tracking";
    type: "TXT" | "MX" | "CNAME";
    name: string;
    /** What should stand there. Where an SPF, DMARC or TLS reporting record stands already, that one with what is missing added, to replace it. Of an MX with its preference. */
    value: string;
    need: "required" | "recommended" | "optional";
    /** What it is for. */
    meaning: string;
    /** `pending`: the DNS has not been asked yet, or could not be. */
    status: "pending" | "ok" | "wrong" | "missing";
    /** What stands there. */
    found: string[];
    /** What is wrong or, of one that is `ok`, could be better, and what to do next. */
    problem: string | null;
  }>;
};

/** Get a sender domain and its records: the answer. */
export type GetDomainAnswer = AddDomainAnswer;

/** Change the settings of a sender domain: the request. */
export type ChangeDomainBody = {
  /** The DKIM keys are rotated by themselves after so many days, once the waiting ones are in the DNS. Null, the default: by you alone. */
  rotate_every_days?: number | null;
};

/** Change the settings of a sender domain: the answer. */
export type ChangeDomainAnswer = AddDomainAnswer;

/** List what happened to a sender domain: the query. */
export type ListDomainEventsQuery = {
  /** Rows of one page. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
};

/** List what happened to a sender domain: the answer. */
export type ListDomainEventsAnswer = {
  events: Array<{
    id: string;
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
    type: "domain.added" | "domain.changed" | "domain.verified" | "domain.lost" | "domain.removed" | "record.ok" | "record.broken" | "keys.made" | "keys.rotated";
    /** `record.ok`, `record.broken`: the `record`, its `name` and the `problem`. `domain.verified`, `keys.rotated`: `by` whom. `domain.lost`: the `reason`, `proof_missing` or `proven_by_another_account`. */
    detail: Record<string, unknown>;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** Exact, where it is known without counting. */
    total?: number;
  };
};

/** Look at the DNS of a sender domain now: the answer. */
export type CheckDomainAnswer = AddDomainAnswer;

/** Rotate the DKIM keys of a sender domain: the answer. */
export type RotateDomainKeysAnswer = AddDomainAnswer;

/** List what receivers report of a domain's mail: the query. */
export type ListDomainReportsQuery = {
  /** Rows of one page. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
  /** `dmarc`: who sent mail in the domain's name (RFC 7489). `tls`: how mail to it was encrypted (RFC 8460). */
  kind?: "dmarc" | "tls";
};

/** List what receivers report of a domain's mail: the answer. */
export type ListDomainReportsAnswer = {
  days: Array<{
    /** UTC. */
    day: string;
    /** `dmarc`: who sent mail in the domain's name (RFC 7489). `tls`: how mail to it was encrypted (RFC 8460). */
    kind: "dmarc" | "tls";
    /** The address that sent (`dmarc`), or the policy that applied (`tls`); `others` for the rest of many. */
    source: string;
    /** Messages (`dmarc`) or sessions (`tls`). */
    messages: number;
    /** With an aligned DKIM signature or SPF (`dmarc`), or encrypted as the policy wants (`tls`). */
    passed: number;
    dkim_passed: number;
    spf_passed: number;
    quarantined: number;
    rejected: number;
    /** Of `tls`: the commonest failure that was reported last. */
    failure: string | null;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** Exact, where it is known without counting. */
    total?: number;
  };
};

/** List relays: the answer. */
export type ListRelaysAnswer = {
  /** In the order in which they were made. */
  relays: CreateRelayAnswer[];
};

/** Add a relay: the request. */
export type CreateRelayBody = {
  /** Stands in rules and events. */
  name: string;
  /** `smtp://user@host:587` (STARTTLS, demanded where there is a password), `smtps://user@host:465`, or `ses://access-key-id@region` for Amazon SES. `?tls=required`, `?tls=none` and `?insecure=1` as in SMTP_RELAY_URL; `?configuration_set=` for SES. */
  url: string;
  /** Password, or secret access key. May also stand in the URL. It is kept sealed and never shown; a URL of another user or host needs it again. */
  password?: string | null;
  /** Its part of the mail, where a rule shares mail by weight. */
  weight?: number;
  /** Recipients a second that it may get from all workers together. Null: no limit. */
  rate_per_second?: number | null;
  /** Connections at once, of all workers together. */
  max_connections?: number;
  /** Whether rules may use it. */
  enabled?: boolean;
};

/** Add a relay: the answer. */
export type CreateRelayAnswer = {
  id: string;
  name: string;
  kind: "smtp" | "ses";
  /** Without its password, which is never shown. */
  url: string;
  has_password: boolean;
  /** Its part of the mail, where a rule shares mail by weight. */
  weight: number;
  /** Recipients a second that it may get from all workers together. Null: no limit. */
  rate_per_second: number | null;
  /** Connections at once, of all workers together. */
  max_connections: number;
  /** Whether rules may use it. */
  enabled: boolean;
  /** As the workers see it. */
  health: {
    /** `unreachable` and `auth_failed` (it refuses the password) get no mail until `retry_at`; then one email tries. `unused`: nothing is known yet. */
    state: "unused" | "works" | "unreachable" | "auth_failed";
    /** In a row. */
    failures: number;
    retry_at: string | null;
    last_error: string | null;
    last_error_at: string | null;
    last_success_at: string | null;
  };
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string;
};

/** Change a relay: the request. */
export type ChangeRelayBody = {
  /** Stands in rules and events. */
  name?: string;
  /** `smtp://user@host:587` (STARTTLS, demanded where there is a password), `smtps://user@host:465`, or `ses://access-key-id@region` for Amazon SES. `?tls=required`, `?tls=none` and `?insecure=1` as in SMTP_RELAY_URL; `?configuration_set=` for SES. */
  url?: string;
  /** Password, or secret access key. May also stand in the URL. It is kept sealed and never shown; a URL of another user or host needs it again. */
  password?: string | null;
  /** Its part of the mail, where a rule shares mail by weight. */
  weight?: number;
  /** Recipients a second that it may get from all workers together. Null: no limit. */
  rate_per_second?: number | null;
  /** Connections at once, of all workers together. */
  max_connections?: number;
  /** Whether rules may use it. */
  enabled?: boolean;
};

/** Change a relay: the answer. */
export type ChangeRelayAnswer = CreateRelayAnswer;

/** Test a relay: the answer. */
export type TestRelayAnswer = {
  ok: boolean;
  /** Where it failed: connect, greeting, ehlo, starttls, tls or auth. */
  step: string | null;
  /** For people: what was found, or what is wrong and what to do. */
  message: string;
  /** What was said; never a password. */
  transcript: string | null;
};

/** List routing rules: the answer. */
export type ListRoutingRulesAnswer = {
  /** In their order. The first that fits an email decides. */
  rules: CreateRoutingRuleAnswer[];
  /** What happens to mail that no rule fits. */
  otherwise: string;
};

/** Add a routing rule: the request. */
export type CreateRoutingRuleBody = {
  /** Stands with the emails that it decides about. */
  name: string;
  enabled?: boolean;
  /** 1 is looked at first. */
  position?: number;
  /** All of it must hold; null or absent is no condition. */
  match?: {
    /** Domain of the sender; `*.example.com` is the domains below it. */
    from_domain?: string | null;
    /** A tag of the email. */
    tag?: {
      name: string;
      /** Null or absent: any value. */
      value?: string | null;
    } | null;
    /** `bulk` is mail that was sent with `stream: bulk`. */
    stream?: "transactional" | "bulk" | null;
    /** Domain of the recipient; `*.example.com` is the domains below it. */
    recipient_domain?: string | null;
    /** For the instance's rules: mail of this account. */
    account_id?: string | null;
  };
  /** `relay`: by the relays of `relay_ids`. `direct`: to the servers of the recipients. `hold`: nowhere, looked at again each hour, until the mail expires. */
  action: "direct" | "relay" | "hold";
  /** Relays, for the action `relay`. */
  relay_ids?: string[];
  /** `order`: the first, and the others when it cannot be used. `weight`: each gets its part, and the others stand in. */
  spread?: "order" | "weight";
  /** For the instance's rules and the action `direct`: the addresses to send from. */
  pool_id?: string | null;
};

/** Add a routing rule: the answer. */
export type CreateRoutingRuleAnswer = {
  id: string;
  /** 1 is looked at first. */
  position: number;
  name: string;
  enabled: boolean;
  match: {
    from_domain: string | null;
    tag: { name: string; value: string | null } | null;
    stream: "transactional" | "bulk" | null;
    recipient_domain: string | null;
    account_id: string | null;
  };
  /** `relay`: by the relays of `relay_ids`. `direct`: to the servers of the recipients. `hold`: nowhere, looked at again each hour, until the mail expires. */
  action: "direct" | "relay" | "hold";
  relay_ids: string[];
  /** `order`: the first, and the others when it cannot be used. `weight`: each gets its part, and the others stand in. */
  spread: "order" | "weight";
  pool_id: string | null;
  /** What it does, as it stands with the emails that it decides about. */
  summary: string;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string;
};

/** Change a routing rule, or its position: the request. */
export type ChangeRoutingRuleBody = {
  /** Stands with the emails that it decides about. */
  name?: string;
  enabled?: boolean;
  /** 1 is looked at first. */
  position?: number;
  /** All of it must hold; null or absent is no condition. */
  match?: {
    /** Domain of the sender; `*.example.com` is the domains below it. */
    from_domain?: string | null;
    /** A tag of the email. */
    tag?: {
      name: string;
      /** Null or absent: any value. */
      value?: string | null;
    } | null;
    /** `bulk` is mail that was sent with `stream: bulk`. */
    stream?: "transactional" | "bulk" | null;
    /** Domain of the recipient; `*.example.com` is the domains below it. */
    recipient_domain?: string | null;
    /** For the instance's rules: mail of this account. */
    account_id?: string | null;
  };
  /** `relay`: by the relays of `relay_ids`. `direct`: to the servers of the recipients. `hold`: nowhere, looked at again each hour, until the mail expires. */
  action?: "direct" | "relay" | "hold";
  /** Relays, for the action `relay`. */
  relay_ids?: string[];
  /** `order`: the first, and the others when it cannot be used. `weight`: each gets its part, and the others stand in. */
  spread?: "order" | "weight";
  /** For the instance's rules and the action `direct`: the addresses to send from. */
  pool_id?: string | null;
};

/** Change a routing rule, or its position: the answer. */
export type ChangeRoutingRuleAnswer = CreateRoutingRuleAnswer;

/** List pools of source addresses: the answer. */
export type ListPoolsAnswer = { pools: CreatePoolAnswer[] };

/** Add a pool of source addresses: the request. */
export type CreatePoolBody = {
  /** Stands in rules and events. */
  name: string;
  sources: Array<{
    /** IPv4 or IPv6, of a machine that runs workers. */
    address: string;
    /** Our name in EHLO, which the address's PTR record should say, too. */
    helo_name: string;
    /** The first day on which mail left from it: from there its warm-up is counted. Null: it is warm. */
    started_on?: string | null;
  }>;
};

/** Add a pool of source addresses: the answer. */
export type CreatePoolAnswer = {
  id: string;
  name: string;
  sources: Array<{
    address: string;
    helo_name: string;
    started_on: string | null;
  }>;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string;
};

/** Change a pool of source addresses: the request. */
export type ChangePoolBody = {
  /** Stands in rules and events. */
  name?: string;
  sources?: Array<{
    /** IPv4 or IPv6, of a machine that runs workers. */
    address: string;
    /** Our name in EHLO, which the address's PTR record should say, too. */
    helo_name: string;
    /** The first day on which mail left from it: from there its warm-up is counted. Null: it is warm. */
    started_on?: string | null;
  }>;
};

/** Change a pool of source addresses: the answer. */
export type ChangePoolAnswer = CreatePoolAnswer;

/** List suppressed addresses: the query. */
export type ListSuppressionsQuery = {
  /** Rows of one page. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
  /** Only addresses that contain this text, case-insensitive. A text of one or two characters matches only the beginning of an address. */
  search?: string;
  /** Only suppressions with this reason. `unsubscribe` matches every address that unsubscribed, even if its `reason` is another. */
  reason?: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
  /** Only suppressions from this source. */
  source?: "email" | "link" | "key" | "user" | "import";
  /** Only addresses of this domain, without subdomains. */
  domain?: string;
  /** An enhanced status such as `5.1.0`, or part of the reply's text or host, case-insensitive. At least three characters. */
  reply?: string;
  /** Only suppressions with `created_at` at or after this time. */
  after?: string;
  /** Only suppressions with `created_at` before this time. */
  before?: string;
};

/** List suppressed addresses: the answer. */
export type ListSuppressionsAnswer = {
  suppressions: GetSuppressionAnswer[];
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** Exact, where it is known without counting. */
    total?: number;
  };
};

/** Suppress addresses: the request. */
export type CreateSuppressionsBody = {
  /** One address, or an array of at most 1,000. */
  address: string | string[];
  reason?: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
  /** A note for people, such as why the address is suppressed. */
  detail?: string | null;
  /** When the suppression ends. Null or absent: never. Not allowed with the reason `unsubscribe`, which never expires. */
  expires_at?: string | null;
};

/** Suppress addresses: the answer. */
export type CreateSuppressionsAnswer = {
  /** One result per address, in the order of the request. */
  suppressions: Array<{
    address: string;
    /** `created`: the address was not suppressed. `changed`: the new suppression replaced a weaker one. `unchanged`: the existing suppression is as strong or stronger. */
    result: "created" | "changed" | "unchanged";
  }>;
};

/** Get a suppressed address: the answer. */
export type GetSuppressionAnswer = {
  address: string;
  /** `hard_bounce`: the recipient's server rejected mail permanently, or temporarily too many times. `complaint`: the recipient reported mail as spam. `unsubscribe`: the recipient unsubscribed from bulk mail. `manual`: someone in your account, or an import, added the address. */
  reason: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
  /** The mail that is suppressed: `all` mail, or only mail sent with `stream: bulk`. */
  stream: "all" | "bulk";
  /** When the recipient unsubscribed from bulk mail. Can be set with any `reason`. */
  unsubscribed_at: string | null;
  /** When the suppression ends. Null: never. */
  expires_at: string | null;
  /** Where the suppression came from. `email`: the email with this `id` bounced or was reported as spam. `link`: the recipient used the unsubscribe link of the email with this `id`. `key`, `user`, `import`: an API key, a user or an import added the address. */
  source: {
    type: "email" | "link" | "key" | "user" | "import";
    id: string | null;
    /** The user who added or imported the address. */
    user_id: string | null;
    /** The API key that added or imported the address. */
    key_id: number | null;
  };
  /** The event that caused the suppression. Null if no event did, or if the suppression was made before version 0.2 and its event has been deleted. */
  event: {
    id: string;
    email_id: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
  } | null;
  /** The reply that caused the suppression. Its text is in `detail`. */
  reply: {
    /** SMTP reply code. */
    code: number | null;
    /** Enhanced status (RFC 3463). */
    status: string | null;
    /** The server that replied. */
    host: string | null;
    /** The SMTP phase of the reply. */
    phase: string | null;
  } | null;
  /** The text of the reply, or a note from the person who added the address. */
  detail: string | null;
  /** When the current reason was recorded. The list is sorted by this time. */
  created_at: string;
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string;
};

/** List bulk removals of suppressions: the query. */
export type ListSuppressionRemovalsQuery = ListDomainEventsQuery;

/** List bulk removals of suppressions: the answer. */
export type ListSuppressionRemovalsAnswer = {
  removals: GetSuppressionRemovalAnswer[];
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** Exact, where it is known without counting. */
    total?: number;
  };
};

/** Preview a bulk removal of suppressions: the request. */
export type PreviewSuppressionRemovalBody = {
  /** The same filters as for the list. Without `reason`, only the reasons `hard_bounce` and `manual` match: complaints and unsubscribes are removed only when `reason` names them. */
  filter: {
    /** Only addresses that contain this text, case-insensitive. A text of one or two characters matches only the beginning of an address. */
    search?: string;
    /** Only suppressions with this reason. `unsubscribe` matches every address that unsubscribed, even if its `reason` is another. */
    reason?: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
    /** Only suppressions from this source. */
    source?: "email" | "link" | "key" | "user" | "import";
    /** Only addresses of this domain, without subdomains. */
    domain?: string;
    /** An enhanced status such as `5.1.0`, or part of the reply's text or host, case-insensitive. At least three characters. */
    reply?: string;
    /** Only suppressions with `created_at` at or after this time. */
    after?: string;
    /** Only suppressions with `created_at` before this time. */
    before?: string;
  };
};

/** Preview a bulk removal of suppressions: the answer. */
export type PreviewSuppressionRemovalAnswer = {
  id: string;
  /** `previewed`: nothing has been removed. `removing`, `restoring`: in progress; call `run` or `restore` again to continue. If you stop calling, it is finished in the background within minutes. `removed`: done; `restore` undoes it. `restored`: the removal was undone. */
  state: "previewed" | "removing" | "removed" | "restoring" | "restored";
  filter: {
    /** Only addresses that contain this text, case-insensitive. A text of one or two characters matches only the beginning of an address. */
    search?: string;
    /** Only suppressions with this reason. `unsubscribe` matches every address that unsubscribed, even if its `reason` is another. */
    reason?: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
    /** Only suppressions from this source. */
    source?: "email" | "link" | "key" | "user" | "import";
    /** Only addresses of this domain, without subdomains. */
    domain?: string;
    /** An enhanced status such as `5.1.0`, or part of the reply's text or host, case-insensitive. At least three characters. */
    reply?: string;
    /** Only suppressions with `created_at` at or after this time. */
    after?: string;
    /** Only suppressions with `created_at` before this time. */
    before?: string;
  };
  /** The number of suppressions that matched at the preview. */
  matched: number;
  /** The number of suppressions removed so far. Suppressions that changed after the preview are not removed. */
  removed: number;
  /** The number of suppressions restored so far. */
  restored: number;
  /** The time of the preview. Suppressions that were added or changed later are not removed. */
  as_of: string;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  expires_at: string | null;
  /** The number of matching addresses that also unsubscribed. They stay suppressed for bulk mail unless the filter's `reason` is `unsubscribe`. */
  unsubscribed: number;
  by_reason: Array<{ reason: "hard_bounce" | "complaint" | "unsubscribe" | "manual"; count: number }>;
  /** The ten most frequent replies, grouped by code and status, each with an example text. */
  by_reply: Array<{
    code: number | null;
    status: string | null;
    example: string | null;
    count: number;
  }>;
  /** The ten newest matching suppressions. */
  sample: GetSuppressionAnswer[];
};

/** Get a bulk removal of suppressions: the answer. */
export type GetSuppressionRemovalAnswer = {
  id: string;
  /** `previewed`: nothing has been removed. `removing`, `restoring`: in progress; call `run` or `restore` again to continue. If you stop calling, it is finished in the background within minutes. `removed`: done; `restore` undoes it. `restored`: the removal was undone. */
  state: "previewed" | "removing" | "removed" | "restoring" | "restored";
  filter: {
    /** Only addresses that contain this text, case-insensitive. A text of one or two characters matches only the beginning of an address. */
    search?: string;
    /** Only suppressions with this reason. `unsubscribe` matches every address that unsubscribed, even if its `reason` is another. */
    reason?: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
    /** Only suppressions from this source. */
    source?: "email" | "link" | "key" | "user" | "import";
    /** Only addresses of this domain, without subdomains. */
    domain?: string;
    /** An enhanced status such as `5.1.0`, or part of the reply's text or host, case-insensitive. At least three characters. */
    reply?: string;
    /** Only suppressions with `created_at` at or after this time. */
    after?: string;
    /** Only suppressions with `created_at` before this time. */
    before?: string;
  };
  /** The number of suppressions that matched at the preview. */
  matched: number;
  /** The number of suppressions removed so far. Suppressions that changed after the preview are not removed. */
  removed: number;
  /** The number of suppressions restored so far. */
  restored: number;
  /** The time of the preview. Suppressions that were added or changed later are not removed. */
  as_of: string;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  expires_at: string | null;
};

/** Run a bulk removal of suppressions: the answer. */
export type RunSuppressionRemovalAnswer = GetSuppressionRemovalAnswer;

/** Undo a bulk removal of suppressions: the answer. */
export type RestoreSuppressionRemovalAnswer = GetSuppressionRemovalAnswer;

/** Import suppressed addresses from CSV: the query. */
export type ImportSuppressionsQuery = {
  /** The reason for rows that have none. Default: `manual`. */
  reason?: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
};

/** Import suppressed addresses from CSV: the answer. */
export type ImportSuppressionsAnswer = {
  /** The id of the import. Suppressions that it created have this id in `source`. */
  id: string;
  rows: number;
  created: number;
  changed: number;
  /** The number of rows whose existing suppression is as strong or stronger. */
  unchanged: number;
  failed: number;
  /** The first 100 rows that failed, with their line numbers. */
  errors: Array<{ line: number; message: string }>;
};

/** Download suppressed addresses as CSV: the query. */
export type ExportSuppressionsQuery = {
  /** Only addresses that contain this text, case-insensitive. A text of one or two characters matches only the beginning of an address. */
  search?: string;
  /** Only suppressions with this reason. `unsubscribe` matches every address that unsubscribed, even if its `reason` is another. */
  reason?: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
  /** Only suppressions from this source. */
  source?: "email" | "link" | "key" | "user" | "import";
  /** Only addresses of this domain, without subdomains. */
  domain?: string;
  /** An enhanced status such as `5.1.0`, or part of the reply's text or host, case-insensitive. At least three characters. */
  reply?: string;
  /** Only suppressions with `created_at` at or after this time. */
  after?: string;
  /** Only suppressions with `created_at` before this time. */
  before?: string;
};
