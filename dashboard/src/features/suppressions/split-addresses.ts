/** What a person pasted, one address a line or in any other order: each once. */
export function splitAddresses(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ""))];
}
