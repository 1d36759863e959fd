import { readDomain } from "../../domains/index.ts";

/** Returns the domain of a filter as reports are stored: in lower case, and in ASCII (A-labels, RFC 5890 §2.3.2.1). */
export function storedName(text: string): string {
  return readDomain(text.trim()) ?? text.trim().toLowerCase();
}
