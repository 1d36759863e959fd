/** Generated from the API's OpenAPI document by `npm run generate`. Do not edit. */

/** Send an email, or see what would become of it: the request. */
export type SendEmailBody = {
  /** Sender: `a@b.c`, `Name <a@b.c>` or `{ email, name }`. Without it: the account's default sender. */
  from?: string | { email: string; name?: string | null };
  /** Recipients: one or an array. Each has a state of its own; an address that is named twice, also in `cc` or `bcc`, is one recipient. At most 1,000 in all. */
  to: string | { email: string; name?: string | null } | Array<string | { email: string; name?: string | null }>;
  /** Recipients that are named as copies. */
  cc?: string | { email: string; name?: string | null } | Array<string | { email: string; name?: string | null }>;
  /** Recipients that nobody sees. */
  bcc?: string | { email: string; name?: string | null } | Array<string | { email: string; name?: string | null }>;
  /** Where answers go. */
  reply_to?: string | { email: string; name?: string | null } | Array<string | { email: string; name?: string | null }>;
  subject: string;
  /** HTML body. At least one of `html` and `text` is needed. */
  html?: string;
  /** Plain-text body. Without it: made from the first megabyte of `html`. */
  text?: string;
  /** Further headers. Those that Posthouse or a mail server writes are refused. */
  headers?: Record<string, string>;
  attachments?: Array<{
    /** Without it: the last part of `path`. */
    filename?: string;
    /** The bytes, in base64. Either this or `path`. */
    content?: string;
    /** An https address from which the bytes are fetched, before the request is answered. */
    path?: string;
    /** Without it: by the ending of the file name. */
    content_type?: string;
    /** For an image inside the HTML: `logo` is shown by `<img src="cid:logo">`. */
    content_id?: string;
  }>;
  /** For finding emails; recipients do not see them. */
  tags?: Array<{ name: string; value: string }>;
  /** Yours; returned with the email and its events, at most 16 kB, names of at most 256 characters. Recipients do not see it. */
  metadata?: Record<string, string | number | boolean | null>;
  /** When to send: ISO 8601, or words such as `in 2 hours` (in UTC). At most a year ahead. */
  scheduled_at?: string;
  /** The Message-ID of the email that this one answers. */
  in_reply_to?: string;
  references?: string | string[];
};

/** Send an email, or see what would become of it: the query. */
export type SendEmailQuery = {
  /** Store and send nothing; tell what would become of the email. */
  dry_run?: boolean;
  /** With `dry_run`: also the message as it would go out. */
  include?: "source";
};

/** Send an email, or see what would become of it: the answer. */
export type SendEmailAnswer = ResendEmailAnswer | {
  success: true;
  dry_run: true;
  from: string;
  subject: string;
  scheduled_at: string | null;
  recipients: Array<{
    address: string;
    kind: "to" | "cc" | "bcc";
    fate: "send" | "capture" | "simulate" | "suppress";
    reason: string;
  }>;
  /** Of the message as it would go out. */
  size_bytes: number;
  /** The plain-text part, given or made. */
  text: string | null;
  findings: Array<{
    code: string;
    severity: "error" | "warning" | "hint";
    message: string;
    at?: string;
  }>;
  /** Up to 1 MB of the message; latin1 stands for its bytes. */
  source?: string;
};

/** Send up to 500 emails with one request: the request. */
export type SendBatchBody = {
  /** Each with up to 1,000 recipients, together at most 10,000. */
  emails: SendEmailBody[];
  /** `all_or_nothing`: one fault refuses the batch, and its `fields` name the email. `per_item`: what is right is accepted, together; the rest is refused each for itself. */
  mode?: "all_or_nothing" | "per_item";
};

/** Send up to 500 emails with one request: the answer. */
export type SendBatchAnswer = {
  success: true;
  /** In the order of the request. */
  emails: Array<ResendEmailAnswer | {
    success: false;
    error: {
      code: string;
      message: string;
      fields?: Array<{ path: string; message: string }>;
    };
  }>;
};

/** Cancel an email for all recipients that wait: the answer. */
export type CancelEmailAnswer = {
  success: true;
  id: string;
  /** Recipients. */
  canceled: number;
};

