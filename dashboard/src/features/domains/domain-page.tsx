import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { DomainDetail } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Time } from "../../ui/time.tsx";
import { UnreadyPage } from "../../unready-page.tsx";
import { DomainTrackingCard } from "../tracking/domain-tracking-card.tsx";
import { DomainActions } from "./domain-actions.tsx";
import { DomainEventsCard } from "./domain-events-card.tsx";
import { DomainStatusBadge } from "./domain-status-badge.tsx";
import { domainQuery } from "./domains.ts";
import { KeysCard } from "./keys-card.tsx";
import { RecordsCard } from "./records-card.tsx";
import { ReportsPanel } from "./reports/reports-panel.tsx";
import { useLiveCheck } from "./use-live-check.ts";

const route = getRouteApi("/app/domains/$domain");

export function DomainPage() {
  const { domain } = route.useParams();
  const query = useQuery(domainQuery(domain));
  useLiveCheck(query.data);
  if (query.data) return <DomainView domain={query.data} />;
  return <UnreadyPage title="Domain" back={<BackLink to="/domains">Domains</BackLink>} query={query} />;
}

function DomainView({ domain }: { domain: DomainDetail }) {
  return (
    <>
      <PageHeader
        title={domain.name}
        back={<BackLink to="/domains">Domains</BackLink>}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <DomainStatusBadge status={domain.status} />
            <CheckTimes domain={domain} />
          </span>
        }
        actions={<DomainActions domain={domain} />}
      />
      <div className="grid gap-6">
        <Notes domain={domain} />
        <RecordsCard domain={domain} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <KeysCard domain={domain} />
          <DomainEventsCard name={domain.name} checkedAt={domain.checked_at} />
        </div>
        <DomainTrackingCard name={domain.name} />
        <ReportsPanel name={domain.name} />
      </div>
    </>
  );
}

function CheckTimes({ domain: { checked_at, next_check_at } }: { domain: DomainDetail }) {
  return (
    <span className="text-[13px]">
      {checked_at === null ? (
        "Not checked yet"
      ) : (
        <>
          Checked <Time value={checked_at} />
        </>
      )}{" "}
      · next check <Time value={next_check_at} />
    </span>
  );
}

function Notes({ domain }: { domain: DomainDetail }) {
  return (
    <>
      {domain.lost_because === null ? null : (
        <Alert tone="bad">
          {domain.lost_because === "proven_by_another_account"
            ? "Another account verified this domain, so your verification was lost. To take it back, keep the posthouse-verification record below in DNS and remove all others."
            : "The verification record was missing from DNS for 3 days, so this domain is no longer verified. Add the records below to verify it again."}
        </Alert>
      )}
      {domain.status === "degraded" ? (
        <Alert tone="bad">
          A required record is missing or wrong. Mail is still sent, but may not be signed. If the
          verification record is missing for 3 days, you lose the domain.
        </Alert>
      ) : null}
      {domain.verified_by === "operator" && domain.signs.length === 0 ? (
        <Alert>
          The operator allowed this domain without DNS verification. Its mail is signed once its DKIM records
          are in DNS.
        </Alert>
      ) : null}
      {domain.warnings.map((warning) => (
        <Alert key={warning} tone="warn">
          {warning}
        </Alert>
      ))}
    </>
  );
}
