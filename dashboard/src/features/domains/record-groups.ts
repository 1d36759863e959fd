import type { DomainRecord } from "../../api-types.ts";

export type RecordGroup = {
  title: string;
  records: DomainRecord[];
  /** The first group is open. Other groups are collapsed while they have no problem. */
  isFirst: boolean;
};

/**
 * The records by importance. Bounces arrive only with the return path, so its records come with the required ones, unless they would
 * point to a host that no mail server finds.
 */
export function groupRecords(records: readonly DomainRecord[]): RecordGroup[] {
  const needsReturnPath = privateMailHost(records) === null;
  const isFirst = ({ need, purpose }: DomainRecord) =>
    need === "required" || (purpose === "return_path" && needsReturnPath);
  const others = records.filter((record) => !isFirst(record));
  const groups = [
    { title: "Add these first", records: records.filter(isFirst), isFirst: true },
    { title: "Recommended", records: others.filter(({ need }) => need === "recommended"), isFirst: false },
    { title: "Optional", records: others.filter(({ need }) => need === "optional"), isFirst: false },
  ];
  return groups.filter(({ records: own }) => own.length > 0);
}

/** The host of the MX record, such as localhost, if other mail servers cannot find it. */
export function privateMailHost(records: readonly DomainRecord[]): string | null {
  const host = records
    .find(({ type }) => type === "MX")
    ?.value.split(" ")
    .at(-1);
  if (host === undefined) return null;
  const isPublic = host.includes(".") && !/^[\d.]+$|:|\.(localhost|local|internal|lan)$/.test(host);
  return isPublic ? null : host;
}

/** Whether all records that the guide asks for are in the DNS. */
export function hasFirstRecords(records: readonly DomainRecord[]): boolean {
  return groupRecords(records).every(
    (group) => !group.isFirst || countOk(group.records) === group.records.length,
  );
}

export function countOk(records: readonly DomainRecord[]): number {
  return records.filter(({ status }) => status === "ok").length;
}

/** The name as DNS providers want it: relative to the zone, and `@` for the zone itself. */
export function relativeName(name: string, zone: string): string {
  if (name === zone) return "@";
  return name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name;
}
