import type { Phase } from "../../smtp/outcome.ts";
import { fieldOf, fieldsNamed } from "../message/read-fields.ts";
import type { Mail } from "../message/read-parts.ts";
import { readHeaderText } from "../message/read-text.ts";
import type { Action, BounceRecipient } from "../report.ts";
import { addressesOf } from "./addresses-of-sender.ts";
import { DELAY_WORDS, SUCCESS_WORDS } from "./bounce-words.ts";
import { localNamesIn, type Mention } from "./find-recipients.ts";
import { judge } from "./judge.ts";
import { phaseOf } from "./phase-of.ts";
import type { BounceMessage } from "./read-bounce-message.ts";
import type { RecipientStatus } from "./read-delivery-status.ts";
import { replyIn } from "./reply-in.ts";
import { SERVERS, type Server } from "./servers.ts";

type Context = { mail: Mail; bounceMessage: BounceMessage; mentions: Mention[]; senders: Set<string> };
type Quote = { reply: string | null; phase: Phase | null };

/** If the To field of the original has more addresses, it does not show which recipient failed. */
const MAX_GUESSES = 5;
/** G11: a return path belongs to one recipient. A bounce that names thousands is an attack. */
const MAX_NAMED = 100;

/** The recipients of a message/delivery-status, completed from the human-readable text. */
export function recipientsByStatus(
  statuses: RecipientStatus[],
  { mail, bounceMessage, mentions, senders }: Context,
): BounceRecipient[] {
  const action = actionOf(mail, bounceMessage);
  const server = serverOf(bounceMessage);
  const read = createReader();
  return statuses.map((status) => {
    const address = status.address ?? status.originalAddress;
    const mention = mentionOf(address, mentions) ?? (statuses.length === 1 ? wholeText(bounceMessage) : null);
    return judge({
      address: address ?? mentions[0]?.address ?? null,
      originalAddress: differing(status.originalAddress ?? mention?.formerly ?? null, address),
      action: status.action ?? action,
      status: status.status,
      reply: mention ? replyOf(status, mention.text, read) : status.diagnostic,
      context: [status.comment, mention?.text ?? ""].join(" "),
      host: status.host,
      phase: phaseOf(status.diagnostic) ?? (mention && read(mention.text).phase) ?? server?.phase ?? null,
      senders,
      defaultReason: server?.reason ?? null,
    });
  });
}

/** The recipients of a bounce without machine-readable fields: from its header, its text, or the returned message. */
export function recipientsByText({ mail, bounceMessage, mentions, senders }: Context): BounceRecipient[] {
  const failed = fieldsNamed(mail.fields, "x-failed-recipients").flatMap(addressesOf).slice(0, MAX_NAMED);
  const action = actionOf(mail, bounceMessage);
  const server = serverOf(bounceMessage);
  const read = createReader();
  const serverRecipient = server?.recipient?.exec(bounceMessage.text)?.[1];
  const inText = serverRecipient ? [serverRecipient] : mentions.map(({ address }) => address);
  const named = failed.length > 0 ? failed : inText;
  const local = named.length > 0 ? named : localUsersOf(mail, bounceMessage);
  const chosen = local.length > 0 ? local : guessesFrom(bounceMessage);
  return (chosen.length > 0 ? chosen : [null]).map((address) => {
    const mention = mentionOf(address, mentions) ?? wholeText(bounceMessage);
    const isAlone = chosen.length === 1;
    return judge({
      address,
      originalAddress: differing(mention.formerly, address),
      action,
      status: null,
      reply: read(mention.text).reply ?? (isAlone ? read(bounceMessage.text).reply : null) ?? mention.text,
      context: isAlone ? bounceMessage.text : mention.text,
      host: null,
      phase: read(mention.text).phase ?? server?.phase ?? null,
      senders,
      defaultReason: server?.reason ?? null,
    });
  });
}

/** Returns Diagnostic-Code, unless it is not a server's reply (`X-Unix; 77`) and the human-readable text has one. */
function replyOf({ diagnostic }: RecipientStatus, text: string, read: (text: string) => Quote): string {
  if (/\b[245]\d\d\b|\b[245]\.\d+\.\d/.test(diagnostic)) return diagnostic;
  return read(text).reply ?? (diagnostic || text);
}

/** Reads each text once, because many recipients may share a long one. */
function createReader(): (text: string) => Quote {
  const read = new Map<string, Quote>();
  return (text) => {
    const quote = read.get(text) ?? { reply: replyIn(text), phase: phaseOf(text) };
    read.set(text, quote);
    return quote;
  };
}

function mentionOf(address: string | null, mentions: Mention[]): Mention | null {
  return mentions.find((mention) => mention.address.toLowerCase() === address?.toLowerCase()) ?? null;
}

function wholeText({ text }: BounceMessage): Mention {
  return { address: "", formerly: null, text };
}

/** The addresses of users that the bounce names without a domain, completed with the domain of the server that wrote it. */
function localUsersOf({ fields }: Mail, { text }: BounceMessage): string[] {
  const [daemon] = addressesOf(fieldOf(fields, "from") ?? "");
  const domain = daemon?.slice(daemon.lastIndexOf("@") + 1);
  return domain
    ? localNamesIn(text)
        .slice(0, MAX_NAMED)
        .map((name) => `${name}@${domain}`)
    : [];
}

function guessesFrom({ original }: BounceMessage): string[] {
  const guesses = addressesOf(original?.to ?? "");
  return guesses.length > MAX_GUESSES ? [] : guesses;
}

function differing(original: string | null, final: string | null): string | null {
  return original === null || original.toLowerCase() === final?.toLowerCase() ? null : original;
}

function actionOf({ fields }: Mail, { text }: BounceMessage): Action {
  const all = `${readHeaderText(fieldOf(fields, "subject") ?? "")}\n${text}`;
  if (SUCCESS_WORDS.test(all)) return "delivered";
  return DELAY_WORDS.test(all) ? "delayed" : "failed";
}

function serverOf({ text }: BounceMessage): Server | undefined {
  return SERVERS.find(({ line }) => line.test(text));
}
