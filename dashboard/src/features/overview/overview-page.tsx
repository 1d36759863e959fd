import { useQuery } from "@tanstack/react-query";
import type { Overview } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ListChecks } from "../../ui/icons.gen.ts";
import { LiveSign } from "../../ui/live-sign.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { UntilReady } from "../../ui/until-ready.tsx";
import { settingsQuery } from "../accounts/settings.ts";
import { useAreAlertsKnown } from "../health/use-open-alerts.ts";
import { DomainAlerts } from "./domain-alerts.tsx";
import { firstSteps, hasFirstEmail } from "./first-steps.ts";
import { FirstStepsCard } from "./first-steps-card.tsx";
import { FirstStepsStrip } from "./first-steps-strip.tsx";
import { OpenAlerts } from "./open-alerts.tsx";
import { overviewQuery } from "./overview.ts";
import { OverviewSkeleton } from "./overview-skeleton.tsx";
import { QueueCard } from "./queue-card.tsx";
import { RecentEmails } from "./recent-emails.tsx";
import { useDismissed } from "./use-dismissed.ts";
import { VolumeCard } from "./volume-card.tsx";

export function OverviewPage() {
  const { data: overview, error, refetch } = useQuery(overviewQuery);
  const areAlertsKnown = useAreAlertsKnown();
  const [dismissed, setDismissed] = useDismissed("first-steps");
  return (
    <>
      <PageHeader
        title="Overview"
        description="Sending activity and anything that needs attention."
        actions={
          <>
            {overview && dismissed ? (
              <Button variant="ghost" size="sm" onClick={() => setDismissed(false)}>
                <ListChecks aria-hidden="true" />
                First steps
              </Button>
            ) : null}
            <LiveSign lost={error !== null} />
          </>
        }
      />
      <UntilReady
        isReady={(overview !== undefined || error !== null) && areAlertsKnown}
        skeleton={<OverviewSkeleton />}
      >
        <OpenAlerts />
        {overview ? (
          <OverviewContent overview={overview} dismissed={dismissed} onDismiss={() => setDismissed(true)} />
        ) : null}
        {!overview && error ? (
          <Card>
            <QueryError error={error} onRetry={() => void refetch()} />
          </Card>
        ) : null}
        <RecentEmails />
      </UntilReady>
    </>
  );
}

type FiguresProps = {
  overview: Overview;
  dismissed: boolean;
  onDismiss: () => void;
};

function OverviewContent({ overview, dismissed, onDismiss }: FiguresProps) {
  const { data: settings } = useQuery(settingsQuery);
  const [staysInTestMode, setStays] = useDismissed("go-live");
  const steps = firstSteps(overview, { staysInTestMode, isOperator: settings?.operator ?? false });
  const own = { steps, onStay: () => setStays(true), onDismiss };
  return (
    <>
      <DomainAlerts domains={overview.troubled_domains} />
      {dismissed ? null : hasFirstEmail(steps) ? (
        <FirstStepsStrip {...own} />
      ) : (
        <FirstStepsCard {...own} relays={overview.first_steps.delivers_for_real} />
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <VolumeCard overview={overview} />
        <QueueCard queue={overview.queue} />
      </div>
    </>
  );
}
