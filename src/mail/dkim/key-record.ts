import type { KeyAlgorithm } from "./make-signing-key.ts";

export type PublishedKey = { algorithm: KeyAlgorithm; publicKey: string };

/** RFC 6376 §3.6.1, RFC 8463 §4: the TXT record of a key. */
export function keyRecordText({ algorithm, publicKey }: PublishedKey): string {
  return `v=DKIM1; k=${algorithm}; p=${publicKey}`;
}

/**
 * Returns the reason why a verifier that finds these TXT records at the selector cannot verify the key's signatures, or
 * null.
 */
export function errorInKeyRecords(records: readonly string[], expected: PublishedKey): string | null {
  // RFC 6376 §3.6.2.2: with several records, the choice is undefined.
  const [record = "", ...duplicates] = records;
  if (duplicates.length > 0)
    return `There are ${records.length} TXT records at this name; verifiers may use any of them. Keep only the wanted one.`;
  const tags = readTags(record);
  if (typeof tags === "string") return tags;
  return errorInTags(tags, expected);
}

type Tags = ReadonlyMap<string, string>;

function errorInTags(tags: Tags, { algorithm, publicKey }: PublishedKey): string | null {
  const version = tags.get("v");
  if (version !== undefined && version !== "DKIM1") return `It begins with v=${version} instead of v=DKIM1.`;
  const found = tags.get("p")?.replace(/\s+/g, "");
  if (found === undefined) return "It has no p= with the public key.";
  // RFC 6376 §3.6.1: an empty p= revokes the key.
  if (found === "") return "Its p= is empty, which revokes the key.";
  const kind = tags.get("k") ?? "rsa";
  if (kind !== algorithm) return `It has k=${kind} instead of k=${algorithm}.`;
  if (found !== publicKey) return errorInKey(found, publicKey);
  if (!allows(tags.get("h"), "sha256")) return "Its h= does not allow sha256.";
  if (!allows(tags.get("s"), "email")) return "Its s= does not allow email.";
  if (
    tags
      .get("t")
      ?.split(":")
      .some((flag) => flag.trim() === "y")
  )
    return "Its t=y puts the key in test mode, so verifiers treat the mail as unsigned. Remove t=y.";
  return null;
}

const QUOTED = "The value contains quotation marks. Enter it without them.";

function errorInKey(found: string, expected: string): string {
  if (expected.startsWith(found))
    return `The public key ends after ${found.length} of ${expected.length} characters. Enter the value in several quoted strings, as in the zone file.`;
  if (found.replaceAll('"', "") === expected) return QUOTED;
  return "Its public key is not the expected one.";
}

/** RFC 6376 §3.6.1: a colon-separated list. Everything is allowed if the list is absent or contains an asterisk. */
function allows(list: string | undefined, word: string): boolean {
  return list === undefined || list.split(":").some((item) => item.trim() === word || item.trim() === "*");
}

/** Parses a tag list (RFC 6376 §3.2). Returns an error as a sentence if the text is not a tag list. */
function readTags(record: string): Tags | string {
  if (record.includes("\\;"))
    return "The value has backslashes before its semicolons. Enter the value without them.";
  if (record.trimStart().startsWith('"')) return QUOTED;
  const tags = new Map<string, string>();
  const specs = record.split(";").map((spec) => spec.trim());
  if (specs.at(-1) === "") specs.pop();
  for (const spec of specs) {
    const [, name, value] = /^([A-Za-z]\w*)\s*=\s*([\s\S]*)$/.exec(spec) ?? [];
    if (name === undefined || value === undefined)
      return `It is not a list of tags: ${JSON.stringify(spec.slice(0, 40))} is not a tag.`;
    if (tags.has(name)) return `It has ${name}= twice.`;
    tags.set(name, value.trimEnd());
  }
  return tags;
}
