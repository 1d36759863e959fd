import type { Reason } from "../smtp/reply-meanings/index.ts";

/** The kind of a message that was sent back. `other` is ordinary mail: draw no conclusions from it. */
export type Report = Bounce | Complaint | AutoReply | DmarcReport | TlsReport | { kind: "other" };

/** A mail server's report about a delivery (RFC 3464, or free text from servers that do not follow it). */
export type Bounce = {
  kind: "bounce";
  /** At least one, each address at most once. */
  recipients: BounceRecipient[];
  /** Null when the bounce contains nothing of the original message. */
  original: OriginalMessage | null;
  /** RFC 3464 §2.2.1: the ENVID that we sent. Unproven, like everything in a bounce. */
  envelopeId: string | null;
  /** The server that wrote the bounce, as it names itself. */
  reportingHost: string | null;
};

export type BounceRecipient = {
  /** The recipient as the bounce names it; null if it names none, so that only the return path identifies the recipient. */
  address: string | null;
  /** RFC 3464 §2.3.1: the address that the sender used, if the bounce states it and it differs. */
  originalAddress: string | null;
  /** RFC 3464 §2.3.3; for other bounces, derived from their words. */
  action: Action;
  /** RFC 3463 code, or null when the bounce has none: a guess must not pass for the server's code. */
  status: string | null;
  /** Three digits of an SMTP reply, or null. */
  code: number | null;
  /** The server's reply on one line, at most 1 kB. Untrusted text. */
  reply: string;
  /** The host that refused, or null if unknown. */
  host: string | null;
  verdict: Verdict;
  reason: Reason;
  /** Whether the address itself is the cause (G9). Only then may it count towards a suppression. */
  isRecipientError: boolean;
};

export type Action = "failed" | "delayed" | "delivered" | "relayed" | "expanded";

/**
 * hard: this address will never work. soft: refused permanently this time, for a reason that may pass or that lies with the
 * sender. delayed: still being retried, no verdict. delivered: it arrived (also for relayed and expanded).
 */
export type Verdict = "hard" | "soft" | "delayed" | "delivered";

/** The returned parts of the message that a report is about. Every field is unproven. */
export type OriginalMessage = {
  /** Without angle brackets. */
  messageId: string | null;
  subject: string | null;
  from: string | null;
  to: string | null;
  /** All fields in order: names in lower case, values unfolded but not decoded. */
  headers: [name: string, value: string][];
};

/** The types of RFC 5965 and its registry; any other type becomes `other`. */
export type FeedbackType =
  | "abuse"
  | "fraud"
  | "virus"
  | "opt-out"
  | "auth-failure"
  | "not-spam"
  | "dmarc"
  | "other";

/** A feedback report: a reader pressed "this is spam", or a server reports one message. */
export type Complaint = {
  kind: "complaint";
  feedbackType: FeedbackType;
  /** Original-Rcpt-To and Removal-Recipient. Often empty, or redacted: "redacted@". */
  recipients: string[];
  /** Original-Mail-From, without angle brackets: the return path that we sent with. */
  mailFrom: string | null;
  original: OriginalMessage | null;
  userAgent: string | null;
  sourceIp: string | null;
  reportedDomain: string | null;
  /** When the message arrived at the reporting provider, as the report writes it. */
  arrivedAt: string | null;
};

/** A reply that a program sent (RFC 3834). */
export type AutoReply = {
  kind: "auto-reply";
  /**
   * out-of-office: the address works. challenge: the reply asks the sender to confirm the message. list: from a mailing list
   * or its software. generated: any other automatic reply.
   */
  form: "out-of-office" | "challenge" | "list" | "generated";
  /** The From address of the reply. */
  from: string | null;
  subject: string | null;
  /** The Message-ID that it replies to, from In-Reply-To or References; without angle brackets. */
  inReplyTo: string | null;
};

/** A DMARC aggregate report (RFC 7489 appendix C). */
export type DmarcReport = {
  kind: "dmarc";
  reporter: string;
  reportId: string;
  email: string | null;
  beginsAt: Date;
  endsAt: Date;
  domain: string;
  policy: string | null;
  rows: DmarcRow[];
};

export type DmarcRow = {
  sourceIp: string;
  /** The number of messages as the report states it, unchecked: it may be negative or NaN. */
  count: number;
  /** `none`, `quarantine` or `reject`. */
  disposition: string;
  /** Whether DKIM passed for a domain that is aligned with the From domain; `spfPassed` likewise. */
  dkimPassed: boolean;
  spfPassed: boolean;
  headerFrom: string | null;
  envelopeFrom: string | null;
  dkim: { domain: string; selector: string | null; result: string }[];
  spf: { domain: string; result: string }[];
};

/** A report about TLS in SMTP (RFC 8460). */
export type TlsReport = {
  kind: "tls-rpt";
  reporter: string;
  reportId: string;
  contact: string | null;
  beginsAt: Date;
  endsAt: Date;
  policies: TlsPolicy[];
};

export type TlsPolicy = {
  /** `sts`, `tlsa` or `no-policy-found`. */
  type: string;
  domain: string;
  mxHosts: string[];
  /** The numbers of sessions as the report states them, unchecked: they may be negative. */
  successes: number;
  failures: number;
  details: {
    type: string;
    count: number;
    sendingIp: string | null;
    receivingMx: string | null;
    reason: string | null;
  }[];
};
