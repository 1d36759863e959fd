import type { Phase } from "../../smtp/outcome.ts";

/** How notices say in answer to what a server refused. */
const PHASES: { says: RegExp; phase: Phase }[] = [
  // Postfix: (in reply to RCPT TO command) / Exim: after RCPT TO:<x@example.com>: / GMX: after RCPT command:
  // Sendmail, Courier, ezweb: >>> RCPT To:<x@example.com> / DragonFly: did not like our RCPT TO:
  // qmail: does not like recipient. / most progress was RCPT TO response / Yahoo: [RCPT_TO] / x3: SMTP:RCPT host
  // InterScan: Sent <<< RCPT TO:<x@example.com> / hMailServer sent: RCPT TO:<x@example.com>
  // Coremail: SMTP error, RCPT TO: Host mx.example.com said RCPT TO:<x@example.com> 550
  // SendGrid: in RCPT TO / Gmail: (state 14)
  {
    says: /in reply to\s+RCPT|after RCPT|(?:>>>|<<<|sent:|said|SMTP error,) RCPT|our RCPT|not like recipient|RCPT TO response|\[RCPT_TO\]|SMTP:RCPT|in RCPT TO|\(state 1[34]\)/i,
    phase: "rcpt",
  },
  // Postfix: (in reply to MAIL FROM command) / Exim: after MAIL FROM:<…> / qmail: but sender was rejected. / (state 12)
  {
    says: /in reply to\s+MAIL|after MAIL|>>> MAIL|our MAIL|sender was rejected|MAIL FROM response|\[MAIL_FROM\]|\(state 12\)/i,
    phase: "mail",
  },
  // Postfix: (in reply to end of DATA command) / Exim: after end of data: / qmail: failed after I sent the message.
  // DragonFly: did not like our final DATA / Gmail: (state 18) / Postfix: Out: 354
  {
    says: /in reply to\s+end\s+of\s+DATA|after end of data|after I sent the message|final DATA|\(state 1[78]\)|after DATA\b|\(DATA\)/i,
    phase: "dot",
  },
  // Postfix: (in reply to DATA command) / Sendmail: >>> DATA / m-FILTER: -------SMTP command\nDATA
  { says: /in reply to\s+DATA|>>> DATA|SMTP command\s+DATA|failed on DATA command|our DATA/i, phase: "data" },
  // Exim: after EHLO neko.example.com: / Postfix: (in reply to EHLO command) / qmail: but my name was rejected.
  { says: /after (EHLO|HELO)|in reply to\s+(EHLO|HELO)|my name was rejected/i, phase: "ehlo" },
  // Exim: after initial connection: / Postfix: refused to talk to me: / qmail: Connected to 192.0.2.1 but greeting failed.
  { says: /after initial connection|refused to talk to me|greeting failed/i, phase: "greeting" },
];

/** The phase that these words name; null when they name none. */
export function phaseOf(text: string): Phase | null {
  return PHASES.find(({ says }) => says.test(text))?.phase ?? null;
}
