import type { OutcomeKind, Phase, Reply } from "./outcome.ts";

type Verdict = OutcomeKind | "proceed";
type Row = { phases: Phase[]; codes: RegExp; enhanced?: RegExp; verdict: Verdict };

/** The phases before MAIL: a failure concerns the two servers, not a message. */
const BEFORE_MAIL: Phase[] = ["connect", "greeting", "ehlo", "starttls", "tls", "auth"];
const MESSAGE: Phase[] = ["mail", "rcpt", "data", "body", "dot"];

/**
 * Verdict for the recipients that a reply concerns; the first matching row decides (RFC 5321 §4.2.1 and §4.3.2). Real
 * replies are quoted above the row that matches them.
 */
const ROWS: Row[] = [
  // 220 mx.example.com ESMTP / 250 2.1.0 Ok / 235 2.7.0 Authentication successful
  { phases: ["greeting", "starttls"], codes: /^220$/, verdict: "proceed" },
  { phases: ["ehlo", "mail", "rcpt"], codes: /^2/, verdict: "proceed" },
  { phases: ["auth"], codes: /^(235|334)$/, verdict: "proceed" },
  // 354 End data with <CR><LF>.<CR><LF>
  { phases: ["data"], codes: /^354$/, verdict: "proceed" },
  // 250 2.0.0 Ok: queued as 4XyZ
  { phases: ["dot"], codes: /^2/, verdict: "delivered" },

  // 554 5.7.1 Service unavailable; client host blocked (greeting)
  // 535 5.7.8 Error: authentication failed / 530 5.7.0 Must issue a STARTTLS command first (EHLO)
  { phases: BEFORE_MAIL, codes: /^/, verdict: "deferred" },

  // 451 4.7.1 Greylisting in action, please come back later / 421 4.3.2 Service shutting down
  { phases: MESSAGE, codes: /^4/, verdict: "deferred" },

  // 530 5.7.0 Must issue a STARTTLS command first / 530 5.7.1 Authentication required
  // 538 5.7.11 Encryption required: our relay settings are wrong, not the address
  { phases: ["mail", "rcpt", "data"], codes: /^53[0458]$/, verdict: "deferred" },
  // 503 5.5.1 Error: nested MAIL command / 500 5.5.2 Error: bad syntax / 502 5.5.2 Command not recognized:
  // the two sides are out of step; a new connection starts from a known state
  { phases: ["mail", "rcpt", "data"], codes: /^50[023]$/, verdict: "deferred" },
  // 550 5.4.5 Daily user sending limit exceeded (Gmail's relay): it accepts the same message tomorrow
  { phases: MESSAGE, codes: /^5/, enhanced: /^5\.4\.5$/, verdict: "deferred" },
  // 552 5.2.2 Mailbox full / 552 5.2.3 Message size exceeds fixed limit: a problem of this mailbox
  { phases: ["rcpt"], codes: /^552$/, enhanced: /^5\.2\./, verdict: "bounced" },
  // 552 Too many recipients: RFC 5321 §4.5.3.1.10 requires clients to treat it as 452
  { phases: ["rcpt"], codes: /^552$/, verdict: "deferred" },

  // 550 5.1.1 <x@example.com>: Recipient address rejected: User unknown / 553 5.1.7 Sender address rejected
  // 552 5.3.4 Message size exceeds limit / 554 5.7.1 Message blocked as spam
  { phases: MESSAGE, codes: /^5/, verdict: "bounced" },

  // 250 as the reply to DATA, 354 to RCPT: the reply does not fit the command. After the dot it may still mean acceptance
  { phases: ["dot"], codes: /^/, verdict: "uncertain" },
  { phases: MESSAGE, codes: /^/, verdict: "deferred" },
];

export function classifyReply(phase: Phase, reply: Reply): Verdict {
  const code = String(reply.code);
  const row = ROWS.find(
    ({ phases, codes, enhanced }) =>
      phases.includes(phase) &&
      codes.test(code) &&
      (enhanced === undefined || enhanced.test(reply.enhanced ?? "")),
  );
  return row?.verdict ?? "deferred";
}

/** Whether the connection is unusable: the server closes it (RFC 5321 §3.8), or its reply does not fit the command. */
export function endsSession(phase: Phase, reply: Reply): boolean {
  if (reply.code === 421 || wantsAnotherConnection(reply)) return true;
  return phase === "data" ? reply.code < 400 && reply.code !== 354 : reply.code >= 300 && reply.code < 400;
}

/**
 * 451 4.7.0 Too many messages in this session / 452 4.3.2 Maximum messages per connection reached: a limit of the
 * connection, not of the sender.
 */
function wantsAnotherConnection({ code, line }: Reply): boolean {
  return (
    code >= 400 &&
    code < 500 &&
    /\b(too many|max\w*) .{0,20}(message|mail)s?\b.{0,20}(connection|session)/i.test(line)
  );
}
