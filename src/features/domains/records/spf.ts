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

function nameOf(modifier: string): string {
  return modifier.slice(0, modifier.indexOf("=")).toLowerCase();
}

function isTerm(one: string, term: string): boolean {
  return one.toLowerCase() === term || one.toLowerCase() === `+${term}`;
}

/** Why records do not let the senders of a term send; null: they do. */
export function errorInSpf(records: readonly string[], term: string): string | null {
  // RFC 7208 §3.2, §4.5: with two of them, neither counts.
  if (records.length > 1)
    return `There are ${records.length} SPF records, and then none of them counts. Make one of them, with ${term} in it.`;
  const terms = heeded(records[0] ?? "");
  if (terms.some((one) => isTerm(one, term))) return null;
  if (terms.length === 0) return "The SPF record is empty. Replace it by the value.";
  const before = terms.find(isAll)?.toLowerCase() ?? "end";
  return `The SPF record does not name us. Put ${term} into it, before its ${before}.`;
}

/** RFC 7208 §5.1, §6.1: what stands behind "all" is not looked at, but for modifiers; and beside it no redirect. */
function heeded(record: string): string[] {
  const terms = termsOf(record);
  const all = terms.findIndex(isAll);
  if (all < 0) return terms;
  return terms.filter((one, index) => (isModifier(one) ? nameOf(one) !== "redirect" : index <= all));
}

/** One record for all that these let send, and for the senders of a term. */
export function mergeSpf(records: readonly string[], term: string): string {
  const given = records.flatMap(heeded);
  // A record can hand over to one other; of several such, each becomes a part.
  const kept = records.length > 1 ? given.map((one) => one.replace(/^redirect=/i, "include:")) : given;
  const terms = [...new Set(kept)].filter((one) => !isTerm(one, term));
  const mechanisms = terms.filter((one) => !isAll(one) && !isModifier(one));
  // RFC 7208 §6: a second redirect or exp voids the record.
  const modifiers = [...Map.groupBy(terms.filter(isModifier), nameOf).values()].flatMap(([one]) => one ?? []);
  const ending = modifiers.some((one) => nameOf(one) === "redirect") ? [] : [softestAll(records)];
  return ["v=spf1", ...mechanisms, term, ...ending, ...modifiers].join(" ");
}

/** What all of them say about the senders that they do not name. Of a record that does not say it, or says it elsewhere, a softfail is the least harm. */
function softestAll(records: readonly string[]): string {
  const alls = records.map((record) => termsOf(record).find(isAll) ?? "~all");
  const softness = (all: string) => "-~?+".indexOf(/^[-~?]/.exec(all)?.[0] ?? "+");
  return alls.reduce((softest, all) => (softness(all) > softness(softest) ? all : softest));
}

/** Whether a term costs its reader a look-up (RFC 7208 §4.6.4), and in whose record the reading goes on; null: it costs none. */
export function lookupOf(term: string): { next: string | null } | null {
  const [, name, , argument = null] =
    /^[+?~-]?(include|a|mx|ptr|exists|redirect)(?:$|\/|([:=])(.+))/i.exec(term) ?? [];
  if (name === undefined) return null;
  return { next: /^(include|redirect)$/i.test(name) ? argument : null };
}
