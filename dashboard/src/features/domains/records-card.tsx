import type { DomainDetail } from "../../api-types.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import { RecordTable } from "./record-table.tsx";

export function RecordsCard({ domain }: { domain: DomainDetail }) {
  return (
    <Card className="min-w-0">
      <CardHeader
        title="DNS records"
        description="Add these at your DNS provider. They are checked every few seconds while this page is open, until the first ones are found."
        actions={
          <span className="text-[13px] text-ink-soft">
            {domain.records_ok} of {domain.records_total} records verified
          </span>
        }
      />
      <div className="mt-4">
        <RecordTable domain={domain} />
      </div>
    </Card>
  );
}
