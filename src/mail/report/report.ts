import type { Reason } from "../smtp/reply-meanings/index.ts";

/** What a message that came back is. `other` is ordinary mail: nothing may be concluded from it. */
export type Report = Bounce | Complaint | AutoReply | DmarcReport | TlsReport | { kind: "other" };

/** A mail server's notice of what became of a message (RFC 3464, or the words of a server that does not follow it). */
export type Bounce = {
  kind: "bounce";
  /** At least one; two of the same address never. */
  recipients: BounceRecipient[];
  /** Null when the notice brought nothing of it back. */
  original: OriginalMessage | null;
  /** RFC 3464 §2.2.1: the ENVID that we gave, unproven like all of a bounce. */
  envelopeId: string | null;
  /** The server that wrote the notice, as it calls itself. */
  reportingHost: string | null;
};

export type BounceRecipient = {
  /** As the notice writes it; null when it names nobody: only the return path can tell then. */
  address: string | null;
  /** RFC 3464 §2.3.1: what the sender had written, where the notice says so and it differs. */
  originalAddress: string | null;
  /** RFC 3464 §2.3.3; for other notices what their words amount to. */
  action: Action;
  /** RFC 3463 code; null when the notice has none, so that nobody takes a guess for the server's word. */
  status: string | null;
  /** Three digits of an SMTP reply, null when the notice has none. */
  code: number | null;
  /** What the server said, on one line, at most 1 kB: still an outsider's words. */
  reply: string;
  /** The host that refused, null when unknown. */
  host: string | null;
  verdict: Verdict;
  reason: Reason;
  /** Whether the address itself is the cause (G9): only then may it count towards a suppression. */
  isRecipientError: boolean;
};

export type Action = "failed" | "delayed" | "delivered" | "relayed" | "expanded";

/**
 * hard: this address will never work. soft: refused for good this time, for a reason that may pass or that is the sender's.
 * delayed: still being tried, no verdict. delivered: it arrived (also for relayed and expanded).
 */
export type Verdict = "hard" | "soft" | "delayed" | "delivered";

/** What came back of the message that a report is about; every field is unproven. */
export type OriginalMessage = {
  /** Without angle brackets. */
  messageId: string | null;
  subject: string | null;
  from: string | null;
  to: string | null;
  /** All fields: names in lower case, in order, unfolded, values as they stand. */
  headers: [name: string, value: string][];
};

/** RFC 5965 and its registry; what servers invent besides comes as `other`. */
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
  /** Original-Rcpt-To and Removal-Recipient; often none, or redacted: "redacted@". */
  recipients: string[];
  /** Original-Mail-From, without angle brackets: the return path that we sent with. */
  mailFrom: string | null;
  original: OriginalMessage | null;
  userAgent: string | null;
  sourceIp: string | null;
  reportedDomain: string | null;
  /** When the message had arrived there, as the report writes it. */
  arrivedAt: string | null;
};

/** An answer that no person wrote (RFC 3834). */
export type AutoReply = {
  kind: "auto-reply";
  /** out-of-office: the address works. challenge: it asks the sender to prove himself. list: a mailing list or robot answers. */
  form: "out-of-office" | "challenge" | "list" | "generated";
  /** Who answers: the From address. */
  from: string | null;
  subject: string | null;
  /** The Message-ID that it answers, from In-Reply-To or References; without angle brackets. */
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
  /** As the report has it: perhaps negative, or NaN. */
  count: number;
  /** none, quarantine, reject. */
  disposition: string;
  /** Whether the aligned check passed. */
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
  /** sts, tlsa, no-policy-found. */
  type: string;
  domain: string;
  mxHosts: string[];
  /** As the report has them: perhaps negative. */
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
