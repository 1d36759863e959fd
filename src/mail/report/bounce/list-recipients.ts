import type { Phase } from "../../smtp/outcome.ts";
import { fieldOf, fieldsNamed } from "../message/read-fields.ts";
import type { Mail } from "../message/read-parts.ts";
import { readHeaderText } from "../message/read-text.ts";
import type { Action, BounceRecipient } from "../report.ts";
import { addressesOf } from "./addresses-of-sender.ts";
import { localNamesIn, type Mention } from "./find-recipients.ts";
import { judge } from "./judge.ts";
import { DELAY_WORDS, SUCCESS_WORDS } from "./notice-words.ts";
import { phaseOf } from "./phase-of.ts";
import type { RecipientStatus } from "./read-delivery-status.ts";
import type { Notice } from "./read-notice.ts";
import { replyIn } from "./reply-in.ts";
import { SERVERS, type Server } from "./servers.ts";

type Context = { mail: Mail; notice: Notice; mentions: Mention[]; senders: Set<string> };
type Said = { reply: string | null; phase: Phase | null };

/** More in the To of the original are no hint whom the notice means. */
const MAX_GUESSES = 5;
/** G11: a return path is of one recipient; whoever names thousands wants to keep us busy. */
const MAX_NAMED = 100;

/** The recipients of a message/delivery-status; the text for people tells what its fields leave out. */
export function recipientsByStatus(
  statuses: RecipientStatus[],
  { mail, notice, mentions, senders }: Context,
): BounceRecipient[] {
  const action = actionOf(mail, notice);
  const server = serverOf(notice);
  const read = createReader();
  return statuses.map((status) => {
    const address = status.address ?? status.originalAddress;
    const mention = mentionOf(address, mentions) ?? (statuses.length === 1 ? wholeText(notice) : null);
    return judge({
      address: address ?? mentions[0]?.address ?? null,
      originalAddress: differing(status.originalAddress ?? mention?.formerly ?? null, address),
      action: status.action ?? action,
      status: status.status,
      reply: mention ? saidOf(status, mention.text, read) : status.diagnostic,
      context: [status.comment, mention?.text ?? ""].join(" "),
      host: status.host,
      phase: phaseOf(status.diagnostic) ?? (mention && read(mention.text).phase) ?? server?.phase ?? null,
      senders,
      otherwise: server?.reason ?? null,
    });
  });
}

/** The recipients of a notice without fields: whom its header names, its text, or the message that came back. */
export function recipientsByText({ mail, notice, mentions, senders }: Context): BounceRecipient[] {
  const failed = fieldsNamed(mail.fields, "x-failed-recipients").flatMap(addressesOf).slice(0, MAX_NAMED);
  const action = actionOf(mail, notice);
  const server = serverOf(notice);
  const read = createReader();
  const own = server?.recipient?.exec(notice.text)?.[1];
  const inText = own ? [own] : mentions.map(({ address }) => address);
  const named = failed.length > 0 ? failed : inText;
  const local = named.length > 0 ? named : localUsersOf(mail, notice);
  const chosen = local.length > 0 ? local : guessesFrom(notice);
  return (chosen.length > 0 ? chosen : [null]).map((address) => {
    const mention = mentionOf(address, mentions) ?? wholeText(notice);
    const isAlone = chosen.length === 1;
    return judge({
      address,
      originalAddress: differing(mention.formerly, address),
      action,
      status: null,
      reply: read(mention.text).reply ?? (isAlone ? read(notice.text).reply : null) ?? mention.text,
      context: isAlone ? notice.text : mention.text,
      host: null,
      phase: read(mention.text).phase ?? server?.phase ?? null,
      senders,
      otherwise: server?.reason ?? null,
    });
  });
}

/** Diagnostic-Code, unless it is no server's word (`X-Unix; 77`) and the text for people has one. */
function saidOf({ diagnostic }: RecipientStatus, text: string, read: (text: string) => Said): string {
  if (/\b[245]\d\d\b|\b[245]\.\d+\.\d/.test(diagnostic)) return diagnostic;
  return read(text).reply ?? (diagnostic || text);
}

/** Reads each text once: many recipients may share a long one. */
function createReader(): (text: string) => Said {
  const read = new Map<string, Said>();
  return (text) => {
    const known = read.get(text) ?? { reply: replyIn(text), phase: phaseOf(text) };
    read.set(text, known);
    return known;
  };
}

function mentionOf(address: string | null, mentions: Mention[]): Mention | null {
  return mentions.find((mention) => mention.address.toLowerCase() === address?.toLowerCase()) ?? null;
}

function wholeText({ text }: Notice): Mention {
  return { address: "", formerly: null, text };
}

/** Users of the server that wrote the notice, by the names that it knows them by. */
function localUsersOf({ fields }: Mail, { text }: Notice): string[] {
  const [daemon] = addressesOf(fieldOf(fields, "from") ?? "");
  const domain = daemon?.slice(daemon.lastIndexOf("@") + 1);
  return domain
    ? localNamesIn(text)
        .slice(0, MAX_NAMED)
        .map((name) => `${name}@${domain}`)
    : [];
}

function guessesFrom({ original }: Notice): string[] {
  const guesses = addressesOf(original?.to ?? "");
  return guesses.length > MAX_GUESSES ? [] : guesses;
}

function differing(before: string | null, now: string | null): string | null {
  return before === null || before.toLowerCase() === now?.toLowerCase() ? null : before;
}

function actionOf({ fields }: Mail, { text }: Notice): Action {
  const all = `${readHeaderText(fieldOf(fields, "subject") ?? "")}\n${text}`;
  if (SUCCESS_WORDS.test(all)) return "delivered";
  return DELAY_WORDS.test(all) ? "delayed" : "failed";
}

function serverOf({ text }: Notice): Server | undefined {
  return SERVERS.find(({ line }) => line.test(text));
}
