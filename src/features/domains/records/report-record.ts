/** Records that ask for reports: DMARC (RFC 7489 §6.3) and TLSRPT (RFC 8460 §3), as far as a domain's owner is helped with them. */
type Tag = { name: string; value: string };

/** `v=DMARC1; p=none` → its tags in their order. */
function tagsOf(record: string): Tag[] {
  return record.split(";").flatMap((text) => {
    const [name = "", ...value] = text.split("=");
    return name.trim() === "" ? [] : [{ name: name.trim().toLowerCase(), value: value.join("=").trim() }];
  });
}

export function tagValue(record: string, wanted: string): string {
  return tagsOf(record).find(({ name }) => name === wanted)?.value ?? "";
}

/** Where a record wants reports to go. RFC 7489 §6.2: an address may end in a limit of size, which is left out here. */
function reportAddresses(record: string): string[] {
  return tagValue(record, "rua")
    .split(",")
    .map((address) => address.trim().replace(/!\d+[kmgt]?$/i, ""));
}

export function asksReportsTo(record: string, address: string): boolean {
  return reportAddresses(record).some((one) => one.toLowerCase() === address.toLowerCase());
}

/** The record in its own words, and reports to an address as well. */
export function withReportsTo(record: string, address: string): string {
  if (asksReportsTo(record, address)) return record;
  const tags = tagsOf(record).filter(({ name }) => name !== "rua");
  const rua = [tagValue(record, "rua"), address].filter(Boolean).join(",");
  return [...tags, { name: "rua", value: rua }].map(({ name, value }) => `${name}=${value}`).join("; ");
}

export function hasPolicy(record: string): boolean {
  return /^(none|quarantine|reject)$/i.test(tagValue(record, "p"));
}

/** RFC 7489 §6.3: the policy follows the version. One that nobody knows is replaced by the one that does no harm. */
export function withPolicy(record: string): string {
  if (hasPolicy(record)) return record;
  const rest = tagsOf(record).filter(({ name }) => name !== "v" && name !== "p");
  return ["v=DMARC1", "p=none", ...rest.map(({ name, value }) => `${name}=${value}`)].join("; ");
}
