import { type Findings, findingOf } from "./finding.ts";
import type { WantedRecord } from "./wanted-record.ts";

/** RFC 1035 §3.3: a character string holds at most 255 octets. Longer text is split into several strings, which readers join. */
const MAX_STRING_LENGTH = 255;

type ZoneFileParts = { domain: string; records: readonly WantedRecord[]; findings: Findings };

/** Writes the records as a zone file (RFC 1035 §5) for import at a DNS provider. Names are fully qualified, so no origin is needed. */
export function zoneFile({ domain, records, findings }: ZoneFileParts): string {
  const lines = records.flatMap(({ id, name, type, value, meaning }) => {
    const { status, problem, value: merged = value } = findingOf(findings, id);
    const line = `${name}. IN ${type} ${dataOf(type, merged)}`;
    if (status === "ok") return [`; ${meaning} This record already exists.`, `; ${line}`];
    // An import would add a second record, which makes both invalid. The token is the only record that may have others at the same
    // name.
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
        // RFC 1035 §5.1. Our values contain neither, but merged ones may.
        .map((part) => `"${part.replaceAll(/["\\]/g, "\\$&")}"`)
        .join(" ")
    );
  return `${value}.`;
}

function stringsOf(value: string): string[] {
  return Array.from({ length: Math.ceil(value.length / MAX_STRING_LENGTH) }, (_, index) =>
    value.slice(index * MAX_STRING_LENGTH, (index + 1) * MAX_STRING_LENGTH),
  );
}
