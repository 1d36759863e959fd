import { compareKey, domainOf } from "../../../mail/address/index.ts";
import { escapeLike } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { readIdRange } from "../../../platform/http/index.ts";
import { readAddress } from "../read-address.ts";
import type { SuppressionReason, SuppressionSource } from "../suppression.ts";
import type { SuppressionFilter } from "./page-queries.ts";

/** The list filters as API input. */
export type FilterInput = {
  search?: string;
  reason?: SuppressionReason;
  source?: SuppressionSource["type"];
  domain?: string;
  reply?: string;
  after?: string;
  before?: string;
};

const STATUS_SHAPE = /^[245]\.\d{1,3}\.\d{1,3}$/;

/** Errors: `validation_failed` with the invalid field. */
export function readFilter(accountId: string, input: FilterInput): SuppressionFilter {
  const reply = input.reply?.trim() ?? "";
  const isStatus = STATUS_SHAPE.test(reply);
  return {
    accountId,
    ...readIdRange(input),
    reasons: input.reason === undefined ? null : [input.reason],
    source: input.source ?? null,
    domain: input.domain === undefined ? null : readDomain(input.domain),
    status: isStatus ? reply : null,
    replyPattern: isStatus || reply === "" ? null : containing(readReply(reply)),
    addressPattern: readSearch(input.search?.trim() ?? ""),
  };
}

/** A complete address matches in any spelling. One or two characters have no trigram, so they match only at the beginning of an address. */
function readSearch(search: string): string | null {
  if (search === "") return null;
  const parsed = readAddress(search);
  const text = "address" in parsed ? compareKey(parsed.address) : search.normalize("NFC").toLowerCase();
  return text.length < 3 ? `${literal(text)}%` : containing(text);
}

/** The index consists of trigrams: a shorter text would scan every row of the account. */
function readReply(reply: string): string {
  if ([...reply].length >= 3 && /[\p{L}\p{N}]/u.test(reply)) return reply;
  throw problem("reply", "must have at least three characters, including a letter or digit");
}

/** Returns the domain in its stored form: lower case, A-labels. */
function readDomain(text: string): string {
  const parsed = readAddress(`a@${text.trim().replace(/^@/, "")}`);
  if ("problem" in parsed) throw problem("domain", "is not a domain; use the form example.com");
  return domainOf(compareKey(parsed.address));
}

function containing(text: string): string {
  return `%${literal(text)}%`;
}

/** Escapes text for LIKE, without characters that the database cannot store. */
function literal(text: string): string {
  return escapeLike(text.toWellFormed().replaceAll("\0", ""));
}

function problem(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}
