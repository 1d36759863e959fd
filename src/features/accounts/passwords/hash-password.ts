import { errors } from "../../../platform/errors/index.ts";
import { Semaphore } from "./semaphore.ts";

/**
 * argon2id (RFC 9106) with the memory of its second recommended setting and a parallelism of 1. Measured on 2 cores: 55 ms. A
 * lower cost would help an attacker with a stolen table; a higher one would let a few sign-ins occupy the machine.
 */
const COST = { memoryCost: 64 * 1024, timeCost: 4, parallelism: 1, outputLen: 32 };
/** The value of `Algorithm.Argon2id`, an enum that exists only as a type. */
const ARGON2ID = 2;

// The native library loads at the first sign-in: an idle server saves 3 MB.

/** At most two at once. Each hash takes 64 MiB and one of the four threads that signing and file access also need. */
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

/** Whether the password matches the hash. Without a hash (no such user), returns false after the same time. */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return semaphore.take(async () => {
    const { verify } = await import("@node-rs/argon2");
    const matches = await verify(passwordHash ?? NO_HASH, bytesOf(password));
    return passwordHash !== null && matches;
  });
}

/** NFC (RFC 8265 §4.2.2) makes é the same on every keyboard. It hashes bytes, because a C string would end at a NUL. */
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
