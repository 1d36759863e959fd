import type { DomainDetail, DomainRecord } from "../../api-types.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { RecordItem } from "./record-item.tsx";

/** In display order. */
const GROUPS: { title: string; purposes: DomainRecord["purpose"][] }[] = [
  { title: "Ownership", purposes: ["ownership"] },
  { title: "DKIM", purposes: ["dkim_active"] },
  { title: "Return path", purposes: ["return_path"] },
  { title: "Policies (SPF, DMARC)", purposes: ["spf", "dmarc"] },
  { title: "TLS reporting", purposes: ["tls_reports"] },
  { title: "Links", purposes: ["tracking"] },
  { title: "Standby DKIM keys", purposes: ["dkim_waiting"] },
  { title: "Retired DKIM keys", purposes: ["dkim_retired"] },
];

export function RecordsCard({ domain }: { domain: DomainDetail }) {
  return (
    <Card className="min-w-0">
      <CardHeader
        title="DNS records"
        description="Add these at your DNS provider. We check automatically: often at first, then daily."
        actions={
          <span className="text-[13px] text-ink-soft">
            {domain.records_ok} of {domain.records_total} records verified
          </span>
        }
      />
      <div className="mt-4 divide-y border-t">
        {GROUPS.map(({ title, purposes }) => {
          const records = domain.records.filter(({ purpose }) => purposes.includes(purpose));
          return records.length === 0 ? null : <RecordGroup key={title} title={title} records={records} />;
        })}
      </div>
    </Card>
  );
}

function RecordGroup({ title, records }: { title: string; records: DomainRecord[] }) {
  return (
    <section className="px-5 py-4">
      <h3 className="text-[13px] font-semibold text-ink-soft">{title}</h3>
      <ul aria-label={title} className="mt-3 grid gap-6">
        {records.map((record) => (
          <RecordItem key={record.id} record={record} />
        ))}
      </ul>
    </section>
  );
}
