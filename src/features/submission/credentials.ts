import { setTimeout as delay } from "node:timers/promises";
import type { SMTPServerAuthentication } from "smtp-server";
import { type Limits, SmtpReply } from "../../platform/smtp-server/index.ts";
import type { Sender } from "../emails/index.ts";
import type { AuthenticateKey } from "../keys/index.ts";

/** The login of a session. Its key is checked again for each message. */
export type Login = { secret: string; ip: string; accountId: string };

const USER_NAME = "posthouse";

/**
 * The user name is `posthouse` or the key's prefix, the password is the key. Throws SmtpReply after a delay that is the same for every
 * failure. The reply does not say which part was wrong.
 */
export async function logIn(
  auth: Pick<SMTPServerAuthentication, "method" | "username" | "password" | "authzid" | "authcid">,
  { ip, authenticate, limits }: { ip: string; authenticate: AuthenticateKey; limits: Limits },
): Promise<Login> {
  const username = auth.username ?? "";
  const password = auth.password ?? "";
  const isUser = username.toLowerCase() === USER_NAME || password.startsWith(`${username}_`);
  // RFC 4616 §2: an authorization identity would act as another user, which is not supported.
  const isOwnIdentity = !auth.authzid || auth.authzid === auth.authcid;
  const attempt = { secret: isUser && isOwnIdentity ? password : "", ip };
  try {
    const { accountId } = await findSender(attempt, authenticate);
    return { ...attempt, accountId };
  } catch (error) {
    await delay(limits.authFailureDelayMs, undefined, { ref: false });
    throw error;
  }
}

/** Throws SmtpReply when the key may not send, or no longer. */
export async function findSender(
  { secret, ip }: Pick<Login, "secret" | "ip">,
  authenticate: AuthenticateKey,
): Promise<Sender> {
  const result = await authenticate({ secret, ip }).catch((cause: unknown) => {
    // RFC 4954 §6: 454 temporary authentication failure.
    throw new SmtpReply(454, "4.3.0 The API key cannot be checked right now; try again later", { cause });
  });
  if (!result.ok) throw refusalOf(result.refusal.code);
  const { accountId, keyId, limits, permission, longLines } = result.principal;
  if (permission === "read") throw new SmtpReply(535, "5.7.8 This API key may only read");
  return { accountId, keyId, limits, ...(longLines && { longLines }) };
}

function refusalOf(code: string): SmtpReply {
  if (code === "too_many_attempts")
    return new SmtpReply(454, "4.7.0 Too many wrong passwords from your network; try again later");
  if (code === "key_expired") return new SmtpReply(535, "5.7.8 This API key has expired");
  if (code === "network_not_allowed")
    return new SmtpReply(535, "5.7.8 This API key may not be used from your network");
  if (code === "key_paused")
    return new SmtpReply(535, "5.7.8 This API key was paused; see API keys in the dashboard");
  return new SmtpReply(535, "5.7.8 Invalid login: the user name is posthouse, the password is an API key");
}
