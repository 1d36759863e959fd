import type { RequestHook } from "../../../platform/http/index.ts";
import type { AccountDeps } from "../deps.ts";
import { apiKeyLength, holdsApiKey } from "../keys/api-key.ts";
import { KeyUsage } from "./key-usage.ts";
import { createKnownKeys } from "./known-keys.ts";
import { reasonToRefuseKey, unauthorized } from "./reason-to-refuse-key.ts";

/** RFC 6750 §2.1 and RFC 9110 §11.1: the scheme in any case, one space, one credential. */
const scheme = "Bearer ";
const bearer = /^bearer [!-~]+$/i;
const headerLength = scheme.length + apiKeyLength;

/**
 * Hook for routes of programs: a valid API key in the Authorization header, and nothing else, is a credential. Errors:
 * `unauthorized`, `key_expired`, `network_not_allowed`, `key_paused`.
 */
export function requireKey({ database, log }: AccountDeps): RequestHook {
  const usage = new KeyUsage(database, log);
  const knownKeys = createKnownKeys(database);

  return async (request) => {
    // A URL ends up in logs, histories and Referer headers: a key in it is a leaked key, even beside a proper header.
    if (request.url.includes("?") && holdsApiKey(request.url))
      throw unauthorized("Send the API key in the Authorization header; in a URL it leaks. Revoke this one.");
    const header = request.headers.authorization ?? "";
    if (header.length !== headerLength || !bearer.test(header))
      throw unauthorized("Send your API key: Authorization: Bearer ph_…");
    const known = await knownKeys.get(header.slice(scheme.length));
    if (!known)
      throw unauthorized("This API key is not valid. Create one in the dashboard under Settings, API keys.");
    // Also of a request that is refused: its account may know that somebody tried.
    request.principal = known.principal;
    const refusal = reasonToRefuseKey(known, () => request.ip);
    if (refusal) throw refusal;
    usage.note({ accountId: known.principal.accountId, keyId: known.principal.keyId ?? 0 });
  };
}
