import { timingSafeEqual } from "node:crypto";
import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import type { Principal, RequestHook } from "../../../platform/http/index.ts";
import type { AccountDeps } from "../deps.ts";
import { apiKeyLength, hashApiKey, holdsApiKey, prefixOf } from "./api-key.ts";
import { KeyUsage } from "./key-usage.ts";
import { findActiveKey } from "./queries.ts";

/** A revoked key works no longer than this, on any node; within it the busiest key costs one query. */
const cacheMs = 500;
const maxCachedKeys = 10_000;
/** RFC 6750 §2.1 and RFC 9110 §11.1: the scheme in any case, one space, one credential. */
const scheme = "Bearer ";
const bearer = /^bearer [!-~]+$/i;
const headerLength = scheme.length + apiKeyLength;

/** Hook for routes of programs: a valid API key in the Authorization header, and nothing else, is a credential. Error: `unauthorized`. */
export function requireKey({ database, log }: AccountDeps): RequestHook {
  const usage = new KeyUsage(database, log);
  // By the whole header, so that a key in constant use is read, hashed and compared twice a second and not with each request.
  const principals = new ShortCache<string, Principal | null>({
    load: (header) => verify(database, header),
    ttlMs: cacheMs,
    maxEntries: maxCachedKeys,
  });

  return async (request) => {
    // A URL ends up in logs, histories and Referer headers: a key in it is a leaked key, even beside a proper header.
    if (request.url.includes("?") && holdsApiKey(request.url))
      throw unauthorized("Send the API key in the Authorization header; in a URL it leaks. Revoke this one.");
    const header = request.headers.authorization ?? "";
    if (header.length !== headerLength || !bearer.test(header))
      throw unauthorized("Send your API key: Authorization: Bearer ph_…");
    const principal = await principals.get(header);
    if (!principal)
      throw unauthorized("This API key is not valid. Create one in the dashboard under Settings, API keys.");
    request.principal = principal;
    usage.note({ accountId: principal.accountId, keyId: principal.keyId ?? 0 });
  };
}

/** A typo is refused by its checksum, without a query. */
async function verify(database: Database, header: string): Promise<Principal | null> {
  const key = header.slice(scheme.length);
  const prefix = prefixOf(key);
  const known = prefix === null ? null : await findActiveKey(database, prefix);
  if (!known || !timingSafeEqual(known.secretHash, hashApiKey(key))) return null;
  return Object.freeze({ accountId: known.accountId, via: "key", keyId: known.keyId, userId: null });
}

function unauthorized(message: string) {
  return errors.unauthorized(message, { headers: { "www-authenticate": "Bearer" } });
}
