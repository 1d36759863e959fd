/** Splits pasted text into addresses, without duplicates. */
export function splitAddresses(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ""))];
}
