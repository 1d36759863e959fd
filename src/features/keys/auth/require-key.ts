import type { Database } from "../../../platform/db/index.ts";
import type { RequestHook } from "../../../platform/http/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { API_KEY_LENGTH, holdsApiKey } from "../api-key.ts";
import { KeyUsage } from "./key-usage.ts";
import { KnownKeys } from "./known-keys.ts";
import { reasonToRefuseKey, unauthorized } from "./reason-to-refuse-key.ts";

/** RFC 6750 §2.1 and RFC 9110 §11.1: the scheme in any case, one space, one credential. */
const SCHEME = "Bearer ";
const BEARER = /^bearer [!-~]+$/i;
const HEADER_LENGTH = SCHEME.length + API_KEY_LENGTH;

/**
 * Hook of routes for programs. The only credential is a valid API key in the Authorization header. Errors:
 * `unauthorized`, `key_expired`, `network_not_allowed`, `key_paused`.
 */
export function requireKey({ database, log }: { database: Database; log: Logger }): RequestHook {
  const usage = new KeyUsage(database, log);
  const knownKeys = new KnownKeys(database);

  return async (request) => {
    // A URL ends up in logs, histories and Referer headers: a key in it is a leaked key, even beside a proper header.
    if (request.url.includes("?") && holdsApiKey(request.url))
      throw unauthorized(
        "Send the API key in the Authorization header. A key in a URL leaks, so revoke this one.",
      );
    const header = request.headers.authorization ?? "";
    if (header.length !== HEADER_LENGTH || !BEARER.test(header))
      throw unauthorized("Send your API key: Authorization: Bearer ph_…");
    const known = await knownKeys.get(header.slice(SCHEME.length));
    if (!known)
      throw unauthorized("This API key is not valid. Create one in the dashboard under Settings, API keys.");
    // A refused request is logged too, so that the account can see the attempt.
    request.principal = known.principal;
    const refusal = reasonToRefuseKey(known, () => request.ip);
    if (refusal) throw refusal;
    usage.note({ accountId: known.principal.accountId, keyId: known.principal.keyId ?? 0 });
  };
}
