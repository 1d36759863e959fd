import { Link } from "@tanstack/react-router";
import { buttonStyles } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SealedReport } from "../../ui/drawings/sealed-report.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

const RECORDS = [
  {
    kind: "DMARC",
    name: "_dmarc.example.com",
    value: "v=DMARC1; p=none; rua=mailto:dmarc@bounce.example.com",
  },
  {
    kind: "TLS reporting",
    name: "_smtp._tls.example.com",
    value: "v=TLSRPTv1; rua=mailto:tls-reports@bounce.example.com",
  },
];

/** Names the records that request reports. */
export function NoReports() {
  return (
    <Card>
      <EmptyState
        drawing={SealedReport}
        title="No reports yet"
        action={
          <Link to="/domains" className={buttonStyles({ variant: "primary" })}>
            Show domains
          </Link>
        }
      >
        Reporters send reports once a day to the address (rua) in the DNS records of a verified domain. Each
        domain’s page has its records, among them the MX record that delivers the reports.
      </EmptyState>
      <dl className="grid gap-4 border-t px-5 py-4">
        {RECORDS.map(({ kind, name, value }) => (
          <div key={kind} className="min-w-0">
            <dt className="text-[13px] text-ink-soft">
              {kind}: TXT record at <span className="font-mono wrap-anywhere">{name}</span>
            </dt>
            <dd className="mt-1 font-mono text-[13px] wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
