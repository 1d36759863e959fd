import { setTimeout as sleep } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;
/** Enough for what a test does with a code. */
const LEAST_MS = 5_000;

/**
 * Returns a code as an authenticator app shows it. Waits for the next time step if little is left of this one.
 *
 * @param secret - in base32
 * @param steps - how many codes later; negative: earlier
 */
export async function shownCode(secret: string, steps = 0): Promise<string> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < LEAST_MS) await sleep(left + 10);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });
}
