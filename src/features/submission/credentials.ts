import { setTimeout as delay } from "node:timers/promises";
import type { SMTPServerAuthentication } from "smtp-server";
import { type Limits, SmtpReply } from "../../platform/smtp-server/index.ts";
import type { Sender } from "../emails/index.ts";
import type { AuthenticateKey } from "../keys/index.ts";

/** Who has logged in to a session: the key is asked for again with each message. */
export type Login = { secret: string; ip: string; accountId: string };

const anyUser = "posthouse";

/**
 * The user name is `posthouse` or the beginning of the key, the password is the key. Throws SmtpReply, after a while: what was
 * wrong costs the same and is not told.
 */
export async function logIn(
  auth: Pick<SMTPServerAuthentication, "method" | "username" | "password" | "authzid" | "authcid">,
  { ip, authenticate, limits }: { ip: string; authenticate: AuthenticateKey; limits: Limits },
): Promise<Login> {
  const username = auth.username ?? "";
  const password = auth.password ?? "";
  const isUser = username.toLowerCase() === anyUser || password.startsWith(`${username}_`);
  // RFC 4616 §2: to act as somebody else, which nobody may here.
  const isOneself = !auth.authzid || auth.authzid === auth.authcid;
  const attempt = { secret: isUser && isOneself ? password : "", ip };
  try {
    const { accountId } = await findSender(attempt, authenticate);
    return { ...attempt, accountId };
  } catch (error) {
    await delay(limits.authFailureDelayMs, undefined, { ref: false });
    throw error;
  }
}

/** Throws SmtpReply when the key may not send (any more). */
export async function findSender(
  { secret, ip }: Pick<Login, "secret" | "ip">,
  authenticate: AuthenticateKey,
): Promise<Sender> {
  const answer = await authenticate({ secret, ip }).catch((cause: unknown) => {
    // RFC 4954 §6: 454 temporary authentication failure.
    throw new SmtpReply(454, "4.3.0 Cannot check that now; try again later", { cause });
  });
  if (!answer.ok) throw refusalOf(answer.refusal.code);
  const { accountId, keyId, limits, permission, longLines } = answer.principal;
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
    return new SmtpReply(535, "5.7.8 This API key was paused; see Settings, API keys in the dashboard");
  return new SmtpReply(535, "5.7.8 The user name is posthouse, the password an API key; this was none");
}
