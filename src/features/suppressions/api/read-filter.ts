import { compareKey, domainOf } from "../../../mail/address/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { firstIdAt, lastId } from "../../../platform/ids/index.ts";
import { readAddress } from "../read-address.ts";
import type { SuppressionReason, SuppressionSource } from "../suppression.ts";
import type { SuppressionFilter } from "./page-queries.ts";

/** The filters of the list, as the API takes them. */
export type FilterInput = {
  search?: string;
  reason?: SuppressionReason;
  source?: SuppressionSource["type"];
  domain?: string;
  reply?: string;
  after?: string;
  before?: string;
};

const statusShape = /^[245]\.\d{1,3}\.\d{1,3}$/;

/** Errors: `validation_failed` with the field invalid. */
export function readFilter(accountId: string, input: FilterInput): SuppressionFilter {
  const reply = input.reply?.trim() ?? "";
  const isStatus = statusShape.test(reply);
  return {
    accountId,
    fromId: firstIdAt(input.after === undefined ? new Date(0) : readTime("after", input.after)),
    beforeId: input.before === undefined ? lastId : firstIdAt(readTime("before", input.before)),
    reasons: input.reason === undefined ? null : [input.reason],
    source: input.source ?? null,
    domain: input.domain === undefined ? null : readDomain(input.domain),
    status: isStatus ? reply : null,
    replyPattern: isStatus || reply === "" ? null : containing(readReply(reply)),
    addressPattern: readSearch(input.search?.trim() ?? ""),
  };
}

/** A whole address is found in any spelling. One or two characters have no trigram, so they are found where an address begins. */
function readSearch(search: string): string | null {
  if (search === "") return null;
  const read = readAddress(search);
  const text = "address" in read ? compareKey(read.address) : search.normalize("NFC").toLowerCase();
  return text.length < 3 ? `${literal(text)}%` : containing(text);
}

/** The index holds trigrams: less would be looked for in every row of the account. */
function readReply(reply: string): string {
  if ([...reply].length >= 3 && /[\p{L}\p{N}]/u.test(reply)) return reply;
  throw problem("reply", "must have at least three characters, one of them a letter or digit");
}

/** In the form in which suppressions keep it: lower case, A-labels. */
function readDomain(text: string): string {
  const read = readAddress(`a@${text.trim().replace(/^@/, "")}`);
  if ("problem" in read) throw problem("domain", "is not a domain; write it as example.com");
  return domainOf(compareKey(read.address));
}

function readTime(path: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw problem(path, "is not a time that exists; write it as 2026-11-21T08:00:00Z");
  return time;
}

function containing(text: string): string {
  return `%${literal(text)}%`;
}

/** For LIKE. */
function literal(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\0", "")
    .replace(/[\\%_]/g, "\\$&");
}

function problem(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}
