import { isHardReason } from "../../../mail/smtp/index.ts";
import type { WebhookEvent } from "../webhook-event.ts";

type Detail = Partial<Record<string, unknown>>;

/** The parts of an event that other formats use. Unknown parts are empty. */
export function detailOf({ mail }: WebhookEvent) {
  const data = mail?.data;
  const detail: Detail = data?.detail ?? {};
  const line = text(detail.line) || text(detail.reason);
  return {
    recipient: data?.recipient ?? "",
    from: data?.from ?? "",
    /** With angle brackets, as other products have it. */
    messageId: data ? `<${data.message_id}>` : "",
    mailSubject: data?.subject ?? "",
    metadata: data?.metadata ?? {},
    attempt: data?.attempt ?? 0,
    /** The server's reply, or our reason. */
    line,
    reason: text(detail.reason) || line,
    enhanced: text(detail.enhanced),
    code: typeof detail.code === "number" ? String(detail.code) : "",
    /** Set for an open or a click. */
    agent: text(detail.agent),
    /** The first address of a network, as which most settings store it: receivers read an IP address. */
    ip: text(detail.network).replace(/\/\d+$/, ""),
    link: text(detail.url),
    /** The reason of a refusal or a suppression, such as `mailbox_full`. */
    meaning: text(detail.meaning),
    bounce: kindOfBounce(detail),
  };
}

/** RFC 3463 §3.2: the address or the domain does not exist, or takes no mail. */
const BAD_ADDRESS = /^5\.1\.(?:1|2|10)$/;

/**
 * `hard`: the address will never work. `soft`: it may work later, or the mail or its sender was the cause. A server's 5xx is not always
 * hard, and receivers stop using an address after a hard bounce.
 */
function kindOfBounce({ bounce, ...detail }: Detail): "hard" | "soft" | "unknown" {
  // A bounce message that came back was judged when it was read.
  if (bounce === "hard" || bounce === "soft") return bounce;
  const [meaning, enhanced] = [text(detail.meaning), text(detail.enhanced)];
  if (enhanced.startsWith("4.")) return "soft";
  if (meaning !== "") return isHardReason(meaning) ? "hard" : "soft";
  // Results without a server's reply: of the DNS and of the simulator.
  return BAD_ADDRESS.test(enhanced) ? "hard" : "unknown";
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
