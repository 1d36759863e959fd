/** SPF records (RFC 7208): the parts needed to suggest a correct record to a domain's owner. */

/** The terms after the version. */
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

function isTerm(candidate: string, term: string): boolean {
  return candidate.toLowerCase() === term || candidate.toLowerCase() === `+${term}`;
}

/** Returns why the records do not authorize a term's senders, or null. */
export function errorInSpf(records: readonly string[], term: string): string | null {
  // RFC 7208 §3.2, §4.5: two records make both invalid.
  if (records.length > 1)
    return `There are ${records.length} SPF records, so none of them is valid. Merge them into one that contains ${term}.`;
  const terms = effectiveTerms(records[0] ?? "");
  if (terms.some((candidate) => isTerm(candidate, term))) return null;
  if (terms.length === 0) return "The SPF record is empty. Replace it with the value shown.";
  const before = terms.find(isAll)?.toLowerCase() ?? "end";
  return `The SPF record does not include this server. Add ${term} before its ${before}.`;
}

/** RFC 7208 §5.1, §6.1: terms after "all" are ignored, except for modifiers. A redirect beside "all" is ignored too. */
function effectiveTerms(record: string): string[] {
  const terms = termsOf(record);
  const all = terms.findIndex(isAll);
  if (all < 0) return terms;
  return terms.filter((term, index) => (isModifier(term) ? nameOf(term) !== "redirect" : index <= all));
}

/** Merges records into one that authorizes all of their senders and those of `term`. */
export function mergeSpf(records: readonly string[], term: string): string {
  const existing = records.flatMap(effectiveTerms);
  // A record can redirect to only one other, so several redirects become includes.
  const kept =
    records.length > 1 ? existing.map((each) => each.replace(/^redirect=/i, "include:")) : existing;
  const terms = [...new Set(kept)].filter((each) => !isTerm(each, term));
  const mechanisms = terms.filter((each) => !isAll(each) && !isModifier(each));
  // RFC 7208 §6: a second redirect or exp makes the record invalid.
  const modifiers = [...Map.groupBy(terms.filter(isModifier), nameOf).values()].flatMap(
    ([first]) => first ?? [],
  );
  const ending = modifiers.some((modifier) => nameOf(modifier) === "redirect") ? [] : [softestAll(records)];
  return ["v=spf1", ...mechanisms, term, ...ending, ...modifiers].join(" ");
}

/** The most lenient "all" of the records. A record without its own "all" counts as a softfail, which does the least harm. */
function softestAll(records: readonly string[]): string {
  const alls = records.map((record) => termsOf(record).find(isAll) ?? "~all");
  const softness = (all: string) => "-~?+".indexOf(/^[-~?]/.exec(all)?.[0] ?? "+");
  return alls.reduce((softest, all) => (softness(all) > softness(softest) ? all : softest));
}

/** Returns null when a term needs no DNS look-up (RFC 7208 §4.6.4); otherwise `next` is the domain whose record is evaluated next, if any. */
export function lookupOf(term: string): { next: string | null } | null {
  const [, name, , argument = null] =
    /^[+?~-]?(include|a|mx|ptr|exists|redirect)(?:$|\/|([:=])(.+))/i.exec(term) ?? [];
  if (name === undefined) return null;
  return { next: /^(include|redirect)$/i.test(name) ? argument : null };
}
