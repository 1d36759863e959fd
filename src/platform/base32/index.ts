/** Encodes bytes for places where case may be lost: local parts of addresses. */
export { decodeBase32, encodeBase32 } from "./base32.ts";
