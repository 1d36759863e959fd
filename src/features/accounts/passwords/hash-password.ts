import { errors } from "../../../platform/errors/index.ts";
import { Semaphore } from "./semaphore.ts";

/**
 * argon2id (RFC 9106) with the memory of its second recommended setting and a parallelism of 1. Measured on 2 cores: 55 ms. Less
 * would help an attacker with a stolen table; more would let a few sign-ins occupy the machine.
 */
const COST = { memoryCost: 64 * 1024, timeCost: 4, parallelism: 1, outputLen: 32 };
/** `Algorithm.Argon2id`; the package exports its enum for compilers only. */
const ARGON2ID = 2;

// The native library loads at the first sign-in: an idle server saves 3 MB.

/** Two at once: more would take threads (of four) from signing and file access, and 64 MiB each. */
const semaphore = new Semaphore({ atOnce: 2, waiting: 200, refuse: tooBusy });

/** Matches no password but costs the same to verify, so that an unknown address is refused as slowly as a wrong password. */
const NO_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/** The PHC string of a password that `readPassword` accepted. */
export function hashPassword(password: string): Promise<string> {
  return semaphore.take(async () => {
    const { hash } = await import("@node-rs/argon2");
    return await hash(bytesOf(password), { ...COST, algorithm: ARGON2ID });
  });
}

/** Whether the password belongs to the hash; for null (no such user) false after the same time. */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return semaphore.take(async () => {
    const { verify } = await import("@node-rs/argon2");
    const matches = await verify(passwordHash ?? NO_HASH, bytesOf(password));
    return passwordHash !== null && matches;
  });
}

/** NFC (RFC 8265 §4.2.2), so that é typed on any keyboard is one password; as bytes, so that NUL ends nothing. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize("NFC"), "utf8");
}

function tooBusy() {
  return errors.rate_limited("Too many people are signing in right now. Try again in a moment.", {
    headers: {
      "retry-after": "2",
      "ratelimit-policy": '"sign-ins";q=200;w=2',
      ratelimit: '"sign-ins";r=0;t=2',
    },
  });
}
