/** SPF records (RFC 7208), as far as a domain's owner is helped with them. */

/** Those behind the version. */
export function termsOf(record: string): string[] {
  return record.split(/ +/).slice(1).filter(Boolean);
}

function isAll(term: string): boolean {
  return /^[+?~-]?all$/i.test(term);
}

/** RFC 7208 §4.6.1. */
function isModifier(term: string): boolean {
  return /^[a-z][\w.-]*=/i.test(term);
}

function isTerm(one: string, term: string): boolean {
  return one.toLowerCase() === term || one.toLowerCase() === `+${term}`;
}

/** Why records do not let the senders of a term send; null: they do. */
export function faultOfSpf(records: readonly string[], term: string): string | null {
  // RFC 7208 §3.2, §4.5: with two of them, neither counts.
  if (records.length > 1)
    return `There are ${records.length} SPF records, and then none of them counts. Make one of them, with ${term} in it.`;
  const terms = heeded(records[0] ?? "");
  if (terms.some((one) => isTerm(one, term))) return null;
  if (terms.length === 0) return "The SPF record is empty. Replace it by the value.";
  const before = terms.find(isAll)?.toLowerCase() ?? "end";
  return `The SPF record does not name us. Put ${term} into it, before its ${before}.`;
}

/** RFC 7208 §5.1: what stands behind "all" is not looked at, but for modifiers. */
function heeded(record: string): string[] {
  const terms = termsOf(record);
  const all = terms.findIndex(isAll);
  return terms.filter((one, index) => all < 0 || index <= all || isModifier(one));
}

/** One record for all that these let send, and for the senders of a term. */
export function mergeSpf(records: readonly string[], term: string): string {
  const terms = [...new Set(records.flatMap(heeded))].filter((one) => !isTerm(one, term));
  const mechanisms = terms.filter((one) => !isAll(one) && !isModifier(one));
  const modifiers = terms.filter(isModifier);
  const all = terms.find(isAll) ?? (modifiers.length === 0 ? "~all" : null);
  return ["v=spf1", ...mechanisms, term, ...(all === null ? [] : [all]), ...modifiers].join(" ");
}

/** Whether a term costs its reader a look-up (RFC 7208 §4.6.4), and in whose record the reading goes on; null: it costs none. */
export function lookupOf(term: string): { next: string | null } | null {
  const [, name, , argument = null] =
    /^[+?~-]?(include|a|mx|ptr|exists|redirect)(?:$|\/|([:=])(.+))/i.exec(term) ?? [];
  if (name === undefined) return null;
  return { next: /^(include|redirect)$/i.test(name) ? argument : null };
}
