import type { Phase } from "../../smtp/outcome.ts";

/** Text before a command's name: `in reply to`, `SMTP error from remote server for`, `>>>`, `did not like our`. */
const COMMAND_PREFIX = String.raw`(?:\b[Ii]n (?:reply|response|answer) to(?: the| our| your)?|\b[Aa]fter(?: the| our)?|\b(?:for|during|on|in)|\bour|>>>|<<<|\b[Ss]ent:|\bsaid|\bSMTP(?: error,|:)|\[)\s*["']?`;

/**
 * The wordings with which bounces name the refused command. Commands are matched in capitals only, because "our mail" is not
 * a command. RCPT is tested first, because a transcript also shows the accepted commands before it.
 */
const PHASES: { says: RegExp; phase: Phase }[] = [
  // Postfix: (in reply to RCPT TO command) / Exim: after RCPT TO:<x@example.com>: / GMX: after RCPT command:
  // Sendmail, Courier, ezweb: >>> RCPT To:<x@example.com> / DragonFly: did not like our RCPT TO:
  // qmail: does not like recipient. / most progress was RCPT TO response / Yahoo: [RCPT_TO] / x3: SMTP:RCPT host
  // InterScan: Sent <<< RCPT TO:<x@example.com> / hMailServer sent: RCPT TO:<x@example.com>
  // Coremail: SMTP error, RCPT TO: Host mx.example.com said RCPT TO:<x@example.com> 550
  // SendGrid: in RCPT TO / Gmail: (state 14)
  {
    says: new RegExp(
      String.raw`${COMMAND_PREFIX}RCPT\b|\[RCPT_TO\]|RCPT TO response|not like recipient|\(state 1[34]\)`,
    ),
    phase: "rcpt",
  },
  // Postfix: (in reply to MAIL FROM command) / Exim: after MAIL FROM:<…> / qmail: but sender was rejected. / (state 12)
  {
    says: new RegExp(
      String.raw`${COMMAND_PREFIX}MAIL\b|\[MAIL_FROM\]|MAIL FROM (?:response|command)|sender was rejected|\(state 12\)`,
    ),
    phase: "mail",
  },
  // Postfix: (in reply to end of DATA command) / Exim: after end of data: / qmail: failed after I sent the message.
  // DragonFly: did not like our final DATA / Gmail: (state 18) / Postfix: Out: 354
  {
    says: /in reply to\s+end\s+of\s+DATA|after end of data|after I sent the message|final DATA|\(state 1[78]\)|after DATA\b|\(DATA\)/i,
    phase: "dot",
  },
  // Postfix: (in reply to DATA command) / Sendmail: >>> DATA / m-FILTER: -------SMTP command\nDATA
  {
    says: new RegExp(String.raw`${COMMAND_PREFIX}DATA\b|SMTP command\s+DATA|failed on DATA command`),
    phase: "data",
  },
  // Exim: after EHLO neko.example.com: / Postfix: (in reply to EHLO command) / qmail: but my name was rejected.
  {
    says: new RegExp(String.raw`${COMMAND_PREFIX}(?:EHLO|HELO|LHLO)\b|my name was rejected`),
    phase: "ehlo",
  },
  // Exim: after initial connection: / Postfix: refused to talk to me: / qmail: Connected to 192.0.2.1 but greeting failed.
  {
    says: /after initial connection|refused to talk to me|greeting failed|\bin (?:reply|response) to (?:the )?(?:connect|greeting)/i,
    phase: "greeting",
  },
];

/** The phase that these words name, or null. */
export function phaseOf(text: string): Phase | null {
  return PHASES.find(({ says }) => says.test(text))?.phase ?? null;
}
