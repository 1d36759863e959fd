/** Records that request reports: DMARC (RFC 7489 §6.3) and TLSRPT (RFC 8460 §3). Reads only the tags shown to the domain's owner. */
type Tag = { name: string; value: string };

/** Splits a record such as `v=DMARC1; p=none` into its tags, in order. */
function tagsOf(record: string): Tag[] {
  return record.split(";").flatMap((text) => {
    const [name = "", ...value] = text.split("=");
    return name.trim() === "" ? [] : [{ name: name.trim().toLowerCase(), value: value.join("=").trim() }];
  });
}

export function tagValue(record: string, wanted: string): string {
  return tagsOf(record).find(({ name }) => name === wanted)?.value ?? "";
}

/** The addresses for reports. An address may end in a size limit (RFC 7489 §6.2), which is removed here. */
function reportAddresses(record: string): string[] {
  return tagValue(record, "rua")
    .split(",")
    .map((address) => address.trim().replace(/!\d+[kmgt]?$/i, ""));
}

export function asksReportsTo(record: string, address: string): boolean {
  return reportAddresses(record).some((other) => other.toLowerCase() === address.toLowerCase());
}

/** Adds an address for reports and keeps the other tags. */
export function withReportsTo(record: string, address: string): string {
  if (asksReportsTo(record, address)) return record;
  const tags = tagsOf(record).filter(({ name }) => name !== "rua");
  const rua = [tagValue(record, "rua"), address].filter(Boolean).join(",");
  return [...tags, { name: "rua", value: rua }].map(({ name, value }) => `${name}=${value}`).join("; ");
}

export function hasPolicy(record: string): boolean {
  return /^(none|quarantine|reject)$/i.test(tagValue(record, "p"));
}

/** RFC 7489 §6.3: the policy follows the version. An unknown policy is replaced with p=none, which does no harm. */
export function withPolicy(record: string): string {
  if (hasPolicy(record)) return record;
  const rest = tagsOf(record).filter(({ name }) => name !== "v" && name !== "p");
  return ["v=DMARC1", "p=none", ...rest.map(({ name, value }) => `${name}=${value}`)].join("; ");
}
