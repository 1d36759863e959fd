/** Generated from the API's OpenAPI document by `npm run generate`. Do not edit. */

/** Check the session: the query. */
export type CheckSessionQuery = {
  /** `account` adds the account of the session. */
  include?: string;
};

/** Check the session: the response. */
export type CheckSessionResponse = {
  authenticated: boolean;
  user: { email: string; name: string | null } | null;
  /** With `include=account`: the account in which the session works, and the role of the user in it. */
  account?: { id: string; role: "owner" | "member" | "viewer" } | null;
  /** Present only until the user has changed the first password; all other operations are refused until then. */
  must_change_password?: true;
};

/** Sign up, sign in, sign out, change the password: the request. */
export type AuthenticateBody = {
  action: "signup";
  email: string;
  /** 6 to 1024 characters of any kind. */
  password: string;
  name?: string;
} | {
  action: "login";
  email: string;
  password: string;
  /** The six digits that the user's authenticator app shows, or a recovery code. */
  code?: string;
} | { action: "logout" } | {
  action: "change_password";
  current_password: string;
  /** 6 to 1024 characters of any kind. */
  new_password: string;
};

/** Sign up, sign in, sign out, change the password: the response. */
export type AuthenticateResponse = {
  success: true;
  user?: { email: string; name: string | null };
  /** Present only until the user has changed the first password; all other operations are refused until then. */
  must_change_password?: true;
};

/** Sign out: the response. */
export type SignOutResponse = { success: true };

/** Get the public settings of this instance: the response. */
export type GetInstanceResponse = {
  /** Whether people may register. */
  signups: "open" | "closed";
};

/** Get the invitation of a link: the request. */
export type FindInvitationBody = {
  /** The part of the link after `#`. */
  token: string;
};

/** Get the invitation of a link: the response. */
export type FindInvitationResponse = {
  account_name: string;
  email: string;
  /** Owners may do everything. Members may do everything except change the account's members. Viewers may only read. */
  role: "owner" | "member" | "viewer";
  /** Whether the address is registered, so that its password is needed instead of a new one. */
  registered: boolean;
};

/** Accept an invitation and sign in: the request. */
export type AcceptInvitationBody = {
  /** The part of the link after `#`. */
  token: string;
  /** The password of a registered address, or a new one. Not needed with a session of the address. */
  password?: string;
  /** The six digits that the user's authenticator app shows, or a recovery code. */
  code?: string;
  /** Name of a new user. */
  name?: string;
};

/** Accept an invitation and sign in: the response. */
export type AcceptInvitationResponse = AuthenticateResponse;

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
  /** Custom headers. Headers that Posthouse or a mail server sets are rejected. The header of an email has at most 256 kB: all custom headers, the subject, and the addresses and names in `from`, `to`, `cc` and `reply_to`. */
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
  /** Whether opens and clicks are tracked. Default: the setting of the sender domain, otherwise of the account, where both are off by default. A link with `data-posthouse-track="off"` is never tracked. */
  tracking?: { opens?: boolean; clicks?: boolean };
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

/** Send an email, or preview the result: the response. */
export type SendEmailResponse = ResendEmailResponse | {
  success: true;
  dry_run: true;
  from: string;
  subject: string;
  scheduled_at: string | null;
  recipients: Array<{
    address: string;
    kind: "to" | "cc" | "bcc";
    outcome: "send" | "capture" | "simulate" | "suppress" | "hold";
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

/** List emails: the query. */
export type ListEmailsQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** Only emails with this status, or one of several that are separated by commas: `queued`, `sending`, `delivered`, `captured`, `deferred`, `bounced`, `suppressed`, `canceled`, `expired`, `uncertain`, `partially_delivered`, `complained`. `complained` finds emails that a recipient reported as spam. */
  status?: string;
  /** Only emails with at least one recipient in this state, or in one of several that are separated by commas: `queued`, `sending`, `delivered`, `captured`, `deferred`, `bounced`, `suppressed`, `canceled`, `expired`, `uncertain`. `status=delivered` finds emails that all recipients got; `recipient_state=delivered` finds those that any recipient got. */
  recipient_state?: string;
  /** Only emails with this recipient. A complete address must match completely; other text matches any part of an address. Case is ignored. */
  to?: string;
  /** Only emails whose sender's address or name contains this text, case-insensitive. */
  from?: string;
  /** Only emails whose subject contains this text, case-insensitive. */
  search?: string;
  /** Only emails with this tag: `name:value`, or `name` for any value. Case is ignored. */
  tag?: string;
  /** Only emails from this sender domain, as in `GET /metrics`. */
  domain?: string;
  /** Only emails of this stream. */
  stream?: "transactional" | "bulk";
  /** Only emails accepted at or after this time. */
  after?: string;
  /** Only emails accepted before this time. */
  before?: string;
  /** Also count the matching emails: `pagination.total`, up to 10,000. */
  include?: "total";
};

/** List emails: the response. */
export type ListEmailsResponse = {
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
    /** Derived from the recipients' states: the worst open state; otherwise the final state if all recipients have the same one; otherwise `partially_delivered`. A recipient with `bounced_late` counts as `bounced`. */
    status: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "partially_delivered";
    /** Whether a recipient reported the email as spam. The status does not change. */
    complained: boolean;
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
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** Render the HTML of an email as a page for a sandboxed frame: the query. */
export type PreviewEmailQuery = {
  /** Load remote images. */
  images?: "1";
  /** Apply the message's styles for a mail client with this theme. Default: those for the browser's. */
  theme?: "light" | "dark";
};

/** Render draft HTML as a page for a sandboxed frame: the query. */
export type PreviewDraftQuery = {
  /** Load remote images. */
  images?: "1";
};

/** Cancel an email for all waiting recipients: the response. */
export type CancelEmailResponse = {
  success: true;
  id: string;
  /** The number of recipients to whom the email is no longer sent. Those whose mail may have arrived stay `uncertain`; the others are `canceled`. */
  canceled: number;
};

/** Reschedule a waiting email, or send it now: the request. */
export type RescheduleEmailBody = {
  /** The new time, in the same form as in a send request. Null: now. */
  scheduled_at: string | null;
};

/** Reschedule a waiting email, or send it now: the response. */
export type RescheduleEmailResponse = {
  success: true;
  id: string;
  /** ISO 8601, UTC, with milliseconds. */
  scheduled_at: string;
};

/** Get an email with its recipients and their events: the response. */
export type GetEmailResponse = {
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
  /** Derived from the recipients' states: the worst open state; otherwise the final state if all recipients have the same one; otherwise `partially_delivered`. A recipient with `bounced_late` counts as `bounced`. */
  status: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "partially_delivered";
  /** Whether a recipient reported the email as spam. The status does not change. */
  complained: boolean;
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
  /** Whether opens and clicks are tracked, and the origin of the tracked links. Null: nothing is tracked. */
  tracking: {
    opens: boolean;
    clicks: boolean;
    host: string;
  } | null;
  /** Recipients who opened the email or clicked a link, not counting programs. */
  opened: number;
  /** Recipients who clicked a link, not counting programs. */
  clicked: number;
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
    /** Whether a bounce came back after the recipient's server had accepted the email. `state` then stays `delivered`; lists, filters and metrics count the recipient as `bounced`. */
    bounced_late: boolean;
    /** Whether this recipient reported the email as spam. */
    complained: boolean;
    attempts: number;
    next_attempt_at: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    updated_at: string;
    events: Array<{
      id: string;
      type: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "scheduled" | "complained";
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
        /** Only of `scheduled`. */
        scheduled_at?: string;
        /** The route of the attempt: a relay, `direct` or `capture`. */
        route?: string;
        /** Why the email took the route: the routing rule that chose it, or that the email was released from the inbox. Absent: neither. */
        rule?: string;
        /** The local IP address from which the message was sent, if the server has several. */
        source?: string;
        /** The TLS version of the connection. Absent: the connection was not encrypted. */
        tls?: string;
        /** Why the connection was not encrypted although TLS was requested: the server does not support TLS, or TLS failed. */
        plaintext?: string;
        /** For direct delivery: the TLS policy of the recipient's domain, from MTA-STS or DANE, or that it has none. */
        policy?: string;
        /** How the tracking of this message differs from the email's, because the tracking host was no longer verified when it was sent, or tracking is off for the contact. */
        tracking?: string;
        /** The id that the relay gave to the message, if it replaces the Message-ID (Amazon SES). */
        accepted_as?: string;
        /** The meaning of the rejection, in one word. */
        meaning?: string;
        /** For `bounced`: present if the bounce arrived as a message. If true, it arrived after the recipient's final state, which does not change; a delivered recipient gets `bounced_late`. */
        late?: boolean;
        /** For `bounced`: the recipient had bounced before, or was not delivered. Metrics do not count this event. */
        further?: boolean;
        /** For a bounce that arrived as a message. `hard`: the address permanently fails. `soft`: the failure may be temporary. */
        bounce?: "hard" | "soft";
        /** The durations of the phases of an SMTP attempt, in milliseconds. A phase of less than half a millisecond is absent. */
        durations?: {
          /** The time since the recipient was due. */
          queue?: number;
          /** The look-up of the mail server. */
          dns?: number;
          /** Opening the connection, including greeting, EHLO and authentication. Absent: the connection was already open. */
          connect?: number;
          /** The TLS handshake. */
          tls?: number;
          /** Until the reply to MAIL. */
          mail?: number;
          /** Until the replies to RCPT. */
          rcpt?: number;
          /** Until the end of the message was sent. */
          data?: number;
          /** Until the reply to the message. */
          reply?: number;
        };
      };
      /** The SMTP conversation, one line each: `C:` is Posthouse, `S:` the server. Present for the last five attempts that have one. Null for an email that was delivered at the first attempt, and after the account's retention time. */
      transcript: string | null;
    }>;
    /** Opens, clicks and unsubscribes of this recipient, those of people first. At most 500 per email. */
    engagements: Array<{
      id: string;
      kind: "open" | "click" | "unsubscribe";
      /** The index of the link in the message, starting at 0, for a click. */
      link: number | null;
      url: string | null;
      /** `human`: a person. `proxy`: a person, through the image proxy of a mailbox provider. `prefetch`: a mail client loaded the image in advance, whether or not the email is read. `scanner`: a security scanner. `bot`: another program. `unknown`: no signal identifies the actor. */
      actor: "human" | "proxy" | "prefetch" | "scanner" | "bot" | "unknown";
      /** The confidence in `actor`, in percent. */
      confidence: number;
      /** The signals behind `actor`, the strongest first. */
      reasons: string[];
      /** The reader's network or IP address, as the account stores it. Null: not stored. */
      network: string | null;
      /** The reader's program or user agent, as the account stores it. Null: not stored. */
      agent: string | null;
      /** ISO 8601, UTC, with milliseconds. */
      created_at: string;
    }>;
  }>;
};

/** Resend an email as a new email: the request. */
export type ResendEmailBody = {
  /** The recipients of the new email. Default: all recipients of the original email, except those who reported it as spam. */
  to?: string | { email: string; name?: string | null } | Array<string | { email: string; name?: string | null }>;
};

/** Resend an email as a new email: the response. */
export type ResendEmailResponse = {
  success: true;
  id: string;
  status: "queued";
  /** The Message-ID header without its angle brackets. */
  message_id: string;
  /** The time as which `scheduled_at` was read. Absent if the request has no `scheduled_at`. */
  scheduled_at?: string;
};

/** Download emails as CSV: the query. */
export type ExportEmailsQuery = {
  /** Only emails with this status, or one of several that are separated by commas: `queued`, `sending`, `delivered`, `captured`, `deferred`, `bounced`, `suppressed`, `canceled`, `expired`, `uncertain`, `partially_delivered`, `complained`. `complained` finds emails that a recipient reported as spam. */
  status?: string;
  /** Only emails with at least one recipient in this state, or in one of several that are separated by commas: `queued`, `sending`, `delivered`, `captured`, `deferred`, `bounced`, `suppressed`, `canceled`, `expired`, `uncertain`. `status=delivered` finds emails that all recipients got; `recipient_state=delivered` finds those that any recipient got. */
  recipient_state?: string;
  /** Only emails with this recipient. A complete address must match completely; other text matches any part of an address. Case is ignored. */
  to?: string;
  /** Only emails whose sender's address or name contains this text, case-insensitive. */
  from?: string;
  /** Only emails whose subject contains this text, case-insensitive. */
  search?: string;
  /** Only emails with this tag: `name:value`, or `name` for any value. Case is ignored. */
  tag?: string;
  /** Only emails from this sender domain, as in `GET /metrics`. */
  domain?: string;
  /** Only emails of this stream. */
  stream?: "transactional" | "bulk";
  /** Only emails accepted at or after this time. */
  after?: string;
  /** Only emails accepted before this time. */
  before?: string;
};

/** Check the HTML of an email against mail clients: the query. */
export type CheckHtmlQuery = {
  /** Only these clients, separated by commas: `gmail`, `outlook`, `yahoo`, `apple-mail`, `aol`, `thunderbird`, `samsung-email`, `sfr`, `orange`, `protonmail`, `hey`, `mail-ru`, `fastmail`, `laposte`, `gmx`, `web-de`, `ionos-1and1`. */
  clients?: string;
};

/** Check the HTML of an email against mail clients: the response. */
export type CheckHtmlResponse = {
  /** Percentage that is supported. */
  supported: number;
  /** Percentage that is partly supported. */
  partial: number;
  /** Percentage that is not supported. */
  unsupported: number;
  /** The number of features that the HTML uses. */
  feature_count: number;
  /** Only the first 300,000 characters of the HTML were checked. */
  truncated: boolean;
  /** The date of the newest test in the data. */
  tested_until: string;
  /** The features that some client does not support completely, the worst first. */
  features: Array<{
    slug: string;
    title: string;
    category: "html" | "css" | "image" | "others";
    /** The page of Can I email about the feature. */
    url: string;
    /** How often the HTML uses it. */
    count: number;
    /** The first lines of the HTML that use it. */
    lines: number[];
    /** Percentage that is supported. */
    supported: number;
    /** Percentage that is partly supported. */
    partial: number;
    /** Percentage that is not supported. */
    unsupported: number;
    /** The clients that do not support it completely. */
    clients: Array<{
      id: string;
      support: "partial" | "unsupported";
      note: string | null;
    }>;
  }>;
  clients: Array<{
    /** Family and platform. */
    id: string;
    family: string;
    platform: string;
    /** Percentage that is supported. */
    supported: number;
    /** Percentage that is partly supported. */
    partial: number;
    /** Percentage that is not supported. */
    unsupported: number;
  }>;
};

/** List events, oldest first: the query. */
export type ListEventsQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page, or the id of an event. Returns only later events. Events appear in the order of their ids, so continuing after the last one misses no event and returns none twice. */
  after?: string;
  /** Only events at or after this time. */
  since?: string;
  /** Only events of this email. */
  email_id?: string;
  /** Only events of these kinds, separated by commas: `email` (a recipient's state changed, or a complaint), `engagement` (opens, clicks, unsubscribes), `account` (domains, contacts, suppressions, keys, webhooks). Default: the kinds of `type`, otherwise `email`. */
  kind?: string;
  /** Only events of these types, separated by commas, for example `delivered,bounced` or `email.clicked,contact.created`. A type of the kind `email` may begin with `email.`. */
  type?: string;
};

