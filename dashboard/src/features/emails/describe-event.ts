import type { EmailEvent } from "../../api-types.ts";
import { REFUSAL_MEANINGS } from "./refusal-meanings.ts";
import { EVENT_LOOKS } from "./status-badge.tsx";

export type EventWords = {
  title: string;
  /** What happened, in a sentence or two. */
  text: string;
  /** The other server's own words, and whose they are. */
  reply: { host: string; line: string } | null;
  /** By which way it went, and why, where somebody chose it; how it was encrypted, and from which of our addresses it came. */
  way: string | null;
};

/** Where in the conversation it was answered, for those who do not speak SMTP. */
const PHASES = new Map([
  ["connect", "On connecting"],
  ["greeting", "Instead of a greeting"],
  ["ehlo", "When greeted (EHLO)"],
  ["starttls", "When asked for encryption (STARTTLS)"],
  ["tls", "When setting up encryption (TLS)"],
  ["auth", "When signing in (AUTH)"],
  ["mail", "When told the sender (MAIL FROM)"],
  ["rcpt", "When told the recipient (RCPT TO)"],
  ["data", "When offered the message (DATA)"],
  ["body", "While the message was being sent"],
  ["dot", "After the whole message"],
]);

/** A recipient's event in plain words. */
export function describeEvent({ type, detail }: EmailEvent): EventWords {
  return {
    title: type === "deferred" ? "Not accepted yet" : EVENT_LOOKS[type].label,
    text: describe(type, detail),
    reply: detail.line ? { host: hostOf(detail), line: detail.line } : null,
    way: describeWay(type, detail),
  };
}

/** "By relay mailgun-eu: rule 2 “newsletters” sends bulk mail by relay mailgun-eu." Ways that nobody chose need no words. */
function describeWay(
  type: EmailEvent["type"],
  { route, rule, reason, tls, plaintext, source, policy }: EmailEvent["detail"],
): string | null {
  const before = /\((tried before: .*)\)$/s.exec(reason ?? "")?.[1];
  const way = route?.startsWith("relay ") || (rule !== undefined && route !== "hold") ? `by ${route}` : "";
  const words = [way, rule].filter(Boolean).join(": ");
  // Of what was refused nobody knows whether it would have been encrypted.
  const wasClear = type === "delivered" && (policy ?? plaintext) !== undefined && tls === undefined;
  const inClear = plaintext ? `not encrypted (${plaintext.replace(/\.$/, "")})` : "not encrypted";
  const encryption = tls ? `encrypted with ${tls}` : wasClear && inClear;
  const connection = [encryption, source && `sent from ${source}`].filter(Boolean).join(", ");
  return [words, before, connection, policy].map(sentence).filter(Boolean).join(" ") || null;
}

type Detail = EmailEvent["detail"];

function describe(type: EmailEvent["type"], detail: Detail): string {
  const reason = sentence(detail.reason);
  switch (type) {
    case "delivered":
      return sentence(`${hostOf(detail)} took responsibility for the message`);
    case "deferred":
    case "bounced":
    case "uncertain":
      if (detail.bounce) return sentence(`it came back: ${hostOf(detail)} ${CAME_BACK[detail.bounce]}`);
      // The reason of an answer only repeats it, and the answer is shown by itself.
      if (detail.line) return answered(detail, OUTCOMES[type]);
      return reason || EVENT_LOOKS[type].meaning;
    case "expired":
      return `Its time was up, so it is not tried again. ${detail.line ? "" : reason}`.trim();
    default:
      return EVENT_LOOKS[type].meaning;
  }
}

const OUTCOMES = {
  deferred: "asked to try again later",
  bounced: "refused it for good",
  uncertain: "left open whether it has the message",
};

/** RFC 3464: what the notice that came back says. */
const CAME_BACK = { hard: "refused it for good", soft: "could not deliver it" };

/** "When told the recipient (RCPT TO), mx1.example.com refused it for good." */
function answered(detail: Detail, outcome: string): string {
  const place = detail.phase === undefined ? undefined : PHASES.get(detail.phase);
  const meaning = detail.meaning === undefined ? undefined : REFUSAL_MEANINGS.get(detail.meaning);
  const why = meaning === undefined ? "" : `: ${meaning}`;
  return sentence(`${place === undefined ? "" : `${place}, `}${hostOf(detail)} ${outcome}${why}`);
}

function hostOf(detail: Detail): string {
  return detail.host ?? "the next server";
}

/** Names of hosts stay as they are; other sentences begin with a capital letter. */
function sentence(text = ""): string {
  const trimmed = text.trim().replace(/\.$/, "");
  if (trimmed === "") return "";
  const isHost = /^[^\s]*\.[^\s]/.test(trimmed);
  return `${isHost ? trimmed : `${trimmed[0]?.toUpperCase()}${trimmed.slice(1)}`}.`;
}
