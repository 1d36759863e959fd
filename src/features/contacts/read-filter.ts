import { errors } from "../../platform/errors/index.ts";
import { readIdRange } from "../../platform/http/index.ts";
import type { ContactFilterQuery } from "./http/schema.ts";
import type { ContactFilter } from "./page-queries.ts";
import type { Properties } from "./read-contact-fields.ts";
import { searchPatterns } from "./search-text.ts";

/** A longer number could not be exact. */
const JSON_SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)$/;

/** Errors: `validation_failed`. */
export function readFilter(accountId: string, query: ContactFilterQuery): ContactFilter {
  const { created_after: after, created_before: before } = query;
  return {
    accountId,
    ...readIdRange({ after, before }, "created_"),
    subscribed: query.subscribed ?? null,
    patterns: searchPatterns(query.search ?? ""),
    properties: query.property === undefined ? [] : readProperty(query.property),
  };
}

/** Reads `name:value`. The value may be text, or a number, `true`, `false` or `null` as in JSON. */
function readProperty(text: string): Properties[] {
  const colon = text.indexOf(":");
  if (colon < 1) throw problem("property", "must have the form name:value, such as plan:pro");
  const name = text.slice(0, colon);
  const value = text.slice(colon + 1);
  return JSON_SCALAR.test(value) ? [{ [name]: value }, { [name]: JSON.parse(value) }] : [{ [name]: value }];
}

function problem(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}