/** List events, oldest first: the response. */
export type ListEventsResponse = {
  events: Array<{
    id: string;
    kind: "email" | "engagement" | "account";
    /** For the kind `email`: the recipient's new state, or another fact such as `complained`. For other kinds: a full name, such as `email.clicked` or `domain.verified`. */
    type: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "scheduled" | "complained" | "email.opened" | "email.clicked" | "email.unsubscribed" | "contact.created" | "contact.updated" | "contact.deleted" | "contact.subscribed" | "contact.unsubscribed" | "domain.added" | "domain.verified" | "domain.lost" | "domain.transferred" | "domain.removed" | "key.created" | "key.rotated" | "key.revoked" | "key.paused" | "suppression.added" | "suppression.changed" | "suppression.removed" | "webhook.disabled";
    /** The id of the email, contact, webhook or other object that the event is about. Domains, keys and addresses have no UUID, so their events get one that is derived from the name. */
    subject_id: string;
    attempt: number | null;
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
      /** Only of `scheduled`. */
      scheduled_at?: string;
      /** The route of the attempt: a relay, `direct` or `capture`. */
      route?: string;
      /** Why the email took the route: the routing rule that chose it, or that the email was released from the inbox. Absent: neither. */
      rule?: string;
      /** The local IP address from which the message was sent, if the server has several. */
      source?: string;
      /** The TLS version of the connection. Absent: the connection was not encrypted. */
      tls?: string;
      /** Why the connection was not encrypted although TLS was requested: the server does not support TLS, or TLS failed. */
      plaintext?: string;
      /** For direct delivery: the TLS policy of the recipient's domain, from MTA-STS or DANE, or that it has none. */
      policy?: string;
      /** How the tracking of this message differs from the email's, because the tracking host was no longer verified when it was sent, or tracking is off for the contact. */
      tracking?: string;
      /** The id that the relay gave to the message, if it replaces the Message-ID (Amazon SES). */
      accepted_as?: string;
      /** The meaning of the rejection, in one word. */
      meaning?: string;
      /** For `bounced`: present if the bounce arrived as a message. If true, it arrived after the recipient's final state, which does not change; a delivered recipient gets `bounced_late`. */
      late?: boolean;
      /** For `bounced`: the recipient had bounced before, or was not delivered. Metrics do not count this event. */
      further?: boolean;
      /** For a bounce that arrived as a message. `hard`: the address permanently fails. `soft`: the failure may be temporary. */
      bounce?: "hard" | "soft";
      /** The durations of the phases of an SMTP attempt, in milliseconds. A phase of less than half a millisecond is absent. */
      durations?: {
        /** The time since the recipient was due. */
        queue?: number;
        /** The look-up of the mail server. */
        dns?: number;
        /** Opening the connection, including greeting, EHLO and authentication. Absent: the connection was already open. */
        connect?: number;
        /** The TLS handshake. */
        tls?: number;
        /** Until the reply to MAIL. */
        mail?: number;
        /** Until the replies to RCPT. */
        rcpt?: number;
        /** Until the end of the message was sent. */
        data?: number;
        /** Until the reply to the message. */
        reply?: number;
      };
      [name: string]: unknown;
    };
    email_id: string | null;
    recipient: string | null;
    subject: string | null;
    tags: Array<{ name: string; value: string }>;
    metadata: Record<string, string | number | boolean | null> | null;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
  };
};

/** List captured emails: the query. */
export type ListInboxQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** Only unread emails. */
  unread?: boolean;
  /** Only emails with a recipient whose address contains this text, case-insensitive. */
  to?: string;
  /** Only emails whose sender's address or name contains this text, case-insensitive. */
  from?: string;
  /** Only emails whose subject contains this text, case-insensitive. */
  subject?: string;
  /** Only emails accepted at this time or later. */
  after?: string;
  /** Only emails accepted before this time. */
  before?: string;
  /** Only emails that contain this text in the subject, the addresses or the body, case-insensitive. */
  search?: string;
};

/** List captured emails: the response. */
export type ListInboxResponse = {
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
    /** Derived from the recipients' states: the worst open state; otherwise the final state if all recipients have the same one; otherwise `partially_delivered`. A recipient with `bounced_late` counts as `bounced`. */
    status: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain" | "partially_delivered";
    /** Whether a recipient reported the email as spam. The status does not change. */
    complained: boolean;
    tags: Array<{ name: string; value: string }>;
    attachment_count: number;
    scheduled_at: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
    /** ISO 8601, UTC, with milliseconds. */
    captured_at: string;
    read: boolean;
  }>;
  /** The number of emails in the inbox, counted up to 1,000. */
  total: number;
  /** False: there may be more emails. */
  total_is_exact: boolean;
  /** The number of unread emails, counted up to 1,000. */
  unread: number;
  /** False: there may be more unread emails. */
  unread_is_exact: boolean;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** Download captured emails as CSV: the query. */
export type ExportInboxQuery = {
  /** Only unread emails. */
  unread?: boolean;
  /** Only emails with a recipient whose address contains this text, case-insensitive. */
  to?: string;
  /** Only emails whose sender's address or name contains this text, case-insensitive. */
  from?: string;
  /** Only emails whose subject contains this text, case-insensitive. */
  subject?: string;
  /** Only emails accepted at this time or later. */
  after?: string;
  /** Only emails accepted before this time. */
  before?: string;
  /** Only emails that contain this text in the subject, the addresses or the body, case-insensitive. */
  search?: string;
};

/** Count unread emails: the response. */
export type CountUnreadResponse = {
  /** The number of unread emails, counted up to 1,000. */
  unread: number;
  /** False: there may be more unread emails. */
  unread_is_exact: boolean;
};

/** Mark emails as read or unread: the request. */
export type MarkInboxBody = {
  /** Omit it for all emails of the inbox. */
  ids?: string[];
  /** False: mark as unread. */
  read: boolean;
};

/** Mark emails as read or unread: the response. */
export type MarkInboxResponse = CountUnreadResponse;

/** Delete emails from the inbox: the request. */
export type DeleteFromInboxBody = { ids: string[] };

/** Delete emails from the inbox: the response. */
export type DeleteFromInboxResponse = {
  /** The emails that changed. */
  ids: string[];
};

/** Restore deleted emails: the request. */
export type RestoreInboxBody = {
  /** Deleted emails. Omit it to restore what the last clearing removed. */
  ids?: string[];
};

/** Restore deleted emails: the response. */
export type RestoreInboxResponse = DeleteFromInboxResponse;

/** Send a captured email to a real address: the request. */
export type ReleaseEmailBody = {
  /** The addresses that get the email. */
  to: string | string[];
};

/** Send a captured email to a real address: the response. */
export type ReleaseEmailResponse = ResendEmailResponse;

/** List the properties in use: the response. */
export type ListContactPropertiesResponse = {
  properties: Array<{
    name: string;
    /** The number of contacts that have it, among the newest 2,000. */
    contacts: number;
  }>;
};

/** List the emails and consent changes of a contact: the query. */
export type ListContactTimelineQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
};

/** List the emails and consent changes of a contact: the response. */
export type ListContactTimelineResponse = {
  items: Array<{
    /** The id of the email or of the event. */
    id: string;
    type: "email" | "contact.subscribed" | "contact.unsubscribed";
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
    email: {
      subject: string;
      state: "queued" | "sending" | "delivered" | "captured" | "deferred" | "bounced" | "suppressed" | "canceled" | "expired" | "uncertain";
      complained: boolean;
      scheduled_at: string | null;
      opened_at: string | null;
      clicked_at: string | null;
    } | null;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** List contacts: the query. */
export type ListContactsQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** Only contacts whose address or name contains this text, ignoring case and accents. One or two Latin letters or digits match only the beginning of the address or of a word of the name. */
  search?: string;
  /** Only contacts with this property, as `name:value`. The value is compared exactly; numbers, `true`, `false` and `null` also match as JSON values. */
  property?: string;
  /** Only contacts that are subscribed (`true`) or not (`false`). */
  subscribed?: boolean;
  /** Only contacts created at this time or later. */
  created_after?: string;
  /** Only contacts created before this time. */
  created_before?: string;
  /** `total` also counts the contacts that match the filters, up to 10,000. Without filters the total is always returned. */
  include?: "total";
};

/** List contacts: the response. */
export type ListContactsResponse = {
  contacts: GetContactResponse[];
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
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
  /** Whether opens and clicks of this person are recorded. `false` overrides all settings of tracking: new mail is not tracked, and opens and clicks of earlier mail are no longer stored. Default for a new contact: true. */
  tracked?: boolean;
  /** Your own data about the contact: a JSON object of at most 16,384 bytes. PATCH replaces the whole object. POST with `on_conflict=update` replaces the properties that the request contains and keeps the others. */
  properties?: Record<string, unknown>;
};

/** Create a contact, or update the one with this address: the query. */
export type CreateContactQuery = {
  /** If the account already has a contact with this address: `update` changes the fields that the request contains, `skip` leaves the contact as it is, `error` (the default) returns the error `contact_exists`. */
  on_conflict?: "update" | "skip" | "error";
};

/** Create a contact, or update the one with this address: the response. */
export type CreateContactResponse = {
  id: string;
  email: string;
  name: string | null;
  subscribed: boolean;
  tracked: boolean;
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
  tracked: boolean;
  properties: Record<string, unknown>;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string;
  result: "created";
};

/** Get a contact by id or address: the response. */
export type GetContactResponse = {
  id: string;
  email: string;
  name: string | null;
  subscribed: boolean;
  tracked: boolean;
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
  /** Whether opens and clicks of this person are recorded. `false` overrides all settings of tracking: new mail is not tracked, and opens and clicks of earlier mail are no longer stored. Default for a new contact: true. */
  tracked?: boolean;
  /** Your own data about the contact: a JSON object of at most 16,384 bytes. PATCH replaces the whole object. POST with `on_conflict=update` replaces the properties that the request contains and keeps the others. */
  properties?: Record<string, unknown>;
};

/** Change a contact: the response. */
export type UpdateContactResponse = GetContactResponse;

/** Import contacts from CSV: the query. */
export type ImportContactsQuery = {
  /** If the account already has a contact with the address of a row: `update` (the default) changes the fields that the row contains, `skip` leaves the contact as it is. */
  on_conflict?: "update" | "skip";
  /** Whether new contacts are subscribed if their row does not say so. Default: true. Existing contacts keep their status unless their row says no. */
  subscribed?: boolean;
};

/** Import contacts from CSV: the response. */
export type ImportContactsResponse = {
  /** The number of rows that were read, without the first line. */
  rows: number;
  created: number;
  updated: number;
  /** The number of rows whose contact was already the same, was skipped, or appeared in another row of the file. */
  unchanged: number;
  failed: number;
  /** The number of contacts that stay unsubscribed, although their rows would subscribe them. They are also counted above. */
  kept_unsubscribed: number;
  /** The first 10,000 rows that failed, with the reason. All other rows are imported. */
  errors: Array<{
    /** The line of the file, counted from 1. */
    line: number;
    column: string;
    /** The value of the column, up to 200 characters. */
    value: string;
    message: string;
  }>;
};

/** Preview an import of contacts: the response. */
export type PreviewContactImportResponse = {
  columns: Array<{
    /** The name of the column in the file. */
    name: string;
    /** `property` is one property with the name of the column. `properties` is a JSON object of properties. `unsubscribed` is the opposite of `subscribed`. Columns that are `ignored` are not imported. */
    becomes: "email" | "name" | "subscribed" | "unsubscribed" | "tracked" | "properties" | "property" | "ignored";
  }>;
  /** The first 5 rows: the values of the columns, up to 200 characters. */
  rows: Array<string[]>;
};

/** Download contacts as CSV: the query. */
export type ExportContactsQuery = {
  /** Only contacts whose address or name contains this text, ignoring case and accents. One or two Latin letters or digits match only the beginning of the address or of a word of the name. */
  search?: string;
  /** Only contacts with this property, as `name:value`. The value is compared exactly; numbers, `true`, `false` and `null` also match as JSON values. */
  property?: string;
  /** Only contacts that are subscribed (`true`) or not (`false`). */
  subscribed?: boolean;
  /** Only contacts created at this time or later. */
  created_after?: string;
  /** Only contacts created before this time. */
  created_before?: string;
};

/** List sender domains: the query. */
export type ListDomainsQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** Only domains whose name contains this text. */
  search?: string;
  /** One or several statuses, separated by commas. */
  status?: string;
};

