import { isHostName, normalizeName } from "../../dns/dns-name.ts";

type StsMode = "enforce" | "testing" | "none";
export type StsRules = {
  mode: StsMode;
  /** Names, or *.name for exactly one more label; in lower case. */
  mx: string[];
  maxAgeSeconds: number;
};
export type ParsedPolicy = { ok: true; rules: StsRules } | { ok: false; reason: string };

/** RFC 8461 §3.2. */
const FIELD = /^([A-Za-z0-9][\w.-]{0,31}):[ \t]*([^\p{Cc}]*)$/u;
const MODES: readonly string[] = ["enforce", "testing", "none"];
/** RFC 8461 §3.2: at most a year. */
const MAX_AGE_SECONDS = 31_557_600;
/** A policy of 64 kB could hold thousands of patterns, and each message would be matched against all of them. */
const MAX_PATTERNS = 200;

/** Parses a policy file. A line that is not a field makes the whole file invalid; an unknown field does not. */
export function parseStsPolicy(text: string): ParsedPolicy {
  const fields = new Map<string, string[]>();
  for (const line of text.trimEnd().split(/\r?\n/)) {
    const [, key, value = ""] = FIELD.exec(line) ?? [];
    if (key === undefined) return refuse("contains a line that is not a field");
    fields.set(key, [...(fields.get(key) ?? []), value.trimEnd()]);
  }
  // RFC 8461 §3.2: for all keys except mx, the first field counts.
  const first = (key: string) => fields.get(key)?.[0] ?? "";
  const mx = (fields.get("mx") ?? []).map(normalizeName);
  if (first("version") !== "STSv1") return refuse("is not of version STSv1");
  if (!MODES.includes(first("mode"))) return refuse("has no known mode");
  if (!/^\d{1,10}$/.test(first("max_age"))) return refuse("has no max_age");
  const mode = first("mode") as StsMode;
  if (mx.length === 0 && mode !== "none") return refuse("names no mail server");
  if (mx.length > MAX_PATTERNS) return refuse(`names more than ${MAX_PATTERNS} mail servers`);
  if (!mx.every(isPattern)) return refuse("names an invalid mail server");
  return {
    ok: true,
    rules: { mode, mx, maxAgeSeconds: Math.min(Number(first("max_age")), MAX_AGE_SECONDS) },
  };
}

/** RFC 8461 §4.1: a star matches exactly one label. */
export function matchesMx({ mx }: Pick<StsRules, "mx">, host: string): boolean {
  const name = normalizeName(host);
  const above = `*${name.slice(name.indexOf("."))}`;
  return mx.some((pattern) => pattern === name || (name.includes(".") && pattern === above));
}

function isPattern(pattern: string): boolean {
  return isHostName(pattern.startsWith("*.") ? pattern.slice(2) : pattern);
}

function refuse(reason: string): ParsedPolicy {
  return { ok: false, reason };
}
