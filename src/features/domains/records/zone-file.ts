import { type Findings, findingOf } from "./finding.ts";
import type { WantedRecord } from "./wanted-record.ts";

/** RFC 1035 §3.3: a character string holds 255 octets; a longer text is several of them, which readers join. */
const stringLength = 255;

type Given = { domain: string; records: readonly WantedRecord[]; findings: Findings };

/** The records as RFC 1035 §5 writes them, for import by a DNS provider. Names are whole, so that no origin is needed. */
export function zoneFile({ domain, records, findings }: Given): string {
  const lines = records.flatMap(({ id, name, type, value, meaning }) => {
    const { status, problem, value: merged = value } = findingOf(findings, id);
    const line = `${name}. IN ${type} ${dataOf(type, merged)}`;
    if (status === "ok") return [`; ${meaning} It is there already.`, `; ${line}`];
    // An import adds, and of a second one beside it neither would count; but for the token, which may stand beside others.
    if (status === "wrong" && id !== "ownership")
      return [`; ${meaning}`, `; ${(problem ?? "").replaceAll(/[\r\n]+/g, " ")}`, `; ${line}`];
    return [`; ${meaning}`, line];
  });
  return [`; Records of ${domain} for Posthouse`, ...lines, ""].join("\n");
}

function dataOf(type: WantedRecord["type"], value: string): string {
  if (type === "TXT")
    return (
      stringsOf(value)
        // RFC 1035 §5.1. Ours hold neither, but what stands there already may.
        .map((part) => `"${part.replaceAll(/["\\]/g, "\\$&")}"`)
        .join(" ")
    );
  return `${value}.`;
}

function stringsOf(value: string): string[] {
  return Array.from({ length: Math.ceil(value.length / stringLength) }, (_, index) =>
    value.slice(index * stringLength, (index + 1) * stringLength),
  );
}
