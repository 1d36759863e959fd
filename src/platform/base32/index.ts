/** Bytes in letters that survive where case does not: in local parts of addresses. */
export { decodeBase32, encodeBase32 } from "./base32.ts";
