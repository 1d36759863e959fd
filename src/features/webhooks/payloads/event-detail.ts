import type { WebhookEvent } from "../webhook-event.ts";

/** The parts of an event that other formats use. Unknown parts are empty. */
export function detailOf({ mail }: WebhookEvent) {
  const data = mail?.data;
  const detail = (data?.detail ?? {}) as Partial<Record<string, unknown>>;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
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
    /** `soft`: the address may work later. */
    isSoft: detail.bounce === "soft" || text(detail.enhanced).startsWith("4."),
  };
}
