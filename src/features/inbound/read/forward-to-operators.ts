import type { Outcome } from "../outcome.ts";
import type { ClaimedMessage } from "../queries.ts";
import { MessageRate } from "../smtp-server/message-rate.ts";
import type { InboundMessage } from "../smtp-server/receive-message.ts";

type ForwardedMail = {
  to: string[];
  subject: string;
  text: string;
  headers: Record<string, string>;
  attachments: { filename: string; content: string; content_type: string }[];
};

type Deps = {
  /** Empty: nobody is told, and the mail is kept. */
  addresses: readonly string[];
  /** Puts it into the queue once for an `idempotencyKey`; false: there is no account yet from which it could go. */
  send: (mail: ForwardedMail, idempotencyKey: string) => Promise<boolean>;
};

/** More is read by nobody, and whoever floods these addresses must not make us flood others. */
const perHour = 30;
const hourMs = 3_600_000;
/** RFC 3834 §3.1.7: what answers or forwards by itself marks what it sends, so that it knows it again. */
const loopHeader = "X-Loop";

export type ForwardToOperators = (
  message: ClaimedMessage,
) => Promise<Extract<Outcome, "forwarded" | "kept" | "nothing">>;

/** Forwards mail to postmaster and abuse (RFC 5321 §4.5.1, RFC 2142 §2) to people. */
export function createForwardToOperators({ addresses, send }: Deps): ForwardToOperators {
  const rate = new MessageRate(perHour, hourMs);
  return async (message) => {
    if (!mayGoOn(message)) return "nothing";
    if (addresses.length === 0) return "kept";
    // What is read again may have been sent: it had its turn.
    if (message.attempts === 1 && !rate.take("")) return "kept";
    return (await send(forwardOf(message, addresses), `inbound-${message.id}`)) ? "forwarded" : "kept";
  };
}

/** RFC 5321 §4.5.5: without a return path it is a notice of some program, perhaps about what we forwarded. */
function mayGoOn({ envelopeFrom, raw }: InboundMessage): boolean {
  const end = raw.indexOf("\r\n\r\n");
  const header = raw.toString("latin1", 0, end < 0 ? raw.length : end);
  return envelopeFrom !== "" && !new RegExp(`^${loopHeader}[ \t]*:`, "im").test(header);
}

function forwardOf(message: InboundMessage, addresses: readonly string[]): ForwardedMail {
  const { raw, sizeBytes, envelopeFrom, recipients, helo, clientIp } = message;
  const cut = raw.length < sizeBytes ? `, its first ${raw.length} of ${sizeBytes} bytes` : "";
  return {
    to: [...addresses],
    subject: `Mail to ${recipients.join(", ").slice(0, 200)}`,
    text: `Somebody wrote to this mail server. The message is attached as it came${cut}.

To: ${recipients.join(", ")}
From: ${envelopeFrom} (unproven)
Brought by: ${helo} [${clientIp}]

An answer to this mail reaches nobody: answer the attached message.
`,
    // RFC 3834 §5: so that nobody's absence is told to us.
    headers: { [loopHeader]: "posthouse", "Auto-Submitted": "auto-generated" },
    attachments: [
      { filename: "message.eml", content: raw.toString("base64"), content_type: "message/rfc822" },
    ],
  };
}