/** Send a waiting email at another time, or now: the request. */
export type RescheduleEmailBody = {
  /** As in a send request; null is now. */
  scheduled_at: string | null;
};

/** Send a waiting email at another time, or now: the answer. */
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
  /** In a list: the first five. */
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string[];
  /** Without its brackets. */
  message_id: string;
  /** Of `to`, `cc` and `bcc` together. */
  recipient_count: number;
  subject: string;
  /** Follows from the recipients' states: the worst open one, else the common final one, else `partially_delivered`. */
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
  /** `smtp`: it came as a whole message, which goes out as it is. */
  source: "api" | "smtp";
  /** Bodies and attachments are gone, after the account's retention time. */
  content_removed: boolean;
  html: string | null;
  text: string | null;
  recipients: Array<{
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
      };
    }>;
  }>;
};

/** Send the content of an email again, as a new email: the request. */
export type ResendEmailBody = {
  /** Only to these; without it, to all recipients of the first time. */
  to?: string | { email: string; name?: string | null } | Array<string | { email: string; name?: string | null }>;
};

/** Send the content of an email again, as a new email: the answer. */
export type ResendEmailAnswer = {
  success: true;
  id: string;
  status: "queued";
  /** The Message-ID header, without its brackets. */
  message_id: string;
};

/** List emails: the query. */
export type ListEmailsQuery = {
  /** Rows of one page. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
  /** Follows from the recipients' states: the worst open one, else the common final one, else `partially_delivered`. */
  status?: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "partially_delivered";
  /** Only emails with exactly this recipient. */
  to?: string;
  /** Only emails whose subject contains this text, in any case. */
  search?: string;
  /** Only emails with this tag: `name:value`, or `name` for any value. */
  tag?: string;
  /** Accepted at or after this time. */
  after?: string;
  /** Accepted before this time. */
  before?: string;
};

/** List emails: the answer. */
export type ListEmailsAnswer = {
  emails: Array<{
    id: string;
    from: string;
    /** In a list: the first five. */
    to: string[];
    cc: string[];
    bcc: string[];
    reply_to: string[];
    /** Without its brackets. */
    message_id: string;
    /** Of `to`, `cc` and `bcc` together. */
    recipient_count: number;
    subject: string;
    /** Follows from the recipients' states: the worst open one, else the common final one, else `partially_delivered`. */
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
  /** The id of an event: only later ones. Events appear in the order of their ids, so who goes on after the last one misses none and sees none twice. */
  after?: string;
  /** Only events from here on. */
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
  /** Only contacts whose address or name contains this text, without regard to case and accents. One or two Latin letters or digits: only where the address or a word of the name begins with them. */
  search?: string;
  /** Only contacts that are (or are not) subscribed. */
  subscribed?: boolean;
  /** Only contacts created at this time or later. */
  created_after?: string;
  /** Only contacts created before this time. */
  created_before?: string;
  /** Count what the filters match, too. Without a filter the total is there anyway, and costs nothing. */
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
  /** Stored as given, compared without case; a domain beyond ASCII is stored as A-labels. */
  email: string;
  /** At most 200 characters on one line. Blank or null: no name. */
  name?: string | null;
  /** Whether the contact wants mail from this account. Default: true. */
  subscribed?: boolean;
  /** Anything else you know about the contact: a JSON object of at most 16,384 bytes. A change (PATCH) replaces it as a whole; an upsert replaces the properties that are given and keeps the others. */
  properties?: Record<string, unknown>;
};

/** Create a contact, or update the one with this address: the query. */
export type CreateContactQuery = {
  /** What to do if the account has a contact with this address: `update` the fields that are given, `skip`, or answer the error `contact_exists` (the default). */
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
  /** Stored as given, compared without case; a domain beyond ASCII is stored as A-labels. */
  email?: string;
  /** At most 200 characters on one line. Blank or null: no name. */
  name?: string | null;
  /** Whether the contact wants mail from this account. Default: true. */
  subscribed?: boolean;
  /** Anything else you know about the contact: a JSON object of at most 16,384 bytes. A change (PATCH) replaces it as a whole; an upsert replaces the properties that are given and keeps the others. */
  properties?: Record<string, unknown>;
};

/** Change a contact: the answer. */
export type UpdateContactAnswer = GetContactAnswer;
