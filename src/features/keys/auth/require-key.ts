import type { FastifyRequest } from "fastify";
import type { Database } from "../../../platform/db/index.ts";
import type { RequestHook } from "../../../platform/http/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { API_KEY_LENGTH, holdsApiKey } from "../api-key.ts";
import { KeyAuthenticator } from "./key-authenticator.ts";
import { unauthorized } from "./reason-to-refuse-key.ts";

/** RFC 6750 §2.1 and RFC 9110 §11.1: the scheme in any case, one space, one credential. */
const SCHEME = "Bearer ";
const BEARER = /^bearer [!-~]+$/i;

type KeyChecks = {
  /** Hook of a request. */
  first: RequestHook;
  /** The same for a request that has already counted as a use of the key. */
  again: (request: FastifyRequest) => Promise<void>;
};

/**
 * Checks of routes for programs. The only credential is a valid API key in the Authorization header. Errors:
 * `unauthorized`, `key_expired`, `network_not_allowed`, `key_paused`.
 */
export function requireKey({ database, log }: { database: Database; log: Logger }): KeyChecks {
  const keys = new KeyAuthenticator({ database, log });

  async function check(request: FastifyRequest, isUse: boolean): Promise<void> {
    // A URL ends up in logs, histories and Referer headers: a key in it is a leaked key, even beside a proper header.
    if (request.url.includes("?") && holdsApiKey(request.url))
      throw unauthorized(
        "Send the API key in the Authorization header. A key in a URL leaks, so revoke this one.",
      );
    const header = request.headers.authorization ?? "";
    if (!BEARER.test(header)) throw unauthorized(describeMissingKey(header));
    const secret = header.slice(SCHEME.length);
    const found = await keys.check(secret, () => request.ip, { isUse });
    if (!found) throw unauthorized(describeWrongKey(secret));
    // A refused request is logged too, so that the account can see the attempt.
    request.principal = found.principal;
    if (found.refusal) throw found.refusal;
  }

  return { first: (request) => check(request, true), again: (request) => check(request, false) };
}

function describeMissingKey(header: string): string {
  // A client whose variable for the key is empty sends the scheme alone.
  return /^(Bearer)?$/i.test(header.trim())
    ? "Send your API key: Authorization: Bearer ph_…"
    : "The Authorization header must be the word Bearer, one space and an API key: Authorization: Bearer ph_…";
}

/** Repeats only the public prefix, because responses may be logged. */
function describeWrongKey(secret: string): string {
  const prefix = /^ph_[0-9A-Za-z]{8}/.exec(secret)?.[0];
  const list = "The dashboard lists your keys under API keys.";
  if (prefix === undefined)
    return `This is not an API key of Posthouse, which begins with ph_ and has ${API_KEY_LENGTH} characters. ${list}`;
  if (secret.length !== API_KEY_LENGTH)
    return `The API key ${prefix}… is incomplete or too long: it has ${secret.length} characters instead of ${API_KEY_LENGTH}. ${list}`;
  return `The API key ${prefix}… is not valid: it was mistyped or revoked. ${list}`;
}