/** List sender domains: the response. */
export type ListDomainsResponse = {
  domains: Array<{
    /** The name in lower case; international names as A-labels (`xn--…`). */
    name: string;
    /** `pending`: not verified yet. `verified`: all required records are in place. `degraded`: verified, but a required record is missing or wrong. A domain is lost three days after its token disappears from the DNS. `lost`: no longer verified; verify it again to get it back. */
    status: "pending" | "verified" | "degraded" | "lost";
    /** `dns`: by the verification record in the DNS. `operator`: allowed by the operator of this server, without a record. */
    verified_by: "dns" | "operator" | null;
    verified_at: string | null;
    /** `token_missing`: the verification record was missing from the DNS for three days. `proven_by_another_account`: another account verified the domain. Null when the domain is not lost. */
    lost_because: "token_missing" | "proven_by_another_account" | null;
    /** The DKIM signatures on mail from the domain: one for each active key that is in the DNS. If empty, mail is sent unsigned. */
    signs: Array<"rsa" | "ed25519">;
    records_ok: number;
    records_total: number;
    /** Other problems that can prevent delivery of the domain's mail. */
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
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** Add a sender domain: the request. */
export type AddDomainBody = {
  /** The part of your From addresses after the @. Add subdomains separately. */
  name: string;
  /** Subdomain that receives bounces. Default: bounce. */
  return_path?: string;
  /** The subdomain for tracked links in your mail. It is used once requests to it reach this server over https. Null: tracked links use the host of this server. */
  tracking_host?: string | null;
  /** Rotates the DKIM keys automatically after this number of days, once the standby keys are in the DNS. Null, the default: only when you request it. */
  rotate_every_days?: number | null;
};

/** Add a sender domain: the response. */
export type AddDomainResponse = {
  /** The name in lower case; international names as A-labels (`xn--…`). */
  name: string;
  /** `pending`: not verified yet. `verified`: all required records are in place. `degraded`: verified, but a required record is missing or wrong. A domain is lost three days after its token disappears from the DNS. `lost`: no longer verified; verify it again to get it back. */
  status: "pending" | "verified" | "degraded" | "lost";
  /** `dns`: by the verification record in the DNS. `operator`: allowed by the operator of this server, without a record. */
  verified_by: "dns" | "operator" | null;
  verified_at: string | null;
  /** `token_missing`: the verification record was missing from the DNS for three days. `proven_by_another_account`: another account verified the domain. Null when the domain is not lost. */
  lost_because: "token_missing" | "proven_by_another_account" | null;
  /** The DKIM signatures on mail from the domain: one for each active key that is in the DNS. If empty, mail is sent unsigned. */
  signs: Array<"rsa" | "ed25519">;
  records_ok: number;
  records_total: number;
  /** Other problems that can prevent delivery of the domain's mail. */
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
  /** The time until which the keys from before the last rotation are kept. */
  retired_keys_until: string | null;
  /** The time of the next automatic rotation. If it is in the past, the rotation is waiting for the reason in `rotation_blocked_by`. Null without automatic rotation. */
  rotation_due_at: string | null;
  /** The reason why the keys cannot be rotated now, with the missing DNS records. Null when they can. */
  rotation_blocked_by: string | null;
  records: Array<{
    id: string;
    purpose: "ownership" | "dkim_active" | "dkim_waiting" | "dkim_retired" | "return_path" | "spf" | "dmarc" | "tls_reports" | "tracking";
    type: "TXT" | "MX" | "CNAME";
    name: string;
    /** The value to publish. If an SPF, DMARC or TLS reporting record exists, this is that record with the missing parts added; replace the existing one. MX values include the preference. */
    value: string;
    need: "required" | "recommended" | "optional";
    /** The record's purpose. */
    meaning: string;
    /** `pending`: the DNS has not been checked yet, or could not be reached. */
    status: "pending" | "ok" | "wrong" | "missing";
    /** The values found in the DNS. */
    found: string[];
    /** The problem and the next step. For an `ok` record, a possible improvement. Null when there is nothing to do. */
    problem: string | null;
  }>;
};

/** Download sender domains as CSV: the query. */
export type ExportDomainsQuery = {
  /** Only domains whose name contains this text. */
  search?: string;
  /** One or several statuses, separated by commas. */
  status?: string;
};

/** Get a sender domain and its records: the response. */
export type GetDomainResponse = AddDomainResponse;

/** Change the settings of a sender domain: the request. */
export type ChangeDomainBody = {
  /** Rotates the DKIM keys automatically after this number of days, once the standby keys are in the DNS. Null, the default: only when you request it. */
  rotate_every_days?: number | null;
  /** The subdomain for tracked links in your mail. It is used once requests to it reach this server over https. Null: tracked links use the host of this server. */
  tracking_host?: string | null;
};

/** Change the settings of a sender domain: the response. */
export type ChangeDomainResponse = AddDomainResponse;

/** List the events of a sender domain: the query. */
export type ListDomainEventsQuery = ListContactTimelineQuery;

/** List the events of a sender domain: the response. */
export type ListDomainEventsResponse = {
  events: Array<{
    id: string;
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
    type: "domain.added" | "domain.changed" | "domain.verified" | "domain.lost" | "domain.removed" | "record.ok" | "record.broken" | "keys.made" | "keys.rotated";
    /** `record.ok`, `record.broken`: the `record`, its `name` and the `problem`. `domain.verified`, `keys.rotated`: `by`, the cause. `domain.lost`: the `reason`, `token_missing` or `proven_by_another_account`. */
    detail: Record<string, unknown>;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** Check the DNS records of a sender domain now: the response. */
export type CheckDomainResponse = AddDomainResponse;

/** Find where the DNS records of a sender domain are edited: the response. */
export type GetDnsHostResponse = {
  /** The zone that holds the records. Names of records may be entered relative to it. */
  zone: string;
  name_servers: string[];
  /** The company of the name servers. Null: unknown. */
  provider: {
    name: string;
    /** The page on which records are edited. */
    url: string;
  } | null;
};

/** Rotate the DKIM keys of a sender domain: the response. */
export type RotateDomainKeysResponse = AddDomainResponse;

/** List received reports: the query. */
export type ListReportsQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** Part of the domain, the reporter or the report id, case-insensitive. */
  search?: string;
  /** Only reports about this domain. */
  domain?: string;
  /** `dmarc`: mail sent in the domain's name (RFC 7489). `tls`: encryption of mail sent to the domain (RFC 8460). */
  kind?: "dmarc" | "tls";
  /** Part of the reporter's name, case-insensitive. */
  reporter?: string;
  /** Only reports that arrived at this time or later. */
  after?: string;
  /** Only reports that arrived before this time. */
  before?: string;
  /** Also count the matching reports: `pagination.total`, up to 10,000. */
  include?: "total";
};

/** List received reports: the response. */
export type ListReportsResponse = {
  reports: Array<{
    /** ISO 8601, UTC, with milliseconds. */
    received_at: string;
    domain: string;
    /** False: the domain was removed from the account. */
    domain_exists: boolean;
    /** `dmarc`: mail sent in the domain's name (RFC 7489). `tls`: encryption of mail sent to the domain (RFC 8460). */
    kind: "dmarc" | "tls";
    /** The organization that sent the report, as it names itself. */
    reporter: string;
    /** The reporter's id of the report. */
    report_id: string;
    /** The day in UTC. Null, like the figures, if the report arrived before Posthouse stored them. */
    day: string | null;
    /** Messages (`dmarc`) or sessions (`tls`). */
    messages: number | null;
    /** Passed DKIM or SPF in alignment (`dmarc`), or encrypted as the policy requires (`tls`). */
    passed: number | null;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** Download received reports as CSV: the query. */
export type ExportReportsQuery = {
  /** Part of the domain, the reporter or the report id, case-insensitive. */
  search?: string;
  /** Only reports about this domain. */
  domain?: string;
  /** `dmarc`: mail sent in the domain's name (RFC 7489). `tls`: encryption of mail sent to the domain (RFC 8460). */
  kind?: "dmarc" | "tls";
  /** Part of the reporter's name, case-insensitive. */
  reporter?: string;
  /** Only reports that arrived at this time or later. */
  after?: string;
  /** Only reports that arrived before this time. */
  before?: string;
};

/** List domains with the sums of their reports: the query. */
export type ListReportedDomainsQuery = {
  /** The first day, in UTC. Default: 29 days ago. */
  from?: string;
  /** The last day, in UTC. Default: no limit. */
  to?: string;
};

/** List domains with the sums of their reports: the response. */
export type ListReportedDomainsResponse = {
  /** The 100 domains with the most messages and sessions, largest first. */
  domains: Array<{
    domain: string;
    /** False: the domain was removed from the account. */
    domain_exists: boolean;
    /** Messages in DMARC reports. */
    messages: number;
    /** Messages that passed DKIM or SPF in alignment. */
    passed: number;
    /** IP addresses that sent messages, at most 500 per day. */
    sources: number;
    /** Sessions in TLS reports. */
    sessions: number;
    /** Sessions that were not encrypted as the policy requires. */
    failed_sessions: number;
    /** When the last report arrived, also outside of the range. Null: none arrived in the last 90 days. Its sums may be older. */
    last_report_at: string | null;
  }>;
  /** There are more domains, with fewer messages and sessions. */
  has_more: boolean;
};

/** List reports about a domain's mail: the query. */
export type ListDomainReportsQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** `dmarc`: mail sent in the domain's name (RFC 7489). `tls`: encryption of mail sent to the domain (RFC 8460). */
  kind?: "dmarc" | "tls";
};

/** List reports about a domain's mail: the response. */
export type ListDomainReportsResponse = {
  days: Array<{
    /** The day in UTC. */
    day: string;
    /** `dmarc`: mail sent in the domain's name (RFC 7489). `tls`: encryption of mail sent to the domain (RFC 8460). */
    kind: "dmarc" | "tls";
    /** The IP address that sent the mail (`dmarc`), or the policy that applied (`tls`). `others` adds up the sources beyond 500 per day. */
    source: string;
    /** Messages (`dmarc`) or sessions (`tls`). */
    messages: number;
    /** Passed DKIM or SPF in alignment (`dmarc`), or encrypted as the policy requires (`tls`). */
    passed: number;
    dkim_passed: number;
    spf_passed: number;
    quarantined: number;
    rejected: number;
    /** `tls` only: the most frequent failure of the latest report with failures. */
    failure: string | null;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** List the sources of mail from your domains: the query. */
export type ListDmarcSourcesQuery = {
  /** The first day, in UTC. Default: 29 days ago. */
  from?: string;
  /** The last day, in UTC. Default: no limit. */
  to?: string;
  /** Only reports about this domain. */
  domain?: string;
};

/** List the sources of mail from your domains: the response. */
export type ListDmarcSourcesResponse = {
  totals: {
    messages: number;
    /** Messages that passed DKIM or SPF in alignment. */
    passed: number;
    dkim_passed: number;
    spf_passed: number;
    quarantined: number;
    rejected: number;
  };
  /** The 50 sources with the most messages, largest first. */
  sources: Array<{
    domain: string;
    /** The IP address that sent the mail. `others` is the sum of the sources beyond 500 per day. */
    source: string;
    messages: number;
    /** Messages that passed DKIM or SPF in alignment. */
    passed: number;
    dkim_passed: number;
    spf_passed: number;
    quarantined: number;
    rejected: number;
  }>;
};

/** List relays: the response. */
export type ListRelaysResponse = {
  /** Sorted by creation time. */
  relays: CreateRelayResponse[];
};

/** Add a relay: the request. */
export type CreateRelayBody = {
  /** Shown in rules and events. */
  name: string;
  /** `smtp://user@host:587` (STARTTLS, required when there is a password), `smtps://user@host:465`, or `ses://access-key-id@region` for Amazon SES. Options: `?tls=required`, `?tls=none` and `?insecure=1` as in SMTP_RELAY_URL; `?configuration_set=` for SES. */
  url: string;
  /** Password or secret access key. It may also be part of the URL. It is stored sealed and never shown. Required again when the URL's user or host changes. */
  password?: string | null;
  /** The relay's share of mail when a rule distributes mail by weight. */
  weight?: number;
  /** Rate limit in recipients per second, for all workers together. Null for no limit. */
  rate_per_second?: number | null;
  /** Maximum of concurrent connections, for all workers together. Null, the default: begins with 20 and adapts to what the relay takes, up to 200 for each worker. */
  max_connections?: number | null;
  /** False disables the relay for all rules. */
  enabled?: boolean;
};

/** Add a relay: the response. */
export type CreateRelayResponse = {
  id: string;
  name: string;
  kind: "smtp" | "ses";
  /** The URL without the password, which is never shown. */
  url: string;
  has_password: boolean;
  /** The relay's share of mail when a rule distributes mail by weight. */
  weight: number;
  /** Rate limit in recipients per second, for all workers together. Null for no limit. */
  rate_per_second: number | null;
  /** Maximum of concurrent connections, for all workers together. Null, the default: begins with 20 and adapts to what the relay takes, up to 200 for each worker. */
  max_connections: number | null;
  /** False disables the relay for all rules. */
  enabled: boolean;
  /** The relay's health as the workers see it. */
  health: {
    /** `unused`: no mail was sent through it yet. `tested`: the same, and its last test succeeded. `test_failed`: its last test failed, and no mail was sent since. `works`: it accepts mail. `unreachable` and `auth_failed` (it rejects the credentials): it gets no mail until `retry_at`, then one email as a probe. */
    state: "unused" | "tested" | "test_failed" | "works" | "unreachable" | "auth_failed";
    /** Consecutive failures. */
    failures: number;
    retry_at: string | null;
    last_error: string | null;
    last_error_at: string | null;
    last_success_at: string | null;
    tested_at: string | null;
    /** Why the last test failed. Null: it succeeded, or none ran with the present settings. */
    test_error: string | null;
  };
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string;
};

/** Change a relay: the request. */
export type ChangeRelayBody = {
  /** Shown in rules and events. */
  name?: string;
  /** `smtp://user@host:587` (STARTTLS, required when there is a password), `smtps://user@host:465`, or `ses://access-key-id@region` for Amazon SES. Options: `?tls=required`, `?tls=none` and `?insecure=1` as in SMTP_RELAY_URL; `?configuration_set=` for SES. */
  url?: string;
  /** Password or secret access key. It may also be part of the URL. It is stored sealed and never shown. Required again when the URL's user or host changes. */
  password?: string | null;
  /** The relay's share of mail when a rule distributes mail by weight. */
  weight?: number;
  /** Rate limit in recipients per second, for all workers together. Null for no limit. */
  rate_per_second?: number | null;
  /** Maximum of concurrent connections, for all workers together. Null, the default: begins with 20 and adapts to what the relay takes, up to 200 for each worker. */
  max_connections?: number | null;
  /** False disables the relay for all rules. */
  enabled?: boolean;
};

/** Change a relay: the response. */
export type ChangeRelayResponse = CreateRelayResponse;

/** Test a relay: the response. */
export type TestRelayResponse = {
  ok: boolean;
  /** The failed step: connect, greeting, ehlo, starttls, tls or auth. Null on success. */
  step: string | null;
  /** The result in words, with the next step after a failure. */
  message: string;
  /** The SMTP session, without passwords. */
  transcript: string | null;
};

/** List routing rules: the response. */
export type ListRoutingRulesResponse = {
  /** Rules in order. The first that matches an email decides. */
  rules: CreateRoutingRuleResponse[];
  /** Describes what happens to mail that no rule matches. */
  default_route: string;
};

/** Add a routing rule: the request. */
export type CreateRoutingRuleBody = {
  /** Shown with the emails that the rule applies to. */
  name: string;
  enabled?: boolean;
  /** Rules are evaluated from position 1. */
  position?: number;
  /** The rule applies to mail that meets every condition. A condition that is null or absent is not checked. */
  match?: {
    /** Domain of the sender. `*.example.com` matches all subdomains. */
    from_domain?: string | null;
    /** A tag of the email. */
    tag?: {
      name: string;
      /** Null or absent matches any value. */
      value?: string | null;
    } | null;
    /** `bulk` matches mail that was sent with `stream: bulk`. */
    stream?: "transactional" | "bulk" | null;
    /** Domain of the recipient. `*.example.com` matches all subdomains. */
    recipient_domain?: string | null;
    /** Only in the instance's rules: matches mail of this account. */
    account_id?: string | null;
  };
  /** `relay`: sends through the relays in `relay_ids`. `direct`: delivers to the recipients' servers. `hold`: sends nothing; the mail is checked again every hour until it expires. */
  action: "direct" | "relay" | "hold";
  /** The relays for the action `relay`. */
  relay_ids?: string[];
  /** `order`: uses the first relay, and the next ones as fallbacks. `weight`: distributes mail by the relays' weights, with the others as fallbacks. */
  spread?: "order" | "weight";
  /** Only in the instance's rules, for the action `direct`: the pool of addresses to send from. */
  pool_id?: string | null;
};

/** Add a routing rule: the response. */
export type CreateRoutingRuleResponse = {
  id: string;
  /** Rules are evaluated from position 1. */
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
  /** `relay`: sends through the relays in `relay_ids`. `direct`: delivers to the recipients' servers. `hold`: sends nothing; the mail is checked again every hour until it expires. */
  action: "direct" | "relay" | "hold";
  relay_ids: string[];
  /** `order`: uses the first relay, and the next ones as fallbacks. `weight`: distributes mail by the relays' weights, with the others as fallbacks. */
  spread: "order" | "weight";
  pool_id: string | null;
  /** The rule in words, as shown with the emails that it applies to. */
  summary: string;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string;
};

/** Change a routing rule or its position: the request. */
export type ChangeRoutingRuleBody = {
  /** Shown with the emails that the rule applies to. */
  name?: string;
  enabled?: boolean;
  /** Rules are evaluated from position 1. */
  position?: number;
  /** The rule applies to mail that meets every condition. A condition that is null or absent is not checked. */
  match?: {
    /** Domain of the sender. `*.example.com` matches all subdomains. */
    from_domain?: string | null;
    /** A tag of the email. */
    tag?: {
      name: string;
      /** Null or absent matches any value. */
      value?: string | null;
    } | null;
    /** `bulk` matches mail that was sent with `stream: bulk`. */
    stream?: "transactional" | "bulk" | null;
    /** Domain of the recipient. `*.example.com` matches all subdomains. */
    recipient_domain?: string | null;
    /** Only in the instance's rules: matches mail of this account. */
    account_id?: string | null;
  };
  /** `relay`: sends through the relays in `relay_ids`. `direct`: delivers to the recipients' servers. `hold`: sends nothing; the mail is checked again every hour until it expires. */
  action?: "direct" | "relay" | "hold";
  /** The relays for the action `relay`. */
  relay_ids?: string[];
  /** `order`: uses the first relay, and the next ones as fallbacks. `weight`: distributes mail by the relays' weights, with the others as fallbacks. */
  spread?: "order" | "weight";
  /** Only in the instance's rules, for the action `direct`: the pool of addresses to send from. */
  pool_id?: string | null;
};

/** Change a routing rule or its position: the response. */
export type ChangeRoutingRuleResponse = CreateRoutingRuleResponse;

/** List pools of source addresses: the response. */
export type ListPoolsResponse = { pools: CreatePoolResponse[] };

/** Add a pool of source addresses: the request. */
export type CreatePoolBody = {
  /** Shown in rules and events. */
  name: string;
  sources: Array<{
    /** IPv4 or IPv6 address of a machine that runs workers. */
    address: string;
    /** Host name for EHLO. The address's PTR record should have the same name. */
    helo_name: string;
    /** Start date of the warm-up: the first day with mail from this address. Null if the address is already warmed up. */
    started_on?: string | null;
  }>;
};

/** Add a pool of source addresses: the response. */
export type CreatePoolResponse = {
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
  /** Shown in rules and events. */
  name?: string;
  sources?: Array<{
    /** IPv4 or IPv6 address of a machine that runs workers. */
    address: string;
    /** Host name for EHLO. The address's PTR record should have the same name. */
    helo_name: string;
    /** Start date of the warm-up: the first day with mail from this address. Null if the address is already warmed up. */
    started_on?: string | null;
  }>;
};

/** Change a pool of source addresses: the response. */
export type ChangePoolResponse = CreatePoolResponse;

/** List suppressed addresses: the query. */
export type ListSuppressionsQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** Only addresses that contain this text, case-insensitive. A text of one or two characters matches only the beginning of an address. */
  search?: string;
  /** Only suppressions with this reason. `unsubscribe` matches every address that unsubscribed, even if its `reason` is another. */
  reason?: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
  /** Only suppressions from this source. */
  source?: "email" | "link" | "key" | "user" | "import" | "unknown";
  /** Only addresses of this domain, without subdomains. */
  domain?: string;
  /** An enhanced status such as `5.1.0`, or part of the reply's text or host, case-insensitive. At least three characters. */
  reply?: string;
  /** Only suppressions with `created_at` at or after this time. */
  after?: string;
  /** Only suppressions with `created_at` before this time. */
  before?: string;
  /** Also count the matching suppressions: `pagination.total`, up to 10,000. */
  include?: "total";
};

/** List suppressed addresses: the response. */
export type ListSuppressionsResponse = {
  suppressions: GetSuppressionResponse[];
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
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

/** Suppress addresses: the response. */
export type CreateSuppressionsResponse = {
  /** One result per address, in the order of the request. */
  suppressions: Array<{
    address: string;
    /** `created`: the address was not suppressed. `changed`: the new suppression replaced a weaker one. `unchanged`: the existing suppression is as strong or stronger. */
    result: "created" | "changed" | "unchanged";
  }>;
};

/** Get a suppressed address: the response. */
export type GetSuppressionResponse = {
  address: string;
  /** `hard_bounce`: the recipient's server rejected mail permanently, or temporarily too many times. `complaint`: the recipient reported mail as spam. `unsubscribe`: the recipient unsubscribed from bulk mail. `manual`: someone in your account, or an import, added the address. */
  reason: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
  /** The mail that is suppressed: `all` mail, or only mail sent with `stream: bulk`. */
  stream: "all" | "bulk";
  /** When the recipient unsubscribed from bulk mail. Can be set with any `reason`. */
  unsubscribed_at: string | null;
  /** When the suppression ends. Null: never. */
  expires_at: string | null;
  /** Where the suppression came from. `email`: the email with this `id` bounced or was reported as spam. `link`: the recipient used the unsubscribe link of the email with this `id`. `key`, `user`, `import`: an API key, a user or an import added the address. `unknown`: the address unsubscribed before its source was recorded. */
  source: {
    type: "email" | "link" | "key" | "user" | "import" | "unknown";
    id: string | null;
    /** The user who added or imported the address. */
    user_id: string | null;
    /** The API key that added or imported the address. */
    key_id: number | null;
  };
  /** The event that caused the suppression. Null if no event did, or if the bounce arrived while the email was being sent. */
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
export type ListSuppressionRemovalsQuery = ListContactTimelineQuery;

/** List bulk removals of suppressions: the response. */
export type ListSuppressionRemovalsResponse = {
  removals: GetSuppressionRemovalResponse[];
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
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
    source?: "email" | "link" | "key" | "user" | "import" | "unknown";
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

/** Preview a bulk removal of suppressions: the response. */
export type PreviewSuppressionRemovalResponse = {
  id: string;
  /** `previewed`: nothing has been removed. `removing`, `restoring`: in progress; call `run` or `restore` again to continue. If you stop calling, it is finished in the background within minutes. `removed`: done; `restore` undoes it. `restored`: the removal was undone. */
  state: "previewed" | "removing" | "removed" | "restoring" | "restored";
  filter: {
    /** Only addresses that contain this text, case-insensitive. A text of one or two characters matches only the beginning of an address. */
    search?: string;
    /** Only suppressions with this reason. `unsubscribe` matches every address that unsubscribed, even if its `reason` is another. */
    reason?: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
    /** Only suppressions from this source. */
    source?: "email" | "link" | "key" | "user" | "import" | "unknown";
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
  sample: GetSuppressionResponse[];
};

/** Get a bulk removal of suppressions: the response. */
export type GetSuppressionRemovalResponse = {
  id: string;
  /** `previewed`: nothing has been removed. `removing`, `restoring`: in progress; call `run` or `restore` again to continue. If you stop calling, it is finished in the background within minutes. `removed`: done; `restore` undoes it. `restored`: the removal was undone. */
  state: "previewed" | "removing" | "removed" | "restoring" | "restored";
  filter: {
    /** Only addresses that contain this text, case-insensitive. A text of one or two characters matches only the beginning of an address. */
    search?: string;
    /** Only suppressions with this reason. `unsubscribe` matches every address that unsubscribed, even if its `reason` is another. */
    reason?: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
    /** Only suppressions from this source. */
    source?: "email" | "link" | "key" | "user" | "import" | "unknown";
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

/** Run a bulk removal of suppressions: the response. */
export type RunSuppressionRemovalResponse = GetSuppressionRemovalResponse;

/** Undo a bulk removal of suppressions: the response. */
export type RestoreSuppressionRemovalResponse = GetSuppressionRemovalResponse;

/** Import suppressed addresses from CSV: the query. */
export type ImportSuppressionsQuery = {
  /** The reason for rows that have none. Default: `manual`. */
  reason?: "hard_bounce" | "complaint" | "unsubscribe" | "manual";
};

/** Import suppressed addresses from CSV: the response. */
export type ImportSuppressionsResponse = {
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
  source?: "email" | "link" | "key" | "user" | "import" | "unknown";
  /** Only addresses of this domain, without subdomains. */
  domain?: string;
  /** An enhanced status such as `5.1.0`, or part of the reply's text or host, case-insensitive. At least three characters. */
  reply?: string;
  /** Only suppressions with `created_at` at or after this time. */
  after?: string;
  /** Only suppressions with `created_at` before this time. */
  before?: string;
};

/** Get the tracking settings: the response. */
export type GetTrackingResponse = {
  /** Whether opens are tracked with an invisible image. Many mail clients load it automatically. */
  opens: boolean;
  /** Whether clicks on links are tracked. */
  clicks: boolean;
  /** How much of a reader's IP address is stored. `network`: the /24 of IPv4 or the /48 of IPv6. */
  address: "full" | "network" | "none";
  /** How much of a reader's user agent is stored. `family`: the name of the program. */
  agent: "full" | "family" | "none";
  /** The time at which an operator stopped the links of this account. Stopped links show an explanation and do not redirect. Null: the links work. */
  links_stopped_at: string | null;
};

/** Change the tracking settings: the request. */
export type ChangeTrackingBody = {
  /** Whether opens are tracked with an invisible image. Many mail clients load it automatically. */
  opens?: boolean;
  /** Whether clicks on links are tracked. */
  clicks?: boolean;
  /** How much of a reader's IP address is stored. `network`: the /24 of IPv4 or the /48 of IPv6. */
  address?: "full" | "network" | "none";
  /** How much of a reader's user agent is stored. `family`: the name of the program. */
  agent?: "full" | "family" | "none";
};

/** Change the tracking settings: the response. */
export type ChangeTrackingResponse = GetTrackingResponse;

/** Get the tracking of a domain: the response. */
export type GetDomainTrackingResponse = {
  /** Whether opens are tracked in mail from the domain. Null: the account's setting applies. */
  opens: boolean | null;
  /** Whether clicks are tracked in mail from the domain. Null: the account's setting applies. */
  clicks: boolean | null;
  /** The domain's own tracking host, or null. Set it with `PATCH /domains/{domain}`. */
  host: string | null;
  /** The value for the CNAME record of the tracking host. */
  target: string;
  /** `none`: the domain has no tracking host. `pending`: not verified yet, or the domain is not verified. `verified`: a test request to it reached this server over https. `broken`: it was verified, and two checks in a row have failed. New mail uses only a verified host. */
  host_status: "none" | "pending" | "verified" | "broken";
  /** Why the host cannot be used, and what to do. Null: there is no problem. */
  host_problem: string | null;
  /** The origin of tracked links in new mail. Null: new mail is not tracked. */
  links_host: string | null;
  verified_at: string | null;
  checked_at: string | null;
};

/** Change the tracking of a domain: the request. */
export type ChangeDomainTrackingBody = {
  /** Whether opens are tracked in mail from the domain. Null: the account's setting applies. */
  opens?: boolean | null;
  /** Whether clicks are tracked in mail from the domain. Null: the account's setting applies. */
  clicks?: boolean | null;
};

/** Change the tracking of a domain: the response. */
export type ChangeDomainTrackingResponse = GetDomainTrackingResponse;

/** Check the tracking host of a domain now: the response. */
export type CheckTrackingHostResponse = GetDomainTrackingResponse;

/** List webhooks: the response. */
export type ListWebhooksResponse = { webhooks: GetWebhookResponse[] };

/** Add a webhook: the request. */
export type CreateWebhookBody = {
  /** Receives a POST request for each event. It must be a public https URL, unless the operator has set `WEBHOOKS_TO_PRIVATE=on`. */
  url: string;
  description?: string | null;
  /** The types of events that are sent. Empty: all, including types that are added later, except `email.queued` and `email.scheduled`. These two are written for mail that is accepted, or due, while a webhook of the account names one of them. A new webhook takes effect on all nodes within half a second. Changing the time of an email writes no event. */
  types?: Array<"email.queued" | "email.delivered" | "email.captured" | "email.deferred" | "email.bounced" | "email.suppressed" | "email.canceled" | "email.expired" | "email.uncertain" | "email.scheduled" | "email.complained" | "email.opened" | "email.clicked" | "email.unsubscribed" | "contact.created" | "contact.updated" | "contact.deleted" | "contact.subscribed" | "contact.unsubscribed" | "domain.added" | "domain.verified" | "domain.lost" | "domain.transferred" | "domain.removed" | "key.created" | "key.rotated" | "key.revoked" | "key.paused" | "suppression.added" | "suppression.changed" | "suppression.removed" | "webhook.disabled">;
  /** Only events of mail from these domains. Empty: from any. They are stored in lower case, and international names as A-labels (`xn--…`). */
  domains?: string[];
  /** Only events of mail with one of these tags. Empty: with any tag or none. */
  tags?: Array<{ name: string; value: string }>;
  /** Only events of mail of these streams. Empty: of both. */
  streams?: Array<"transactional" | "bulk">;
  /** Only events of mail that was sent with these API keys. Empty: with any key, or by SMTP. */
  keys?: number[];
  /** The actors whose opens and clicks are sent. `human`: only people, also behind the image proxies of Gmail and Yahoo. `any`: also programs, such as security scanners. */
  actors?: "human" | "any";
  /** The shape of the bodies: that of Posthouse, or that of another product, which an existing receiver can read. Types without an equivalent are not sent. */
  format?: "posthouse" | "resend" | "postmark" | "sendgrid";
  /** The version of the bodies. */
  version?: "v1";
  /** While an event is retried, later events about the same email wait for it: for at most one minute (`subject`), or until it succeeds or is no longer retried (`strict`). */
  ordering?: "subject" | "strict";
  /** The limit of concurrent requests, by default 8. After a failure, requests are sent one at a time until one succeeds. */
  concurrency?: number;
  /** Adds an Ed25519 signature (`v1a` of Standard Webhooks) to each request, which a receiver verifies with a public key (`public_keys`) instead of the secret. Default: `false`. */
  asymmetric?: boolean;
  /** Further headers of each request, for example `Authorization`. They are stored encrypted and never returned. If a change of `url` leads to another scheme, host or port, they must be given again; `{}` removes them. */
  headers?: Record<string, string>;
};

/** Add a webhook: the response. */
export type CreateWebhookResponse = {
  id: string;
  /** Receives a POST request for each event. It must be a public https URL, unless the operator has set `WEBHOOKS_TO_PRIVATE=on`. */
  url: string;
  description: string | null;
  /** Only events of mail from these domains. Empty: from any. They are stored in lower case, and international names as A-labels (`xn--…`). */
  domains: string[];
  /** Only events of mail with one of these tags. Empty: with any tag or none. */
  tags: Array<{ name: string; value: string }>;
  /** Only events of mail of these streams. Empty: of both. */
  streams: Array<"transactional" | "bulk">;
  /** Only events of mail that was sent with these API keys. Empty: with any key, or by SMTP. */
  keys: number[];
  /** The actors whose opens and clicks are sent. `human`: only people, also behind the image proxies of Gmail and Yahoo. `any`: also programs, such as security scanners. */
  actors: "human" | "any";
  /** The shape of the bodies: that of Posthouse, or that of another product, which an existing receiver can read. Types without an equivalent are not sent. */
  format: "posthouse" | "resend" | "postmark" | "sendgrid";
  /** The version of the bodies. */
  version: "v1";
  /** While an event is retried, later events about the same email wait for it: for at most one minute (`subject`), or until it succeeds or is no longer retried (`strict`). */
  ordering: "subject" | "strict";
  /** The limit of concurrent requests, by default 8. After a failure, requests are sent one at a time until one succeeds. */
  concurrency: number;
  /** Adds an Ed25519 signature (`v1a` of Standard Webhooks) to each request, which a receiver verifies with a public key (`public_keys`) instead of the secret. Default: `false`. */
  asymmetric: boolean;
  /** The types of events that are sent. Empty: all, including types that are added later, except `email.queued` and `email.scheduled`. These two are written for mail that is accepted, or due, while a webhook of the account names one of them. A new webhook takes effect on all nodes within half a second. Changing the time of an email writes no event. */
  types: string[];
  header_names: string[];
  enabled: boolean;
  /** `user`: a person or program disabled it. `gone`: its server returned 410. `failing`: every request failed on five days in a row. */
  disabled_reason: "user" | "gone" | "failing" | null;
  /** Failed requests since the last successful one. */
  failures: number;
  failing_since: string | null;
  /** Up to 10 seconds older than the last successful request. */
  last_success_at: string | null;
  /** Until this time, requests are also signed with previous secrets. Null: there are none. */
  previous_secret_until: string | null;
  /** With `asymmetric`: the keys that verify the `v1a` signatures. The current one is first, and previous ones follow, newest first. Every key in the list signs each request. Without `asymmetric`: empty. */
  public_keys: Array<{
    /** `whpk_` and the key in base64. */
    public_key: string;
    /** It signs until this time. Null: no end. */
    until: string | null;
  }>;
  /** With the format `sendgrid`: the keys that verify `X-Twilio-Email-Event-Webhook-Signature`, in the order in which they sign. After a rotation, the first one signs until the previous secret expires, and then the next one. Empty in other formats. */
  sendgrid_public_keys: Array<{
    /** As SendGrid shows it: DER in base64. */
    public_key: string;
    /** It signs until this time. Null: no end. */
    until: string | null;
  }>;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  health: {
    /** `failing`: the last request failed. `secret_lost`: the secret or the headers were encrypted with another secret key of the server, so nothing is sent; rotate the secret, and set the headers again. */
    state: "working" | "failing" | "secret_lost" | "disabled";
    /** The age of the oldest event that waits for its first attempt. */
    lag_seconds: number;
    /** Events that were deleted before the webhook read them, because they were older than `event_retention_days`. Includes events of types that it does not receive. */
    lost: number;
    /** When events were last lost. */
    lost_at: string | null;
    /** Events that wait for a retry, counted up to 10,000. */
    retrying: number;
    /** Events in the log that failed and are no longer retried, counted up to 10,000. `POST /api/v1/webhooks/{id}/replay` sends them again. */
    failed: number;
    /** Attempts in `hours`. */
    attempts_24h: number;
    /** 0 to 1. Null: there were no attempts. */
    success_24h: number | null;
    /** The 95th percentile of the durations in `hours`, in milliseconds, rounded up to one of 19 limits. Null: there were no attempts. */
    p95_ms: number | null;
    /** Attempts of the current hour and the 23 hours before it, oldest first. */
    hours: Array<{
      /** ISO 8601, UTC, with milliseconds. */
      at: string;
      succeeded: number;
      failed: number;
    }>;
  };
  /** The secret that verifies the signatures of the requests. */
  secret: string;
};

/** Download webhooks as CSV: the query. */
export type ExportWebhooksQuery = {
  /** Only webhooks whose URL or description contains each of these words. */
  search?: string;
  /** One or several of `active`, `failing`, `secret_lost`, `disabled`, separated by commas. */
  status?: string;
  /** Only webhooks that receive one of these event types, separated by commas. */
  type?: string;
};

/** Get a webhook: the response. */
export type GetWebhookResponse = {
  id: string;
  /** Receives a POST request for each event. It must be a public https URL, unless the operator has set `WEBHOOKS_TO_PRIVATE=on`. */
  url: string;
  description: string | null;
  /** Only events of mail from these domains. Empty: from any. They are stored in lower case, and international names as A-labels (`xn--…`). */
  domains: string[];
  /** Only events of mail with one of these tags. Empty: with any tag or none. */
  tags: Array<{ name: string; value: string }>;
  /** Only events of mail of these streams. Empty: of both. */
  streams: Array<"transactional" | "bulk">;
  /** Only events of mail that was sent with these API keys. Empty: with any key, or by SMTP. */
  keys: number[];
  /** The actors whose opens and clicks are sent. `human`: only people, also behind the image proxies of Gmail and Yahoo. `any`: also programs, such as security scanners. */
  actors: "human" | "any";
  /** The shape of the bodies: that of Posthouse, or that of another product, which an existing receiver can read. Types without an equivalent are not sent. */
  format: "posthouse" | "resend" | "postmark" | "sendgrid";
  /** The version of the bodies. */
  version: "v1";
  /** While an event is retried, later events about the same email wait for it: for at most one minute (`subject`), or until it succeeds or is no longer retried (`strict`). */
  ordering: "subject" | "strict";
  /** The limit of concurrent requests, by default 8. After a failure, requests are sent one at a time until one succeeds. */
  concurrency: number;
  /** Adds an Ed25519 signature (`v1a` of Standard Webhooks) to each request, which a receiver verifies with a public key (`public_keys`) instead of the secret. Default: `false`. */
  asymmetric: boolean;
  /** The types of events that are sent. Empty: all, including types that are added later, except `email.queued` and `email.scheduled`. These two are written for mail that is accepted, or due, while a webhook of the account names one of them. A new webhook takes effect on all nodes within half a second. Changing the time of an email writes no event. */
  types: string[];
  header_names: string[];
  enabled: boolean;
  /** `user`: a person or program disabled it. `gone`: its server returned 410. `failing`: every request failed on five days in a row. */
  disabled_reason: "user" | "gone" | "failing" | null;
  /** Failed requests since the last successful one. */
  failures: number;
  failing_since: string | null;
  /** Up to 10 seconds older than the last successful request. */
  last_success_at: string | null;
  /** Until this time, requests are also signed with previous secrets. Null: there are none. */
  previous_secret_until: string | null;
  /** With `asymmetric`: the keys that verify the `v1a` signatures. The current one is first, and previous ones follow, newest first. Every key in the list signs each request. Without `asymmetric`: empty. */
  public_keys: Array<{
    /** `whpk_` and the key in base64. */
    public_key: string;
    /** It signs until this time. Null: no end. */
    until: string | null;
  }>;
  /** With the format `sendgrid`: the keys that verify `X-Twilio-Email-Event-Webhook-Signature`, in the order in which they sign. After a rotation, the first one signs until the previous secret expires, and then the next one. Empty in other formats. */
  sendgrid_public_keys: Array<{
    /** As SendGrid shows it: DER in base64. */
    public_key: string;
    /** It signs until this time. Null: no end. */
    until: string | null;
  }>;
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  health: {
    /** `failing`: the last request failed. `secret_lost`: the secret or the headers were encrypted with another secret key of the server, so nothing is sent; rotate the secret, and set the headers again. */
    state: "working" | "failing" | "secret_lost" | "disabled";
    /** The age of the oldest event that waits for its first attempt. */
    lag_seconds: number;
    /** Events that were deleted before the webhook read them, because they were older than `event_retention_days`. Includes events of types that it does not receive. */
    lost: number;
    /** When events were last lost. */
    lost_at: string | null;
    /** Events that wait for a retry, counted up to 10,000. */
    retrying: number;
    /** Events in the log that failed and are no longer retried, counted up to 10,000. `POST /api/v1/webhooks/{id}/replay` sends them again. */
    failed: number;
    /** Attempts in `hours`. */
    attempts_24h: number;
    /** 0 to 1. Null: there were no attempts. */
    success_24h: number | null;
    /** The 95th percentile of the durations in `hours`, in milliseconds, rounded up to one of 19 limits. Null: there were no attempts. */
    p95_ms: number | null;
    /** Attempts of the current hour and the 23 hours before it, oldest first. */
    hours: Array<{
      /** ISO 8601, UTC, with milliseconds. */
      at: string;
      succeeded: number;
      failed: number;
    }>;
  };
};

/** Change a webhook: the request. */
export type ChangeWebhookBody = {
  /** Receives a POST request for each event. It must be a public https URL, unless the operator has set `WEBHOOKS_TO_PRIVATE=on`. */
  url?: string;
  description?: string | null;
  /** The types of events that are sent. Empty: all, including types that are added later, except `email.queued` and `email.scheduled`. These two are written for mail that is accepted, or due, while a webhook of the account names one of them. A new webhook takes effect on all nodes within half a second. Changing the time of an email writes no event. */
  types?: Array<"email.queued" | "email.delivered" | "email.captured" | "email.deferred" | "email.bounced" | "email.suppressed" | "email.canceled" | "email.expired" | "email.uncertain" | "email.scheduled" | "email.complained" | "email.opened" | "email.clicked" | "email.unsubscribed" | "contact.created" | "contact.updated" | "contact.deleted" | "contact.subscribed" | "contact.unsubscribed" | "domain.added" | "domain.verified" | "domain.lost" | "domain.transferred" | "domain.removed" | "key.created" | "key.rotated" | "key.revoked" | "key.paused" | "suppression.added" | "suppression.changed" | "suppression.removed" | "webhook.disabled">;
  /** Only events of mail from these domains. Empty: from any. They are stored in lower case, and international names as A-labels (`xn--…`). */
  domains?: string[];
  /** Only events of mail with one of these tags. Empty: with any tag or none. */
  tags?: Array<{ name: string; value: string }>;
  /** Only events of mail of these streams. Empty: of both. */
  streams?: Array<"transactional" | "bulk">;
  /** Only events of mail that was sent with these API keys. Empty: with any key, or by SMTP. */
  keys?: number[];
  /** The actors whose opens and clicks are sent. `human`: only people, also behind the image proxies of Gmail and Yahoo. `any`: also programs, such as security scanners. */
  actors?: "human" | "any";
  /** The shape of the bodies: that of Posthouse, or that of another product, which an existing receiver can read. Types without an equivalent are not sent. */
  format?: "posthouse" | "resend" | "postmark" | "sendgrid";
  /** The version of the bodies. */
  version?: "v1";
  /** While an event is retried, later events about the same email wait for it: for at most one minute (`subject`), or until it succeeds or is no longer retried (`strict`). */
  ordering?: "subject" | "strict";
  /** The limit of concurrent requests, by default 8. After a failure, requests are sent one at a time until one succeeds. */
  concurrency?: number;
  /** Adds an Ed25519 signature (`v1a` of Standard Webhooks) to each request, which a receiver verifies with a public key (`public_keys`) instead of the secret. Default: `false`. */
  asymmetric?: boolean;
  /** Further headers of each request, for example `Authorization`. They are stored encrypted and never returned. If a change of `url` leads to another scheme, host or port, they must be given again; `{}` removes them. */
  headers?: Record<string, string>;
  enabled?: boolean;
  /** Applies with `enabled: true`. `stopped`: the webhook also receives the events since it was disabled, if the account still keeps them, and pending retries are sent at once. `now`: these events and pending retries are skipped. */
  resume?: "stopped" | "now";
};

/** Change a webhook: the response. */
export type ChangeWebhookResponse = GetWebhookResponse;

/** Get the secret of a webhook: the response. */
export type GetWebhookSecretResponse = { secret: string; previous_secret_until: string | null };

/** Replace the secret of a webhook: the request. */
export type RotateWebhookSecretBody = {
  /** For this time, requests are also signed with the previous secret. 0: previous secrets stop at once. */
  overlap_hours?: number;
};

/** Replace the secret of a webhook: the response. */
export type RotateWebhookSecretResponse = GetWebhookSecretResponse;

/** List the events that were sent to a webhook: the query. */
export type ListWebhookEventsQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  state?: "pending" | "succeeded" | "failed";
  type?: "email.queued" | "email.delivered" | "email.captured" | "email.deferred" | "email.bounced" | "email.suppressed" | "email.canceled" | "email.expired" | "email.uncertain" | "email.scheduled" | "email.complained" | "email.opened" | "email.clicked" | "email.unsubscribed" | "contact.created" | "contact.updated" | "contact.deleted" | "contact.subscribed" | "contact.unsubscribed" | "domain.added" | "domain.verified" | "domain.lost" | "domain.transferred" | "domain.removed" | "key.created" | "key.rotated" | "key.revoked" | "key.paused" | "suppression.added" | "suppression.changed" | "suppression.removed" | "webhook.disabled";
  email_id?: string;
  /** A `webhook-id`, the id of an email, contact or other subject (`subject_id`), or the name of a domain. */
  search?: string;
  /** Only events at or after this time. */
  after?: string;
  /** Only events before this time. */
  before?: string;
  /** Also count the matching events: `pagination.total`, up to 10,000. */
  include?: "total";
};

/** List the events that were sent to a webhook: the response. */
export type ListWebhookEventsResponse = {
  events: Array<{
    /** The `webhook-id` of its requests. */
    event_id: string;
    /** The id of its email, contact or other subject. Events about the same subject are sent in order. */
    subject_id: string;
    /** Null: the event is not about an email. */
    email_id: string | null;
    type: string;
    /** `pending`: it waits for a retry, or for an earlier event of the same email. `failed`: it is not retried, unless you replay it. */
    state: "pending" | "succeeded" | "failed";
    attempts: number;
    /** Whether the event is a sample (`POST /webhooks/{id}/test`). */
    is_test: boolean;
    next_attempt_at: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    updated_at: string;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** Download the events that were sent to a webhook as CSV: the query. */
export type ExportWebhookEventsQuery = {
  state?: "pending" | "succeeded" | "failed";
  type?: "email.queued" | "email.delivered" | "email.captured" | "email.deferred" | "email.bounced" | "email.suppressed" | "email.canceled" | "email.expired" | "email.uncertain" | "email.scheduled" | "email.complained" | "email.opened" | "email.clicked" | "email.unsubscribed" | "contact.created" | "contact.updated" | "contact.deleted" | "contact.subscribed" | "contact.unsubscribed" | "domain.added" | "domain.verified" | "domain.lost" | "domain.transferred" | "domain.removed" | "key.created" | "key.rotated" | "key.revoked" | "key.paused" | "suppression.added" | "suppression.changed" | "suppression.removed" | "webhook.disabled";
  email_id?: string;
  /** A `webhook-id`, the id of an email, contact or other subject (`subject_id`), or the name of a domain. */
  search?: string;
  /** Only events at or after this time. */
  after?: string;
  /** Only events before this time. */
  before?: string;
};

/** Get an event with its attempts: the response. */
export type GetWebhookEventResponse = {
  /** The `webhook-id` of its requests. */
  event_id: string;
  /** The id of its email, contact or other subject. Events about the same subject are sent in order. */
  subject_id: string;
  /** Null: the event is not about an email. */
  email_id: string | null;
  type: string;
  /** `pending`: it waits for a retry, or for an earlier event of the same email. `failed`: it is not retried, unless you replay it. */
  state: "pending" | "succeeded" | "failed";
  attempts: number;
  /** Whether the event is a sample (`POST /webhooks/{id}/test`). */
  is_test: boolean;
  next_attempt_at: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string;
  /** The body of the requests, built from the event as it is stored now. */
  payload: string | null;
  /** Whether the event's email was deleted. The body then has only ids. */
  payload_erased: boolean;
  /** Whether the event is an open or a click without `network` and `agent`. They were removed since, after the account's retention time or with the contact, or were never stored. If they were removed, the bodies that were sent had them. */
  payload_redacted: boolean;
  /** The latest 100 attempts, oldest first. */
  log: Array<{
    attempt: number;
    /** ISO 8601, UTC, with milliseconds. */
    at: string;
    duration_ms: number;
    request: {
      url: string;
      /** As sent. The values of the webhook's own `headers` are masked. */
      headers: Record<string, string>;
      body: string | null;
    };
    /** Null: there was no response. */
    status: number | null;
    /** The first 1,024 bytes of the response body. */
    response: string | null;
    /** Why there was no response. */
    error: string | null;
  }>;
};

/** Send events again: the request. */
export type ReplayWebhookEventsBody = {
  /** Only this event. */
  event_id?: string;
  /** Events at or after this time. */
  from?: string;
  /** Events before this time. */
  to?: string;
  /** Only events of these types. Empty: all types. */
  types?: Array<"email.queued" | "email.delivered" | "email.captured" | "email.deferred" | "email.bounced" | "email.suppressed" | "email.canceled" | "email.expired" | "email.uncertain" | "email.scheduled" | "email.complained" | "email.opened" | "email.clicked" | "email.unsubscribed" | "contact.created" | "contact.updated" | "contact.deleted" | "contact.subscribed" | "contact.unsubscribed" | "domain.added" | "domain.verified" | "domain.lost" | "domain.transferred" | "domain.removed" | "key.created" | "key.rotated" | "key.revoked" | "key.paused" | "suppression.added" | "suppression.changed" | "suppression.removed" | "webhook.disabled">;
  /** Only events whose delivery has not succeeded. If false, also events that were never sent to the webhook. Default: false with `from` or `to`, otherwise true. */
  failed_only?: boolean;
  /** The id of another webhook that receives the events. */
  to_webhook?: string;
  /** Only count the events, and send none. */
  dry_run?: boolean;
};

/** Send events again: the response. */
export type ReplayWebhookEventsResponse = {
  /** The number of events that are sent again. */
  replayed: number;
};

/** List the webhook deliveries of an email: the query. */
export type ListEmailWebhookDeliveriesQuery = ListContactTimelineQuery;

/** List the webhook deliveries of an email: the response. */
export type ListEmailWebhookDeliveriesResponse = {
  deliveries: Array<{
    webhook: {
      id: string;
      /** Null: the webhook was removed. */
      url: string | null;
      description: string | null;
    };
    /** The `webhook-id` of its requests. */
    event_id: string;
    type: string;
    /** `pending`: it waits for a retry, or for an earlier event of the same email. `failed`: it is not retried, unless you replay it. */
    state: "pending" | "succeeded" | "failed";
    attempts: number;
    next_attempt_at: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    updated_at: string;
    /** The last 20 attempts, oldest first. `attempts` counts all of them. */
    log: Array<{
      attempt: number;
      /** ISO 8601, UTC, with milliseconds. */
      at: string;
      duration_ms: number;
      /** Null: there was no response. */
      status: number | null;
      /** Why there was no response. */
      error: string | null;
    }>;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** Send a sample event: the request. */
export type TestWebhookBody = { type: "email.queued" | "email.delivered" | "email.captured" | "email.deferred" | "email.bounced" | "email.suppressed" | "email.canceled" | "email.expired" | "email.uncertain" | "email.scheduled" | "email.complained" | "email.opened" | "email.clicked" | "email.unsubscribed" | "contact.created" | "contact.updated" | "contact.deleted" | "contact.subscribed" | "contact.unsubscribed" | "domain.added" | "domain.verified" | "domain.lost" | "domain.transferred" | "domain.removed" | "key.created" | "key.rotated" | "key.revoked" | "key.paused" | "suppression.added" | "suppression.changed" | "suppression.removed" | "webhook.disabled" };

/** Send a sample event: the response. */
export type TestWebhookResponse = {
  event_id: string;
  type: string;
  succeeded: boolean;
  /** Null: there was no response. */
  status: number | null;
  duration_ms: number;
  /** The first 1,024 bytes of the response body. */
  response: string | null;
  /** Why there was no response. */
  error: string | null;
};

/** Follow events and replays: the query. */
export type ListenToWebhooksQuery = {
  /** The `cursor` of the previous response. Absent: returns no events, and the current position. */
  after?: string;
  /** Types of events, separated by commas. Absent: all. `email.queued` and `email.scheduled` exist only while a webhook of the account names one of them. */
  types?: string;
  /** The format of the bodies. Default: `posthouse`. Events that it does not have are left out. */
  format?: "posthouse" | "resend" | "postmark" | "sendgrid";
};

/** Follow events and replays: the response. */
export type ListenToWebhooksResponse = {
  events: Array<{
    /** The `webhook-id`. */
    id: string;
    type: string;
    /** The id of its email, contact or other subject. */
    subject_id: string;
    /** The body that a webhook receives. */
    body: string;
    /** The id of the replay. Null: the event is not a replay. */
    replay_id: string | null;
  }>;
  cursor: string;
  /** The secret that signs the requests to the local program. It is the same for each call with the same key. */
  secret: string;
  has_more: boolean;
};

/** Get the queue by destination: the query. */
export type GetQueueQuery = {
  /** Rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** Part of the name of a domain or a mailbox provider. */
  search?: string;
  /** Only rows with such recipients. One or more of waiting, in_flight, delayed, separated by commas. */
  state?: string;
};

/** Get the queue by destination: the response. */
export type GetQueueResponse = {
  /** The destination or account with the oldest waiting mail comes first. */
  groups: Array<{
    /** The mailbox provider or domain. For rows by account: the account's id. */
    id: string;
    name: string;
    domains: number;
    accounts: number;
    /** Recipients that a worker may claim now. Counted up to 10000, which means that number or more. */
    waiting: number;
    /** Recipients that a worker has claimed. */
    in_flight: number;
    /** Recipients that are due later: retries and scheduled mail. Counted up to 10000, which means that number or more. */
    delayed: number;
    /** When the oldest waiting recipient became due. */
    oldest_at: string | null;
    /** When the next delayed recipient becomes due. */
    next_at: string | null;
    /** Attempts with a result per minute, over the last three minutes. */
    rate_per_minute: number;
    /** Attempts with a result in each of the last 15 minutes, oldest first. */
    history: number[];
    pause: {
      account_id: string | null;
      target: "all" | "domain" | "destination";
      /** The domain or destination. Empty for all mail. */
      name: string;
      kind: "pause" | "hold";
      reason: string | null;
      /** Started by an operator. Only an operator can end it. */
      by_operator: boolean;
      by: string | null;
      /** Null: until a person ends it. */
      ends_at: string | null;
      /** ISO 8601, UTC, with milliseconds. */
      created_at: string;
    } | null;
    /** No mail is sent to this destination until then. */
    closed_until: string | null;
    /** Why the mail waits. May contain replies of servers. */
    why: string[];
  }>;
  totals: {
    /** Counted up to 10000, which means that number or more. */
    waiting: number;
    /** Counted up to 10000, which means that number or more. */
    in_flight: number;
    /** Counted up to 10000, which means that number or more. */
    delayed: number;
    /** Uncertain recipients that are not retried. A person may decide. Counted up to 10000, which means that number or more. */
    uncertain: number;
  };
  counted_up_to: number;
  /** Only the first destinations were counted, because there are too many. */
  is_partial: boolean;
  /** Running worker processes. */
  workers: number;
  pauses: Array<{
    account_id: string | null;
    target: "all" | "domain" | "destination";
    /** The domain or destination. Empty for all mail. */
    name: string;
    kind: "pause" | "hold";
    reason: string | null;
    /** Started by an operator. Only an operator can end it. */
    by_operator: boolean;
    by: string | null;
    /** Null: until a person ends it. */
    ends_at: string | null;
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
  }>;
  /** Destinations to which no mail is sent now. An account sees those to which it has mail. */
  closed_throttles: Array<{
    name: string;
    /** ISO 8601, UTC, with milliseconds. */
    closed_until: string;
    reason: string | null;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** Pause, hold, resume, retry or purge the account's mail: the request. */
export type ActOnQueueBody = {
  action: "pause" | "hold" | "resume" | "retry" | "purge";
  /** Shown to people. Required for a hold. */
  reason?: string;
  /** The duration of a pause. Default: until it is resumed. */
  seconds?: number;
  /** `before` of the previous response, to continue it. Later mail is not changed. */
  before?: string;
  /** The mail to act on. Empty: all mail. */
  scope: {
    domain?: string;
    /** The `id` of a row by destination: all domains of a mailbox provider. */
    destination?: string;
  };
};

/** Pause, hold, resume, retry or purge the account's mail: the response. */
export type ActOnQueueResponse = {
  /** The number of changed recipients, or of pauses that began or ended. */
  changed: number;
  /** There is more to do. Repeat the request with this `before`. */
  has_more: boolean;
  /** ISO 8601, UTC, with milliseconds. */
  before: string;
  /** The pause or hold of the same scope that a new one replaced. To undo the new one, begin this one again. */
  replaced: {
    kind: "pause" | "hold";
    reason: string | null;
    /** The time that it had left. Null: until someone ends it. */
    seconds: number | null;
  } | null;
};

/** List uncertain recipients that are not retried: the query. */
export type ListUncertainQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** The recipient's domain. */
  domain?: string;
};

/** List uncertain recipients that are not retried: the response. */
export type ListUncertainResponse = {
  uncertain: Array<{
    email_id: string;
    /** The position of the recipient in its email. */
    position: number;
    address: string;
    subject: string;
    /** ISO 8601, UTC, with milliseconds. */
    uncertain_at: string;
    reason: string | null;
    line: string | null;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** Decide about an uncertain recipient: the request. */
export type ResolveUncertainBody = { as: "retry" | "delivered" };

/** Get the state of the user's second factor: the response. */
export type GetSecondFactorResponse = {
  /** Whether sign-in asks for a code. */
  enabled: boolean;
  enabled_at: string | null;
  /** Unused recovery codes. */
  recovery_codes_left: number;
};

/** Create an authenticator secret: the request. */
export type AddAuthenticatorBody = { current_password: string };

/** Create an authenticator secret: the response. */
export type AddAuthenticatorResponse = {
  /** The secret in base32, to type into an app that cannot scan the QR code. */
  secret: string;
  /** The content of the QR code: `otpauth://totp/…`. */
  uri: string;
};

/** Confirm an authenticator with its first code: the request. */
export type ConfirmAuthenticatorBody = {
  /** The six digits that the authenticator app shows. */
  code: string;
};

/** Confirm an authenticator with its first code: the response. */
export type ConfirmAuthenticatorResponse = {
  /** Each is accepted once instead of a code. They are not shown again. */
  recovery_codes: string[];
};

/** Replace the recovery codes: the request. */
export type RenewRecoveryCodesBody = AddAuthenticatorBody;

/** Replace the recovery codes: the response. */
export type RenewRecoveryCodesResponse = ConfirmAuthenticatorResponse;

/** Remove the second factor: the request. */
export type RemoveSecondFactorBody = AddAuthenticatorBody;

/** List API keys: the response. */
export type ListKeysResponse = { keys: ChangeKeyResponse[] };

/** Create an API key: the request. */
export type CreateKeyBody = {
  name: string;
  /** `full`: everything. `send`: only sending, including dry runs. `read`: only GET requests. */
  permission?: "full" | "send" | "read";
  from_domains?: string[] | null;
  networks?: string[] | null;
  expires_at?: string | null;
  daily_limit?: number | null;
  /** How SMTP submission treats lines over 998 octets, which mail servers need not accept. `re-encode`: encode the part with such lines as quoted-printable or base64, so that its content stays the same; refuse signed mail. `refuse`: always reply 550. */
  long_lines?: "re-encode" | "refuse";
};

/** Create an API key: the response. */
export type CreateKeyResponse = {
  /** The whole key. It is returned only once. */
  key: string;
  id: number;
  name: string;
  /** The start of the key's newest secret. It identifies the key and reveals nothing. */
  prefix: string;
  /** The end of the key's newest secret; null for keys older than this field. */
  last_four: string | null;
  status: "active" | "expired" | "paused";
  /** When the key was paused, because it suddenly sent far more than before, or too much of its mail bounced. Null: it is not paused. */
  paused_at: string | null;
  paused_reason: string | null;
  /** `full`: everything. `send`: only sending, including dry runs. `read`: only GET requests. */
  permission: "full" | "send" | "read";
  from_domains: string[] | null;
  networks: string[] | null;
  expires_at: string | null;
  daily_limit: number | null;
  /** How SMTP submission treats lines over 998 octets, which mail servers need not accept. `re-encode`: encode the part with such lines as quoted-printable or base64, so that its content stays the same; refuse signed mail. `refuse`: always reply 550. */
  long_lines: "re-encode" | "refuse";
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  last_used: string | null;
  /** After a rotation: when the previous secret stops working. Null: only one secret works. */
  old_secret_expires_at: string | null;
};

/** Download API keys as CSV: the query. */
export type ExportKeysQuery = {
  /** Only keys whose name or start contains each of these words. */
  search?: string;
  /** One or several permissions, separated by commas. */
  permission?: string;
  /** One or several statuses, separated by commas. */
  status?: string;
};

/** Change an API key's name, permission and limits: the request. */
export type ChangeKeyBody = {
  name?: string;
  /** `full`: everything. `send`: only sending, including dry runs. `read`: only GET requests. */
  permission?: "full" | "send" | "read";
  from_domains?: string[] | null;
  networks?: string[] | null;
  expires_at?: string | null;
  daily_limit?: number | null;
  /** How SMTP submission treats lines over 998 octets, which mail servers need not accept. `re-encode`: encode the part with such lines as quoted-printable or base64, so that its content stays the same; refuse signed mail. `refuse`: always reply 550. */
  long_lines?: "re-encode" | "refuse";
};

/** Change an API key's name, permission and limits: the response. */
export type ChangeKeyResponse = {
  id: number;
  name: string;
  /** The start of the key's newest secret. It identifies the key and reveals nothing. */
  prefix: string;
  /** The end of the key's newest secret; null for keys older than this field. */
  last_four: string | null;
  status: "active" | "expired" | "paused";
  /** When the key was paused, because it suddenly sent far more than before, or too much of its mail bounced. Null: it is not paused. */
  paused_at: string | null;
  paused_reason: string | null;
  /** `full`: everything. `send`: only sending, including dry runs. `read`: only GET requests. */
  permission: "full" | "send" | "read";
  from_domains: string[] | null;
  networks: string[] | null;
  expires_at: string | null;
  daily_limit: number | null;
  /** How SMTP submission treats lines over 998 octets, which mail servers need not accept. `re-encode`: encode the part with such lines as quoted-printable or base64, so that its content stays the same; refuse signed mail. `refuse`: always reply 550. */
  long_lines: "re-encode" | "refuse";
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  last_used: string | null;
  /** After a rotation: when the previous secret stops working. Null: only one secret works. */
  old_secret_expires_at: string | null;
};

/** Rotate an API key: the request. */
export type RotateKeyBody = {
  /** How long previous secrets keep working at most, in seconds. 0: they stop working at once. */
  overlap_seconds?: number;
};

/** Rotate an API key: the response. */
export type RotateKeyResponse = CreateKeyResponse;

/** Resume a paused API key: the response. */
export type ResumeKeyResponse = ChangeKeyResponse;

/** List the events of the audit log: the query. */
export type ListAuditEventsQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** One or several actions, separated by commas. `key` stands for all actions on keys. */
  action?: string;
  /** Part of the user's address or of the API key's name, or `operator` or `system`. */
  by?: string;
  /** Only events at this time or later. */
  after?: string;
  /** Only events before this time. */
  before?: string;
  /** Part of the action, of the key's name or of a value in `detail`, case-insensitive. */
  search?: string;
  /** Also count the matching events: `pagination.total`, up to 10,000. */
  include?: "total";
};

/** List the events of the audit log: the response. */
export type ListAuditEventsResponse = {
  events: Array<{
    id: string;
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
    action: "account.changed" | "alert_rule.changed" | "contacts.imported" | "delivery_mode.changed" | "domain.added" | "domain.allowed" | "domain.changed" | "domain.keys_rotated" | "domain.removed" | "key.changed" | "key.created" | "key.paused" | "key.resumed" | "key.revoked" | "key.rotated" | "member.invitation_renewed" | "member.invitation_revoked" | "member.invited" | "member.joined" | "member.removed" | "member.role_changed" | "pool.changed" | "pool.created" | "pool.removed" | "queue.held" | "queue.paused" | "queue.purged" | "queue.resumed" | "queue.retried" | "relay.changed" | "relay.created" | "relay.removed" | "routing_rule.changed" | "routing_rule.created" | "routing_rule.removed" | "suppression.removed" | "suppressions.added" | "suppressions.imported" | "suppressions.removed" | "suppressions.restored" | "tracking.changed" | "tracking.links_resumed" | "tracking.links_stopped" | "uncertain.resolved" | "user.code_refused" | "user.password_changed" | "user.password_reset" | "user.recovery_code_used" | "user.recovery_codes_renewed" | "user.second_factor_added" | "user.second_factor_removed" | "user.signed_in" | "user.signed_up" | "webhook.added" | "webhook.changed" | "webhook.disabled" | "webhook.removed" | "webhook.secret_rotated" | "webhook.secret_shown";
    actor: {
      /** `operator`: an operator of the instance, on the command line. `system`: the program itself. */
      type: "user" | "key" | "operator" | "system";
      user_id: string | null;
      email: string | null;
      key_id: number | null;
    };
    key: { id: number; name: string | null } | null;
    /** For `key.changed`, and in `changes` of relays, rules and pools: each field with `from` and `to`. For `key.paused`: the `reason`. Never contains secrets. */
    detail: Record<string, unknown>;
    /** Network of the client: an IPv4 address or an IPv6 /64. */
    network: string | null;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** Download the audit log as CSV: the query. */
export type ExportAuditEventsQuery = {
  /** One or several actions, separated by commas. `key` stands for all actions on keys. */
  action?: string;
  /** Part of the user's address or of the API key's name, or `operator` or `system`. */
  by?: string;
  /** Only events at this time or later. */
  after?: string;
  /** Only events before this time. */
  before?: string;
  /** Part of the action, of the key's name or of a value in `detail`, case-insensitive. */
  search?: string;
};

/** List the sessions of the user: the response. */
export type ListSessionsResponse = {
  sessions: Array<{
    id: string;
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
    /** ISO 8601, UTC, with milliseconds. */
    expires_at: string;
    /** ISO 8601, UTC, with milliseconds. */
    last_seen_at: string;
    ip: string;
    user_agent: string;
    /** Whether this request belongs to the session. */
    current: boolean;
  }>;
};

/** Get the account, its user, and how the instance delivers: the response. */
export type GetSettingsResponse = {
  account: {
    id: string;
    name: string;
    default_from: string | null;
    /** Days that bodies and attachments are kept after they were last needed. */
    retention_days: number;
    /** The number of days for which events are kept. Null: as long as the account exists. */
    event_retention_days: number | null;
    /** How to treat mail whose delivery is uncertain. An email can override this. */
    on_uncertain: "retry" | "hold";
    /** Delays between attempts, in seconds; the last one repeats. Null: the default schedule. */
    retry_seconds: number[] | null;
    /** How long mail is retried before it expires, in seconds. */
    expire_after_seconds: number;
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
  };
  user: { email: string; name: string | null };
  /** The role of the user in the account. */
  role: "owner" | "member" | "viewer";
  /** Whether the user is an operator of the instance. */
  operator: boolean;
  delivery: {
    mode: "capture" | "relay" | "direct";
    relay_host: string | null;
    /** The name of the relay through which the user can release captured mail in test mode. Null: the user cannot, or the instance is live. */
    release_relay: string | null;
  };
  /** Where programs submit mail by SMTP, as configured. A port is null if the operating system chooses it. */
  smtp: {
    host: string;
    /** With STARTTLS. */
    port: number | null;
    /** Port with implicit TLS. */
    tls_port: number | null;
    enabled: boolean;
  };
  base_url: string;
  version: string;
};

/** Change the account's name, default sender, retention and attempts, and the user's name: the request. */
export type ChangeSettingsBody = {
  /** Name of the account. */
  name?: string;
  /** Sender of emails without a `from`: `a@b.c` or `Name <a@b.c>`. */
  default_from?: string | null;
  /** Days that bodies and attachments are kept after they were last needed, plus four days for retries: 1 to 3,650. Mail that is not finished keeps its content: it is still retried, or it is uncertain and waits for your decision. Removed content cannot be restored. */
  retention_days?: number;
  /** The number of days for which events are kept: those of emails, of opens and clicks, and of the account. Removed events cannot be restored, and a webhook that has not received them by then misses them. Null: as long as the account exists. */
  event_retention_days?: number | null;
  /** How to treat mail whose delivery is uncertain. An email can override this. */
  on_uncertain?: "retry" | "hold";
  /** Delays between attempts, in seconds. Each is between 30 seconds and a day, and at least as long as the one before. The last delay repeats. Null: the default schedule, from a minute to four hours. */
  retry_seconds?: number[] | null;
  /** How long mail accepted from now on is retried before it expires: five minutes to 30 days. */
  expire_after_seconds?: number;
  user_name?: string | null;
};

/** Change the account's name, default sender, retention and attempts, and the user's name: the response. */
export type ChangeSettingsResponse = GetSettingsResponse;

/** List the members of the account and open invitations: the response. */
export type ListMembersResponse = {
  members: Array<{
    id: string;
    email: string;
    name: string | null;
    /** Owners may do everything. Members may do everything except change the account's members. Viewers may only read. */
    role: "owner" | "member" | "viewer";
    /** ISO 8601, UTC, with milliseconds. */
    joined_at: string;
    /** When the member last used the dashboard. Null if no session is open. */
    last_seen_at: string | null;
    /** Whether this is the user of the request. */
    you: boolean;
  }>;
  /** Open invitations, the newest first. */
  invitations: Array<{
    id: string;
    email: string;
    /** Owners may do everything. Members may do everything except change the account's members. Viewers may only read. */
    role: "owner" | "member" | "viewer";
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
    /** ISO 8601, UTC, with milliseconds. */
    expires_at: string;
  }>;
};

/** Change a member's role: the request. */
export type ChangeMemberBody = {
  /** Owners may do everything. Members may do everything except change the account's members. Viewers may only read. */
  role: "owner" | "member" | "viewer";
};

/** Invite a person to the account: the request. */
export type InviteBody = {
  email: string;
  /** Owners may do everything. Members may do everything except change the account's members. Viewers may only read. */
  role: "owner" | "member" | "viewer";
};

/** Invite a person to the account: the response. */
export type InviteResponse = {
  id: string;
  email: string;
  /** Owners may do everything. Members may do everything except change the account's members. Viewers may only read. */
  role: "owner" | "member" | "viewer";
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string;
  /** ISO 8601, UTC, with milliseconds. */
  expires_at: string;
  /** Valid for one hour and one use, for the invited address only. It is not stored, so it cannot be shown again. */
  link: string;
};

/** Make a new link for an invitation: the response. */
export type RenewInvitationLinkResponse = InviteResponse;

/** List the accounts of the user: the response. */
export type ListAccountsResponse = {
  accounts: Array<{
    id: string;
    name: string;
    /** Owners may do everything. Members may do everything except change the account's members. Viewers may only read. */
    role: "owner" | "member" | "viewer";
    /** Whether the session works in this account. */
    current: boolean;
  }>;
};

/** Get an overview of recent days: the query. */
export type GetOverviewQuery = {
  /** Number of days to return, including today (UTC). */
  days?: number;
};

/** Get an overview of recent days: the response. */
export type GetOverviewResponse = {
  /** One entry per day, oldest first, including days without mail. */
  days: Array<{
    /** The day in UTC. */
    date: string;
    /** Emails accepted. */
    accepted: number;
    /** Recipients that became `delivered`. */
    delivered: number;
    /** Recipients that became `captured`. */
    captured: number;
    /** Deferred attempts. A recipient can be deferred more than once. */
    deferred: number;
    /** Recipients that became `bounced`. */
    bounced: number;
    /** Recipients that became `suppressed`. */
    suppressed: number;
    /** Recipients that became `canceled`. */
    canceled: number;
    /** Recipients that became `expired`. */
    expired: number;
    /** Attempts after which it is uncertain whether the recipient got the mail. */
    uncertain: number;
    /** Spam reports by recipients. */
    complained: number;
  }>;
  totals: {
    /** Emails accepted. */
    accepted: number;
    /** Recipients that became `delivered`. */
    delivered: number;
    /** Recipients that became `captured`. */
    captured: number;
    /** Deferred attempts. A recipient can be deferred more than once. */
    deferred: number;
    /** Recipients that became `bounced`. */
    bounced: number;
    /** Recipients that became `suppressed`. */
    suppressed: number;
    /** Recipients that became `canceled`. */
    canceled: number;
    /** Recipients that became `expired`. */
    expired: number;
    /** Attempts after which it is uncertain whether the recipient got the mail. */
    uncertain: number;
    /** Spam reports by recipients. */
    complained: number;
    /** The delivered share of the recipients that were delivered, bounced or expired. Null if there are none. */
    delivery_rate: number | null;
    /** Spam reports for each delivered recipient. Null if none was delivered. */
    complaint_rate: number | null;
  };
  /** The same numbers as `GET /api/queue`. */
  queue: {
    /** Recipients that a worker may claim now. Counted up to 10000, which means that number or more. */
    waiting: number;
    /** Recipients that a worker has claimed. Counted up to 10000, which means that number or more. */
    in_flight: number;
    /** Recipients that are due later: retries and scheduled mail. Counted up to 10000, which means that number or more. */
    delayed: number;
    /** Uncertain recipients that need a decision. Counted up to 10000, which means that number or more. */
    uncertain: number;
    /** How long the oldest waiting recipient that is not paused has been due. Null if none is waiting. */
    oldest_waiting_seconds: number | null;
  };
  first_steps: {
    password_changed: boolean;
    key_created: boolean;
    first_email_sent: boolean;
    /** Whether mail is sent to recipients. False while it is captured in the inbox instead. */
    delivers_for_real: boolean;
    contact_added: boolean;
  };
  /** The prefix of the account's newest active API key. */
  key_prefix: string | null;
  /** Sender domains that were lost, or will be lost unless the verification record is restored. */
  troubled_domains: Array<{
    name: string;
    /** `lost`: the domain is no longer verified for this account. `token_missing`: the verification record is missing from the DNS; the domain is lost three days after the record disappeared. */
    trouble: "lost" | "token_missing";
  }>;
};

/** Get metrics: the query. */
export type GetMetricsQuery = {
  /** The beginning of the range: a time, or a date for the beginning of that day in `time_zone`. Rounded down to 15 minutes. Default: 29 days before today. */
  from?: string;
  /** The end of the range, not included: a time, or a date for the beginning of that day in `time_zone`. Rounded up to 15 minutes. Default: now. */
  to?: string;
  /** The IANA time zone in which days, weeks, months and hours begin. Default: `UTC`. */
  time_zone?: string;
  /** The length of a period. Weeks begin on Monday. */
  granularity?: "15m" | "hour" | "day" | "week" | "month";
  /** The metrics, separated by commas. Default: all metrics that the dimensions allow. `accepted`: Emails accepted. They have no `provider` and no `route`. `recipients`: Recipients of accepted emails. They have no `route` yet. `tracked`: Recipients of accepted emails whose opens or clicks are tracked. They have no `route` yet. `delivered`: Recipients that became `delivered`, without those that bounced later. `captured`: Recipients that became `captured`. `deferred`: Deferred attempts. A recipient can be deferred more than once. `bounced`: Recipients that became `bounced`, also after the delivery. `suppressed`: Recipients that became `suppressed`. `canceled`: Recipients that became `canceled`. `expired`: Recipients that became `expired`. `uncertain`: Attempts after which it is uncertain whether the recipient got the mail. `complained`: Spam reports by recipients. `outcome_delivered`: Recipients of emails accepted in the period that became `delivered`, in the period or later. `outcome_captured`: Recipients of emails accepted in the period that became `captured`, in the period or later. `outcome_bounced`: Recipients of emails accepted in the period that became `bounced`, in the period or later. `outcome_suppressed`: Recipients of emails accepted in the period that became `suppressed`, in the period or later. `outcome_canceled`: Recipients of emails accepted in the period that became `canceled`, in the period or later. `outcome_expired`: Recipients of emails accepted in the period that became `expired`, in the period or later. `opened`: Opens. `clicked`: Clicks. `unique_opened`: First opens, one for each recipient. `unique_clicked`: First clicks, one for each recipient. `unsubscribed`: Requests to unsubscribe. `outcome_open`: Recipients of emails accepted in the period that have no final outcome yet. `delivery_rate`: `delivered` divided by `delivered`, `bounced` and `expired` together. `bounce_rate`: `bounced` divided by `delivered`, `bounced` and `expired` together. `complaint_rate`: `complained` divided by `delivered`. `open_rate`: `unique_opened` divided by `delivered`, also of mail that was not tracked. `click_rate`: `unique_clicked` divided by `delivered`, also of mail that was not tracked. `latency_p50_ms`: Half of the deliveries took at most this long, in milliseconds. `latency_p95_ms`: 95% of the deliveries took at most this long, in milliseconds. `latency_p99_ms`: 99% of the deliveries took at most this long, in milliseconds. */
  metrics?: string;
  /** The dimensions by which rows are grouped, separated by commas: `period`, `domain`, `stream`, `tag`, `key`, `provider`, `route`, `reason`, `weekday`, `hour`. Without dimensions, there are only totals. An email counts in the row of each of its `tag`s. `tag` together with `key`, `provider` or `route` is counted from the emails and events themselves, as far as they are kept, in ranges with up to a million of them. `reason` is available for `bounced` and `deferred` only. */
  dimensions?: string;
  /** The actor whose opens and clicks count. `human` includes image proxies; `any` includes programs. `unique_opened`, `unique_clicked`, `open_rate` and `click_rate` exist only for these two. */
  actor?: "human" | "any" | "proxy" | "prefetch" | "scanner" | "bot" | "unknown";
  /** Only mail from this sender domain. */
  domain?: string;
  /** Only mail of this stream: `transactional` or `bulk`. */
  stream?: string;
  /** Only mail sent with the API key with this id. */
  key?: number;
  /** Only mail to this mailbox provider, as the dimension names it. */
  provider?: string;
  /** Only mail sent by this route, as the dimension names it. */
  route?: string;
  /** Only mail with this tag, as `name:value`. */
  tag?: string;
};

/** Get metrics: the response. */
export type GetMetricsResponse = {
  from: string;
  /** Not included. */
  to: string;
  time_zone: string;
  granularity: string;
  metrics: string[];
  dimensions: string[];
  /** Outcomes of mail until then are counted. It is usually a second ago. An email that was being accepted at that time may follow a second later, opens and clicks half a minute later, and after an outage later than that. */
  counted_until: string | null;
  /** The figures of the whole range. */
  totals: {
    /** Emails accepted. They have no `provider` and no `route`. */
    accepted?: number | null;
    /** Recipients of accepted emails. They have no `route` yet. */
    recipients?: number | null;
    /** Recipients of accepted emails whose opens or clicks are tracked. They have no `route` yet. */
    tracked?: number | null;
    /** Recipients that became `delivered`, without those that bounced later. */
    delivered?: number | null;
    /** Recipients that became `captured`. */
    captured?: number | null;
    /** Deferred attempts. A recipient can be deferred more than once. */
    deferred?: number | null;
    /** Recipients that became `bounced`, also after the delivery. */
    bounced?: number | null;
    /** Recipients that became `suppressed`. */
    suppressed?: number | null;
    /** Recipients that became `canceled`. */
    canceled?: number | null;
    /** Recipients that became `expired`. */
    expired?: number | null;
    /** Attempts after which it is uncertain whether the recipient got the mail. */
    uncertain?: number | null;
    /** Spam reports by recipients. */
    complained?: number | null;
    /** Recipients of emails accepted in the period that became `delivered`, in the period or later. */
    outcome_delivered?: number | null;
    /** Recipients of emails accepted in the period that became `captured`, in the period or later. */
    outcome_captured?: number | null;
    /** Recipients of emails accepted in the period that became `bounced`, in the period or later. */
    outcome_bounced?: number | null;
    /** Recipients of emails accepted in the period that became `suppressed`, in the period or later. */
    outcome_suppressed?: number | null;
    /** Recipients of emails accepted in the period that became `canceled`, in the period or later. */
    outcome_canceled?: number | null;
    /** Recipients of emails accepted in the period that became `expired`, in the period or later. */
    outcome_expired?: number | null;
    /** Opens. */
    opened?: number | null;
    /** Clicks. */
    clicked?: number | null;
    /** First opens, one for each recipient. */
    unique_opened?: number | null;
    /** First clicks, one for each recipient. */
    unique_clicked?: number | null;
    /** Requests to unsubscribe. */
    unsubscribed?: number | null;
    /** Recipients of emails accepted in the period that have no final outcome yet. */
    outcome_open?: number | null;
    /** `delivered` divided by `delivered`, `bounced` and `expired` together. */
    delivery_rate?: number | null;
    /** `bounced` divided by `delivered`, `bounced` and `expired` together. */
    bounce_rate?: number | null;
    /** `complained` divided by `delivered`. */
    complaint_rate?: number | null;
    /** `unique_opened` divided by `delivered`, also of mail that was not tracked. */
    open_rate?: number | null;
    /** `unique_clicked` divided by `delivered`, also of mail that was not tracked. */
    click_rate?: number | null;
    /** Half of the deliveries took at most this long, in milliseconds. */
    latency_p50_ms?: number | null;
    /** 95% of the deliveries took at most this long, in milliseconds. */
    latency_p95_ms?: number | null;
    /** 99% of the deliveries took at most this long, in milliseconds. */
    latency_p99_ms?: number | null;
  };
  /** Sorted by the dimensions. With `period` as the only dimension, each period has a row. Otherwise, groups without events have none. */
  rows: Array<{
    /** The beginning of the period, with the offset of the time zone at that time. */
    period?: string;
    domain?: string;
    stream?: string;
    /** `name:value`. `(other)`: tags above the limit of 1,000. */
    tag?: string;
    key?: number | null;
    /** The domain of the provider's mail servers. `(other)`: providers above the limit of 100. Empty: unknown. */
    provider?: string;
    /** Empty: unknown, or there was no attempt. */
    route?: string;
    /** The `meaning` of the rejection. Empty: unknown. */
    reason?: string;
    /** 1 is Monday. */
    weekday?: number;
    hour?: number;
    /** Emails accepted. They have no `provider` and no `route`. */
    accepted?: number | null;
    /** Recipients of accepted emails. They have no `route` yet. */
    recipients?: number | null;
    /** Recipients of accepted emails whose opens or clicks are tracked. They have no `route` yet. */
    tracked?: number | null;
    /** Recipients that became `delivered`, without those that bounced later. */
    delivered?: number | null;
    /** Recipients that became `captured`. */
    captured?: number | null;
    /** Deferred attempts. A recipient can be deferred more than once. */
    deferred?: number | null;
    /** Recipients that became `bounced`, also after the delivery. */
    bounced?: number | null;
    /** Recipients that became `suppressed`. */
    suppressed?: number | null;
    /** Recipients that became `canceled`. */
    canceled?: number | null;
    /** Recipients that became `expired`. */
    expired?: number | null;
    /** Attempts after which it is uncertain whether the recipient got the mail. */
    uncertain?: number | null;
    /** Spam reports by recipients. */
    complained?: number | null;
    /** Recipients of emails accepted in the period that became `delivered`, in the period or later. */
    outcome_delivered?: number | null;
    /** Recipients of emails accepted in the period that became `captured`, in the period or later. */
    outcome_captured?: number | null;
    /** Recipients of emails accepted in the period that became `bounced`, in the period or later. */
    outcome_bounced?: number | null;
    /** Recipients of emails accepted in the period that became `suppressed`, in the period or later. */
    outcome_suppressed?: number | null;
    /** Recipients of emails accepted in the period that became `canceled`, in the period or later. */
    outcome_canceled?: number | null;
    /** Recipients of emails accepted in the period that became `expired`, in the period or later. */
    outcome_expired?: number | null;
    /** Opens. */
    opened?: number | null;
    /** Clicks. */
    clicked?: number | null;
    /** First opens, one for each recipient. */
    unique_opened?: number | null;
    /** First clicks, one for each recipient. */
    unique_clicked?: number | null;
    /** Requests to unsubscribe. */
    unsubscribed?: number | null;
    /** Recipients of emails accepted in the period that have no final outcome yet. */
    outcome_open?: number | null;
    /** `delivered` divided by `delivered`, `bounced` and `expired` together. */
    delivery_rate?: number | null;
    /** `bounced` divided by `delivered`, `bounced` and `expired` together. */
    bounce_rate?: number | null;
    /** `complained` divided by `delivered`. */
    complaint_rate?: number | null;
    /** `unique_opened` divided by `delivered`, also of mail that was not tracked. */
    open_rate?: number | null;
    /** `unique_clicked` divided by `delivered`, also of mail that was not tracked. */
    click_rate?: number | null;
    /** Half of the deliveries took at most this long, in milliseconds. */
    latency_p50_ms?: number | null;
    /** 95% of the deliveries took at most this long, in milliseconds. */
    latency_p95_ms?: number | null;
    /** 99% of the deliveries took at most this long, in milliseconds. */
    latency_p99_ms?: number | null;
  }>;
};

/** Download metrics as CSV: the query. */
export type ExportMetricsQuery = GetMetricsQuery;

/** List API requests: the query. */
export type ListRequestsQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** Class of the response status. */
  status?: "2xx" | "3xx" | "4xx" | "5xx";
  /** HTTP method. */
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Id of the API key. */
  key_id?: number;
  /** Part of the path, case-insensitive. */
  path?: string;
  /** Only requests at this time or later. */
  after?: string;
  /** Only requests before this time. */
  before?: string;
  /** Part of the path, the request id or the error code, case-insensitive. */
  search?: string;
  /** Also count the matching requests: `pagination.total`, up to 10,000 of the newest 50,000 requests. */
  include?: "total";
};

/** List API requests: the response. */
export type ListRequestsResponse = {
  requests: Array<{
    id: string;
    /** ISO 8601, UTC, with milliseconds. */
    created_at: string;
    method: string;
    /** The path and the names of its query parameters. Values are included only where they cannot be secret. */
    path: string;
    status: number;
    /** Milliseconds from the request's headers to the end of the response. */
    ms: number;
    key_id: number | null;
    /** The id in the response's `X-Request-Id` header and in errors. */
    request_id: string;
    error: { code: string; message: string } | null;
    /** The client's network: an IPv4 address or an IPv6 /64. */
    network: string;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** Download API requests as CSV: the query. */
export type ExportRequestsQuery = {
  /** Class of the response status. */
  status?: "2xx" | "3xx" | "4xx" | "5xx";
  /** HTTP method. */
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Id of the API key. */
  key_id?: number;
  /** Part of the path, case-insensitive. */
  path?: string;
  /** Only requests at this time or later. */
  after?: string;
  /** Only requests before this time. */
  before?: string;
  /** Part of the path, the request id or the error code, case-insensitive. */
  search?: string;
};

/** List relays: the response. */
export type ListRelaysOfInstanceResponse = ListRelaysResponse;

/** Add a relay: the request. */
export type CreateRelayOfInstanceBody = CreateRelayBody;

/** Add a relay: the response. */
export type CreateRelayOfInstanceResponse = CreateRelayResponse;

/** Change a relay: the request. */
export type ChangeRelayOfInstanceBody = ChangeRelayBody;

/** Change a relay: the response. */
export type ChangeRelayOfInstanceResponse = CreateRelayResponse;

/** Test a relay: the response. */
export type TestRelayOfInstanceResponse = TestRelayResponse;

/** List routing rules: the response. */
export type ListRoutingRulesOfInstanceResponse = ListRoutingRulesResponse;

/** Add a routing rule: the request. */
export type CreateRoutingRuleOfInstanceBody = CreateRoutingRuleBody;

/** Add a routing rule: the response. */
export type CreateRoutingRuleOfInstanceResponse = CreateRoutingRuleResponse;

/** Change a routing rule or its position: the request. */
export type ChangeRoutingRuleOfInstanceBody = ChangeRoutingRuleBody;

/** Change a routing rule or its position: the response. */
export type ChangeRoutingRuleOfInstanceResponse = CreateRoutingRuleResponse;

/** Get the delivery mode: the response. */
export type GetDeliveryResponse = {
  /** `capture` is test mode: mail is kept in the inbox. `relay` sends it through a relay, `direct` to the servers of its recipients. */
  mode: "capture" | "relay" | "direct";
  /** `dashboard`: the mode is chosen here; it is `capture` at first. Otherwise the environment variable that sets it. */
  set_by: "dashboard" | "DELIVERY" | "SMTP_RELAY_URL";
  /** The relay of the instance that sends mail which no rule sends elsewhere. */
  relay_id: string | null;
  /** Host and port of the relay in SMTP_RELAY_URL, if mail goes through it. */
  relay_host: string | null;
  /** Recipients that were accepted in test mode and are queued or scheduled. They are kept in the inbox, and not sent. Released emails are not counted. */
  open_test_recipients: number;
  /** Recipients that were accepted for delivery and are queued or scheduled. They wait in test mode. */
  open_live_recipients: number;
  /** Whether counting stopped at 100,000 recipients. */
  counts_are_minimums: boolean;
};

/** Change the delivery mode: the request. */
export type ChangeDeliveryBody = {
  /** `capture` is test mode: mail is kept in the inbox. `relay` sends it through a relay, `direct` to the servers of its recipients. */
  mode: "capture" | "relay" | "direct";
  /** A relay of the instance; required with `relay`. */
  relay_id?: string | null;
};

/** Change the delivery mode: the response. */
export type ChangeDeliveryResponse = GetDeliveryResponse;

/** Stop or resume the tracked links of an account: the request. */
export type StopLinksBody = { stopped: boolean };

/** Stop or resume the tracked links of an account: the response. */
export type StopLinksResponse = { stopped: boolean };

/** Get the queue of the whole instance, by destination or account: the query. */
export type GetInstanceQueueQuery = {
  /** Rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** Part of the name of a domain or a mailbox provider. */
  search?: string;
  /** Only rows with such recipients. One or more of waiting, in_flight, delayed, separated by commas. */
  state?: string;
  /** Whether each row is a destination or an account. */
  by?: "destination" | "account";
};

/** Get the queue of the whole instance, by destination or account: the response. */
export type GetInstanceQueueResponse = GetQueueResponse;

/** Pause, hold, resume, retry or purge the mail of any or all accounts: the request. */
export type ActOnInstanceQueueBody = {
  action: "pause" | "hold" | "resume" | "retry" | "purge";
  /** Shown to people. Required for a hold. */
  reason?: string;
  /** The duration of a pause. Default: until it is resumed. */
  seconds?: number;
  /** `before` of the previous response, to continue it. Later mail is not changed. */
  before?: string;
  /** The mail to act on. Empty: all mail. */
  scope: {
    domain?: string;
    /** The `id` of a row by destination: all domains of a mailbox provider. */
    destination?: string;
    account_id?: string;
  };
};

/** Pause, hold, resume, retry or purge the mail of any or all accounts: the response. */
export type ActOnInstanceQueueResponse = ActOnQueueResponse;

/** Check the instance's health: the response. */
export type GetHealthResponse = {
  /** ISO 8601, UTC, with milliseconds. */
  checked_at: string;
  checks: Array<{
    id: string;
    title: string;
    findings: CheckOutboundResponse[];
  }>;
  /** Processes that reported in the last 30 seconds. */
  processes: Array<{
    role: string;
    node: string;
    pid: number;
    memory_bytes: number;
    event_loop_lag_seconds: number;
  }>;
};

/** Check whether port 25 of other servers can be reached: the response. */
export type CheckOutboundResponse = {
  level: "ok" | "warning" | "failed" | "unknown";
  words: string;
  /** The recommended next step, or null when none is needed. */
  next: string | null;
};

/** List alerts: the query. */
export type ListAlertsQuery = {
  /** Number of rows per page. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** Only alerts with this status. */
  status?: "open" | "closed";
};

/** List alerts: the response. */
export type ListAlertsResponse = {
  /** Open alerts. Only on the first page. */
  open: Array<{
    id: string;
    rule: "domain_at_risk" | "domain_lost" | "inbound_unread" | "relay_auth_failed" | "tracking_host_broken" | "tracking_certificate_failing" | "engagements_wait" | "queue_stuck" | "worker_missing" | "bounce_spike" | "disk_full" | "complaint_spike" | "uncertain_recipients" | "follower_behind";
    /** The subject: an account's id, the name of a relay or a domain. Empty for the whole instance. */
    subject: string;
    words: string;
    /** ISO 8601, UTC, with milliseconds. */
    opened_at: string;
    /** Null while the alert is open. */
    closed_at: string | null;
    /** The time at which notifications about the opening were sent. Null until then. */
    notified_at: string | null;
  }>;
  /** All alerts, or those with the `status`, newest first. */
  alerts: Array<{
    id: string;
    rule: "domain_at_risk" | "domain_lost" | "inbound_unread" | "relay_auth_failed" | "tracking_host_broken" | "tracking_certificate_failing" | "engagements_wait" | "queue_stuck" | "worker_missing" | "bounce_spike" | "disk_full" | "complaint_spike" | "uncertain_recipients" | "follower_behind";
    /** The subject: an account's id, the name of a relay or a domain. Empty for the whole instance. */
    subject: string;
    words: string;
    /** ISO 8601, UTC, with milliseconds. */
    opened_at: string;
    /** Null while the alert is open. */
    closed_at: string | null;
    /** The time at which notifications about the opening were sent. Null until then. */
    notified_at: string | null;
  }>;
  pagination: {
    limit: number;
    has_more: boolean;
    next_cursor: string | null;
    /** The number of matching rows, if it was requested or needs no counting. */
    total?: number;
    /** False: counting stopped, and there may be more rows than `total`. */
    total_is_exact?: boolean;
  };
};

/** List alert rules: the response. */
export type ListAlertRulesResponse = {
  rules: ChangeAlertRuleResponse[];
  /** The channels set by ALERT_EMAIL and ALERT_WEBHOOK. If empty, only the health page shows alerts. */
  channels: Array<"email" | "webhook">;
};

/** Change a rule's threshold, or turn it on or off: the request. */
export type ChangeAlertRuleBody = {
  enabled?: boolean;
  /** Null restores the default. */
  threshold?: number | null;
};

/** Change a rule's threshold, or turn it on or off: the response. */
export type ChangeAlertRuleResponse = {
  rule: "domain_at_risk" | "domain_lost" | "inbound_unread" | "relay_auth_failed" | "tracking_host_broken" | "tracking_certificate_failing" | "engagements_wait" | "queue_stuck" | "worker_missing" | "bounce_spike" | "disk_full" | "complaint_spike" | "uncertain_recipients" | "follower_behind";
  meaning: string;
  /** The unit of the threshold, or null when the rule has none. */
  unit: string | null;
  enabled: boolean;
  threshold: number;
  default_threshold: number;
};

/** Send a test alert: the response. */
export type TestAlertsResponse = {
  /** The result of each channel. Empty when neither ALERT_EMAIL nor ALERT_WEBHOOK is set. */
  notified: Array<{
    by: "email" | "webhook";
    ok: boolean;
    /** The reply of the channel, or the reason for the failure. */
    words: string;
    took_ms: number;
  }>;
};
