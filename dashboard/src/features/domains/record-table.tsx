import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { DnsHost, DomainDetail } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { cx } from "../../ui/cx.ts";
import { Fold } from "../../ui/fold.tsx";
import { ExternalLink } from "../../ui/icons.gen.ts";
import { TEXT_LINK_STYLES } from "../../ui/text-link.tsx";
import { dnsHostQuery } from "./domains.ts";
import { countOk, groupRecords, privateMailHost, type RecordGroup, relativeName } from "./record-groups.ts";
import { RECORD_COLUMNS, RecordRow } from "./record-row.tsx";

/** The DNS records of a domain: the first group open, the others collapsed with their counts. */
export function RecordTable({ domain }: { domain: DomainDetail }) {
  const { data: host } = useQuery(dnsHostQuery(domain.name));
  const [isFull, setIsFull] = useState(false);
  const zone = host?.zone ?? domain.name;
  const nameOf = (name: string) => (isFull ? name : relativeName(name, zone));
  const privateHost = privateMailHost(domain.records);
  return (
    <>
      {privateHost === null ? null : (
        <div className="px-5 pb-4">
          <Alert tone="warn">
            Bounces cannot arrive at {privateHost}, to which the MX record points. Set INBOUND_HOST to a
            public name of this machine and restart, then add the records of the return path.
          </Alert>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t px-5 py-3 text-[13px]">
        <Provider host={host} />
        <Checkbox
          label="Full host names"
          checked={isFull}
          onChange={(event) => setIsFull(event.target.checked)}
        />
      </div>
      {groupRecords(domain.records).map((group) => (
        <Group key={group.title} group={group} nameOf={nameOf} />
      ))}
    </>
  );
}

function Group({ group, nameOf }: { group: RecordGroup; nameOf: (name: string) => string }) {
  const { title, records, isFirst } = group;
  const rows = (
    <ul aria-label={title} className="divide-y">
      {records.map((record) => (
        <RecordRow key={record.id} record={record} host={nameOf(record.name)} />
      ))}
    </ul>
  );
  if (isFirst)
    return (
      <section aria-label={title} className="border-t">
        <ColumnNames />
        {rows}
      </section>
    );
  return (
    <Fold
      title={`${title} (${records.length})`}
      aside={`${countOk(records)} verified`}
      open={records.some(({ status }) => status === "wrong")}
      className="border-t [&>div]:border-t [&>div]:pt-0 [&>summary]:mx-5 [&>summary]:my-2"
    >
      {rows}
    </Fold>
  );
}

/** Each cell of a row names its column for screen readers. */
function ColumnNames() {
  return (
    <div
      aria-hidden="true"
      className={cx(
        "hidden border-b bg-subtle/60 py-2 pr-3 pl-5 text-xs font-medium text-ink-soft",
        RECORD_COLUMNS,
      )}
    >
      <span>Type</span>
      <span>Host</span>
      <span>Value</span>
      <span className="md:col-span-2">Status</span>
    </div>
  );
}

function Provider({ host }: { host: DnsHost | undefined }) {
  if (!host) return <span className="text-ink-faint">Looking up your DNS provider</span>;
  const { provider, zone } = host;
  if (!provider)
    return (
      <span className="min-w-0 text-ink-soft">
        Add them to the zone <bdi className="font-medium break-all text-ink">{zone}</bdi> at your DNS
        provider.
      </span>
    );
  return (
    <span className="min-w-0 text-ink-soft">
      Your DNS is at <span className="font-medium text-ink">{provider.name}</span>.{" "}
      <a href={provider.url} target="_blank" rel="noopener noreferrer" className={TEXT_LINK_STYLES}>
        Edit the zone
        <ExternalLink aria-label="Opens in a new tab" className="ml-1 inline size-3.5" />
      </a>
    </span>
  );
}
