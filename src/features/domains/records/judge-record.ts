import { faultOfKeyRecords } from "../../../mail/dkim/index.ts";
import type { Finding } from "./finding.ts";
import type { WantedRecord } from "./wanted-record.ts";
import { ownershipPrefix } from "./wanted-records.ts";

/** Strangers' words: enough to see what is wrong, and no more. */
const mostFound = 10;
const mostCharacters = 600;

/** What the records at a name make of the one that is wanted there. MX as text, with its preference. */
export function judgeRecord(wanted: WantedRecord, records: readonly string[]): Finding {
  const relevant = records.filter((record) => belongs(wanted, record));
  const found = relevant.slice(0, mostFound).map(cleanText);
  if (relevant.length === 0) return { status: "missing", found, problem: missing(wanted) };
  const problem = faultOf(wanted, relevant);
  return { status: problem === null ? "ok" : "wrong", found, problem };
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
    default:
      return true;
  }
}

function faultOf(wanted: WantedRecord, records: readonly string[]): string | null {
  if (wanted.key) return faultOfKeyRecords(records, wanted.key);
  switch (wanted.id) {
    case "ownership":
      return records.some((record) => record.trim() === wanted.value)
        ? null
        : "The token is another account's, or an old one. Add the value beside it, or instead of it.";
    case "return_path_mx":
      return faultOfMx(wanted, records);
    case "return_path_spf":
      return faultOfSpf(records, { term: "mx", wanted: wanted.value });
    case "spf":
      return faultOfSpf(records, { term: wanted.value.split(" ")[1] as string, wanted: wanted.value });
    case "dmarc":
      return faultOfDmarc(records);
    default:
      return records[0] === wanted.value
        ? null
        : `The name is an alias of ${cleanText(records[0] ?? "")}. Let it point to ${wanted.value}.`;
  }
}

function faultOfMx({ value }: WantedRecord, records: readonly string[]): string | null {
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

function faultOfSpf(
  records: readonly string[],
  { term, wanted }: { term: string; wanted: string },
): string | null {
  // RFC 7208 §3.2, §4.5: with two of them, neither counts.
  if (records.length > 1)
    return `There are ${records.length} SPF records, and then none of them counts. Make one of them, with ${term} in it.`;
  const terms = (records[0] ?? "").toLowerCase().split(/ +/).slice(1);
  const at = terms.findIndex((one) => one === term || one === `+${term}`);
  const all = terms.findIndex((one) => /^[+?~-]?all$/.test(one));
  // RFC 7208 §5.1: what stands behind "all" is not looked at.
  if (at >= 0 && (all < 0 || at < all)) return null;
  if (terms.length === 0) return `The SPF record is empty. Make it: ${wanted}`;
  return `The SPF record does not name us. Put ${term} into it, before its ${terms[all] ?? "end"}.`;
}

/** RFC 7489 §6.6.3: several records are none. */
function faultOfDmarc(records: readonly string[]): string | null {
  if (records.length > 1)
    return `There are ${records.length} DMARC records, and then none of them counts. Leave one.`;
  const tags = new Map(
    (records[0] ?? "").split(";").map((tag) => {
      const [name = "", value = ""] = tag.split("=", 2).map((part) => part.trim());
      return [name, value] as const;
    }),
  );
  if (/^(none|quarantine|reject)$/i.test(tags.get("p") ?? "")) return null;
  return "Its policy is missing or unknown. Write p=none, p=quarantine or p=reject.";
}

/** One line of visible characters. */
function cleanText(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, "�");
  return visible.length > mostCharacters ? `${visible.slice(0, mostCharacters)}…` : visible;
}
