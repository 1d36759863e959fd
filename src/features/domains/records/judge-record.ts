import { errorInKeyRecords } from "../../../mail/dkim/index.ts";
import type { Finding } from "./finding.ts";
import { asksReportsTo, hasPolicy, tagValue, withPolicy, withReportsTo } from "./report-record.ts";
import { errorInSpf, mergeSpf } from "./spf.ts";
import type { WantedRecord } from "./wanted-record.ts";
import { OWNERSHIP_PREFIX } from "./wanted-records.ts";

/** DNS content is untrusted: show enough to see the problem, and no more. */
const MAX_FOUND = 10;
const MAX_CHARACTERS = 600;

type JudgeOptions = {
  /** The records are from the organizational domain and also apply to its subdomains. */
  isInherited?: boolean;
};

/** Compares a wanted record with the records at its name. MX records are text with the preference. */
export function judgeRecord(
  wanted: WantedRecord,
  records: readonly string[],
  { isInherited = false }: JudgeOptions = {},
): Finding {
  const relevant = records.filter((record) => belongs(wanted, record));
  const found = relevant.slice(0, MAX_FOUND).map(cleanText);
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

/** Merges the wanted value with existing records, so that other senders' entries are kept. Returns null when the wanted value applies. */
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

/** A hint for a valid record whose reports go elsewhere. */
function reportsElsewhere({ id, value }: WantedRecord, [record = ""]: readonly string[]): string | null {
  if (id !== "dmarc" && id !== "tls_reports") return null;
  return asksReportsTo(record, tagValue(value, "rua"))
    ? null
    : "The record is valid, but its reports are not sent here. To see them here too, change the record to the value shown.";
}

/** The problem of a missing record. */
function missing({ id, name, type, value }: WantedRecord): string {
  if (id === "spf") return `There is no SPF record at ${name}. Add the value shown as a TXT record.`;
  const problem = `There is no such ${type} record at ${name} yet. Add it at your DNS provider, then check again.`;
  return type === "TXT" && value.length < 200
    ? `${problem} Many providers append the domain to the name automatically.`
    : problem;
}

/** Filters out unrelated records at the same name. */
function belongs({ id }: WantedRecord, record: string): boolean {
  switch (id) {
    case "ownership":
      return record.startsWith(OWNERSHIP_PREFIX);
    case "spf":
    case "return_path_spf":
      // RFC 7208 §4.5: the version ends at a space or the end.
      return /^v=spf1(?: |$)/i.test(record);
    case "dmarc":
      // RFC 7489 §6.3: the version comes first.
      return /^v\s*=\s*DMARC1\s*(?:;|$)/.test(record);
    case "tls_reports":
      // RFC 8460 §3: the version comes first here too.
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
        : "The token belongs to another account, or is an old one. Add the value shown as a second record, or replace this one.";
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
        : `The CNAME record points to ${cleanText(records[0] ?? "")}. Change it to ${wanted.value}.`;
  }
}

function errorInMx({ value }: WantedRecord, records: readonly string[]): string | null {
  const host = hostOf(value);
  const others = records.map(hostOf).filter((other) => other !== host);
  if (others.length === 0) return null;
  const otherHost = cleanText(others[0] ?? "");
  return others.length === records.length
    ? `The MX record sends bounces to ${otherHost}. Change it to ${host}.`
    : `Some bounces go to ${otherHost}. Remove that MX record, so that ${host} receives all of them.`;
}

function hostOf(mx: string): string {
  return mx.slice(mx.indexOf(" ") + 1).toLowerCase();
}

/** The SPF term that authorizes this server. */
function spfTermOf(value: string): string {
  return value.split(" ")[1] as string;
}

function errorInDmarc(records: readonly string[]): string | null {
  // RFC 7489 §6.6.3: with several records, none is valid.
  if (records.length > 1)
    return `There are ${records.length} DMARC records, so none of them is valid. Keep one.`;
  return hasPolicy(records[0] ?? "")
    ? null
    : "The policy is missing or unknown. Set p=none, p=quarantine or p=reject.";
}

/** RFC 8460 §3. */
function errorInTlsReports(records: readonly string[]): string | null {
  if (records.length > 1)
    return `There are ${records.length} records for TLS reports, so none of them is valid. Keep one.`;
  return tagValue(records[0] ?? "", "rua") === "" ? "The record has no address for reports (rua)." : null;
}

/** Returns one line of visible characters. */
function cleanText(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "�");
  return visible.length > MAX_CHARACTERS ? `${visible.slice(0, MAX_CHARACTERS)}…` : visible;
}
