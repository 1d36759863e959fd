import { hash, randomInt } from "node:crypto";

const CODES_PER_PERSON = 10;
/** Without characters that look alike (0 and o, 1 and l, and i). */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
/** 79 bits, in four groups. */
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Codes for a person who has lost the authenticator, for example `k3mp-9xqa-…`. Each is accepted once. */
export function newRecoveryCodes(): string[] {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: CODES_PER_PERSON }, () => Array.from({ length: GROUPS }, group).join("-"));
}

/** Hyphens, spaces and case make no difference. */
export function hashRecoveryCode(code: string): Buffer {
  return hash("sha256", code.toLowerCase().replace(/[^a-z0-9]/g, ""), "buffer");
}
