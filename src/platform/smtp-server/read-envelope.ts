import type { SMTPServerAddress } from "smtp-server";
import { parseMailbox } from "../../mail/address/index.ts";
import { SmtpReply } from "./smtp-reply.ts";

/** Parameters of MAIL: RFC 1870, RFC 6152, RFC 6531. AUTH= (RFC 4954 §5) is accepted and not relayed. */
const MAIL_PARAMETERS = new Set(["SIZE", "BODY", "SMTPUTF8", "AUTH"]);
const RCPT_PARAMETERS = new Set<string>();

/** Checks the parameters of MAIL or RCPT. Throws SmtpReply for one that EHLO did not offer (RFC 5321 §4.1.1.11). */
export function checkParameters({ args }: SMTPServerAddress, command: "MAIL" | "RCPT"): void {
  const known = command === "MAIL" ? MAIL_PARAMETERS : RCPT_PARAMETERS;
  const unknown = Object.keys(args || {}).find((name) => !known.has(name));
  if (unknown !== undefined) throw new SmtpReply(555, `5.5.4 Parameter of ${command} not offered here`);
}

/** The address of MAIL or RCPT with its domain as A-labels; "" for the null path. Throws SmtpReply. */
export function readPath({ address }: SMTPServerAddress, { utf8 }: { utf8: boolean }): string {
  if (address === "") return "";
  const parsed = parseMailbox(address);
  if (!parsed.ok) throw new SmtpReply(553, `5.1.3 ${parsed.reason.replace(/[^ -~]+/g, " ")}`);
  // RFC 6531 §3.7.4.2 prescribes 553 5.6.7 for such a path without SMTPUTF8.
  if (!utf8 && /[^ -~]/.test(parsed.mailbox.address))
    throw new SmtpReply(553, "5.6.7 A non-ASCII address needs SMTPUTF8");
  return parsed.mailbox.address;
}

/** The size that MAIL declared, or 0. */
export function declaredSize({ args }: SMTPServerAddress): number {
  const size = args ? (args as Record<string, unknown>).SIZE : undefined;
  return typeof size === "string" ? Number(size) : 0;
}
