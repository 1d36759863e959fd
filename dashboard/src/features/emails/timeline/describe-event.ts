import type { EmailEvent } from "../../../api-types.ts";
import { REFUSAL_MEANINGS } from "../refusal-meanings.ts";
import { EVENT_LOOKS } from "../status-badge.tsx";

export type EventWords = {
  title: string;
  /** One or two sentences. */
  text: string;
  /** The receiving server's reply, verbatim. */
  reply: { host: string; line: string } | null;
  /** The route and the rule that chose it, the encryption, the source address, another tracking host. */
  route: string | null;
};

/** The object that the server accepts or rejects in each SMTP phase. */
const PHASES = new Map([
  ["connect", "the connection"],
  ["greeting", "the connection"],
  ["ehlo", "the greeting (EHLO)"],
  ["starttls", "encryption (STARTTLS)"],
  ["tls", "the TLS handshake"],
  ["auth", "the sign-in (AUTH)"],
  ["mail", "the sender (MAIL FROM)"],
  ["rcpt", "the recipient (RCPT TO)"],
  ["data", "the message (DATA)"],
  ["body", "the message during the transfer"],
  ["dot", "the message"],
]);

/** Describes a recipient's event. */
export function describeEvent({ type, detail }: EmailEvent): EventWords {
  return {
    title: EVENT_LOOKS[type].label,
    text: describe(type, detail),
    reply: detail.line ? { host: hostOf(detail), line: detail.line } : null,
    route: describeRoute(type, detail),
  };
}

/** "By relay mailgun-eu: rule 2 “newsletters” sends bulk mail by relay mailgun-eu." Null for the default route. */
function describeRoute(
  type: EmailEvent["type"],
  { route, rule, reason, tls, plaintext, source, policy, tracking }: EmailEvent["detail"],
): string | null {
  const before = /\((tried before: .*)\)$/s.exec(reason ?? "")?.[1];
  const relay = route?.startsWith("relay ") || (rule !== undefined && route !== "hold") ? `by ${route}` : "";
  const choice = [relay, rule].filter(Boolean).join(": ");
  // A rejected message was never sent, so its encryption is unknown.
  const wasClear = type === "delivered" && (policy ?? plaintext) !== undefined && tls === undefined;
  const inClear = plaintext ? `not encrypted (${plaintext.replace(/\.$/, "")})` : "not encrypted";
  const encryption = tls ? `encrypted with ${tls}` : wasClear && inClear;
  const connection = [encryption, source && `sent from ${source}`].filter(Boolean).join(", ");
  return [choice, before, connection, policy, tracking].map(sentence).filter(Boolean).join(" ") || null;
}

type Detail = EmailEvent["detail"];

function describe(type: EmailEvent["type"], detail: Detail): string {
  const reason = sentence(detail.reason);
  switch (type) {
    case "delivered":
      return sentence(`accepted by ${hostOf(detail)}`);
    case "deferred":
    case "bounced":
    case "uncertain":
      if (detail.bounce) return sentence(`returned by ${hostOf(detail)}: ${BOUNCE_NAMES[detail.bounce]}`);
      // The reason repeats the reply, which is shown separately.
      if (detail.line) return describeReply(detail, OUTCOMES[type]);
      return reason || EVENT_LOOKS[type].meaning;
    case "expired":
      return `No further retries. ${detail.line ? "" : reason}`.trim();
    default:
      return EVENT_LOOKS[type].meaning;
  }
}

const OUTCOMES = {
  deferred: "deferred",
  bounced: "rejected",
  uncertain: "did not confirm",
};

/** The kinds of a bounce message (RFC 3464). */
const BOUNCE_NAMES = {
  hard: "permanent failure",
  soft: "temporary failure",
};

/** "mx1.example.com rejected the recipient (RCPT TO): the mailbox is full." */
function describeReply(detail: Detail, outcome: string): string {
  const rejected = PHASES.get(detail.phase ?? "") ?? "the message";
  const meaning = detail.meaning === undefined ? undefined : REFUSAL_MEANINGS.get(detail.meaning);
  const why = meaning === undefined ? "" : `: ${meaning}`;
  return sentence(`${hostOf(detail)} ${outcome} ${rejected}${why}`);
}

function hostOf(detail: Detail): string {
  return detail.host ?? "the receiving server";
}

/** Capitalizes the first letter, except of a host name. */
function sentence(text = ""): string {
  const trimmed = text.trim().replace(/\.$/, "");
  if (trimmed === "") return "";
  const isHost = /^[^\s]*\.[^\s]/.test(trimmed);
  return `${isHost ? trimmed : `${trimmed[0]?.toUpperCase()}${trimmed.slice(1)}`}.`;
}
