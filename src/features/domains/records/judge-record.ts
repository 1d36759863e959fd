import { errorInKeyRecords } from "../../../mail/dkim/index.ts";
import type { Finding } from "./finding.ts";
import { asksReportsTo, hasPolicy, tagValue, withPolicy, withReportsTo } from "./report-record.ts";
import { errorInSpf, mergeSpf } from "./spf.ts";
import type { WantedRecord } from "./wanted-record.ts";
import { ownershipPrefix } from "./wanted-records.ts";

/** Strangers' words: enough to see what is wrong, and no more. */
const mostFound = 10;
const mostCharacters = 600;

type Given = {
  /** It is the organisation's, which counts for its subdomains. */
  isInherited?: boolean;
};

/** What the records at a name make of the one that is wanted there. MX as text, with its preference. */
export function judgeRecord(
  wanted: WantedRecord,
  records: readonly string[],
  { isInherited = false }: Given = {},
): Finding {
  const relevant = records.filter((record) => belongs(wanted, record));
  const found = relevant.slice(0, mostFound).map(cleanText);
  if (relevant.length === 0) return { status: "missing", found, problem: missing(wanted) };
  const problem = errorIn(wanted, relevant);
  const value = isInherited ? null : mergedValue(wanted, relevant);
  return {
    status: problem === null ? "ok" : "wrong",
    found,
    problem: problem ?? (value === null ? null : reportsElsewhere(wanted, relevant)),
    ...(value !== null && { value }),
  };
}

/** What should stand where something of others stands already, so that nothing of theirs is lost. Null: what is wanted. */
function mergedValue({ id, value }: WantedRecord, records: readonly string[]): string | null {
  const merged = merge({ id, value }, records);
  // RFC 7208 §12, RFC 7489 §6.4: visible ASCII. Anything else is not copied.
  return merged !== null && /^[\x20-\x7e]{1,2000}$/.test(merged) ? merged : null;
}

function merge({ id, value }: Pick<WantedRecord, "id" | "value">, records: readonly string[]): string | null {
  const [first = ""] = records;
  switch (id) {
    case "spf":
    case "return_path_spf":
      return errorInSpf(records, spfTermOf(value)) === null ? first : mergeSpf(records, spfTermOf(value));
    case "dmarc":
      return withReportsTo(withPolicy(records.find(hasPolicy) ?? first), tagValue(value, "rua"));
    case "tls_reports":
      return withReportsTo(first, tagValue(value, "rua"));
    default:
      return null;
  }
}

/** Of a record that does what it must. */
function reportsElsewhere({ id, value }: WantedRecord, [record = ""]: readonly string[]): string | null {
  if (id !== "dmarc" && id !== "tls_reports") return null;
  return asksReportsTo(record, tagValue(value, "rua"))
    ? null
    : "It may stay as it is, but its reports do not come here. To see them here too, change it to the value.";
}

/** Nothing at a name, in words that do not depend on what else could be there. */
function missing({ id, name, type, value }: WantedRecord): string {
  if (id === "spf") return `There is no SPF record at ${name}. Add the value as a TXT record.`;
  const there = `There is no such ${type} record at ${name} yet. Add it with your DNS provider, then check again`;
  return type === "TXT" && value.length < 200
    ? `${there}; many providers add the domain to the name by themselves.`
    : `${there}.`;
}

/** At some names stands much that has nothing to do with us. */
function belongs({ id }: WantedRecord, record: string): boolean {
  switch (id) {
    case "ownership":
      return record.startsWith(ownershipPrefix);
    case "spf":
    case "return_path_spf":
      // RFC 7208 §4.5: the version is a whole word.
      return /^v=spf1(?: |$)/i.test(record);
    case "dmarc":
      // RFC 7489 §6.3: the version comes first.
      return /^v\s*=\s*DMARC1\s*(?:;|$)/.test(record);
    case "tls_reports":
      // RFC 8460 §3: the same.
      return /^v\s*=\s*TLSRPTv1\s*(?:;|$)/.test(record);
    default:
      return true;
  }
}

function errorIn(wanted: WantedRecord, records: readonly string[]): string | null {
  if (wanted.key) return errorInKeyRecords(records, wanted.key);
  switch (wanted.id) {
    case "ownership":
      return records.some((record) => record.trim() === wanted.value)
        ? null
        : "The token is another account's, or an old one. Add the value beside it, or instead of it.";
    case "return_path_mx":
      return errorInMx(wanted, records);
    case "return_path_spf":
    case "spf":
      return errorInSpf(records, spfTermOf(wanted.value));
    case "dmarc":
      return errorInDmarc(records);
    case "tls_reports":
      return errorInTlsReports(records);
    default:
      return records[0] === wanted.value
        ? null
        : `The name is an alias of ${cleanText(records[0] ?? "")}. Let it point to ${wanted.value}.`;
  }
}

function errorInMx({ value }: WantedRecord, records: readonly string[]): string | null {
  const host = hostOf(value);
  const others = records.map(hostOf).filter((one) => one !== host);
  if (others.length === 0) return null;
  const said = cleanText(others[0] ?? "");
  return others.length === records.length
    ? `Bounces go to ${said}. Let the MX point to ${host}.`
    : `Some bounces go to ${said}. Remove that MX record; ${host} alone takes them.`;
}

function hostOf(mx: string): string {
  return mx.slice(mx.indexOf(" ") + 1).toLowerCase();
}

/** The one that lets this server send. */
function spfTermOf(value: string): string {
  return value.split(" ")[1] as string;
}

function errorInDmarc(records: readonly string[]): string | null {
  // RFC 7489 §6.6.3: several records are none.
  if (records.length > 1)
    return `There are ${records.length} DMARC records, and then none of them counts. Leave one.`;
  return hasPolicy(records[0] ?? "")
    ? null
    : "Its policy is missing or unknown. Write p=none, p=quarantine or p=reject.";
}

/** RFC 8460 §3. */
function errorInTlsReports(records: readonly string[]): string | null {
  if (records.length > 1)
    return `There are ${records.length} records for TLS reports, and then none of them counts. Leave one.`;
  return tagValue(records[0] ?? "", "rua") === "" ? "It names no address for the reports." : null;
}

/** One line of visible characters. */
function cleanText(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "�");
  return visible.length > mostCharacters ? `${visible.slice(0, mostCharacters)}…` : visible;
}
