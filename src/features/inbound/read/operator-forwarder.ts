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
  /** Without addresses, mail is stored and not forwarded. */
  addresses: readonly string[];
  /** Queues the mail once per `idempotencyKey`. Returns false while there is no account to send it from. */
  send: (mail: ForwardedMail, idempotencyKey: string) => Promise<boolean>;
};

/** People do not read more than this, and a flood of these addresses must not turn into a flood of the operator's. */
const MAX_PER_HOUR = 30;
const HOUR_MS = 3_600_000;
/** RFC 3834 §3.1.7: an automatic forwarder marks its messages, so that it recognizes its own and avoids loops. */
const LOOP_HEADER = "X-Loop";

export type ForwardToOperators = (
  message: ClaimedMessage,
) => Promise<Extract<Outcome, "forwarded" | "kept" | "nothing">>;

/** Forwards mail for postmaster and abuse (RFC 5321 §4.5.1, RFC 2142 §2) to the operators of this server. */
export class OperatorForwarder {
  readonly #deps: Deps;
  readonly #rate = new MessageRate(MAX_PER_HOUR, HOUR_MS);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async forward(message: ClaimedMessage): ReturnType<ForwardToOperators> {
    const { addresses, send } = this.#deps;
    if (!mayForward(message)) return "nothing";
    if (addresses.length === 0) return "kept";
    // A message that is read again was counted the first time, and may have been sent.
    if (message.attempts === 1 && !this.#rate.take("")) return "kept";
    return (await send(forwardOf(message, addresses), `inbound-${message.id}`)) ? "forwarded" : "kept";
  }
}

/** RFC 5321 §4.5.5: mail with a null return path is from a program, perhaps a bounce of our forwarded mail. */
function mayForward({ envelopeFrom, raw }: InboundMessage): boolean {
  const end = raw.indexOf("\r\n\r\n");
  const header = raw.toString("latin1", 0, end < 0 ? raw.length : end);
  return envelopeFrom !== "" && !new RegExp(`^${LOOP_HEADER}[ \t]*:`, "im").test(header);
}

function forwardOf(message: InboundMessage, addresses: readonly string[]): ForwardedMail {
  const { raw, sizeBytes, envelopeFrom, recipients, helo, clientIp } = message;
  const cut = raw.length < sizeBytes ? ` (only the first ${raw.length} of ${sizeBytes} bytes)` : "";
  return {
    to: [...addresses],
    subject: `Mail to ${recipients.join(", ").slice(0, 200)}`,
    text: `This mail server received the attached message${cut}.

To: ${recipients.join(", ")}
From: ${envelopeFrom} (not verified)
Received from: ${helo} [${clientIp}]

Do not reply to this mail. Reply to the attached message instead.
`,
    // RFC 3834 §5: asks mail programs not to send an automatic reply.
    headers: { [LOOP_HEADER]: "posthouse", "Auto-Submitted": "auto-generated" },
    attachments: [
      { filename: "message.eml", content: raw.toString("base64"), content_type: "message/rfc822" },
    ],
  };
}
