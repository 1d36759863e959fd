import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { Health, Level } from "../../api-types.ts";
import { QueryError } from "../../query-error.tsx";
import { Card } from "../../ui/card.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Time } from "../../ui/time.tsx";
import { UntilReady } from "../../ui/until-ready.tsx";
import { AlertList } from "./alert-list.tsx";
import { CheckList } from "./check-list.tsx";
import { alertRulesQuery, alertsQuery, healthQuery, levelOf } from "./health.ts";
import { LevelIcon } from "./level-icon.tsx";
import { ProcessList } from "./process-list.tsx";
import { RulesCard } from "./rules-card.tsx";

const VERDICTS: Record<Level, string> = {
  ok: "All systems operational.",
  unknown: "No problems found. Some checks could not run.",
  warning: "Operational, with warnings.",
  failed: "A check failed.",
};

/** The instance's checks, processes and alerts, for operators. */
export function HealthPage() {
  const { data: health, error, refetch, isPending } = useQuery(healthQuery);
  const { cursor } = useSearch({ from: "/app/health" });
  const open = useQuery(alertsQuery());
  const past = useQuery(alertsQuery(cursor));
  const rules = useQuery(alertRulesQuery);
  const isReady = [open, past, rules].every((query) => !query.isPending) && !isPending;
  return (
    <>
      <PageHeader title="Health" description={health ? <Verdict health={health} /> : "System status"} />
      <UntilReady isReady={isReady} skeleton={<PageSkeleton />}>
        <div className="grid gap-6">
          <Alerts />
          {health ? (
            <>
              <CheckList checks={health.checks} />
              <ProcessList processes={health.processes} />
            </>
          ) : error ? (
            <Card>
              <QueryError error={error} onRetry={() => void refetch()} />
            </Card>
          ) : null}
          <RulesCard />
        </div>
      </UntilReady>
    </>
  );
}

function Verdict({ health: { checks, checked_at } }: { health: Health }) {
  const level = levelOf(checks.flatMap(({ findings }) => findings));
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <LevelIcon level={level} />
      {VERDICTS[level]}
      <span className="text-[13px] text-ink-faint">
        Checked <Time value={checked_at} />
      </span>
    </span>
  );
}

function Alerts() {
  const { cursor } = useSearch({ from: "/app/health" });
  const first = useQuery(alertsQuery());
  const { data: past, error, refetch, isPlaceholderData } = useQuery(alertsQuery(cursor));
  const open = first.data?.open ?? [];
  const failure = (!first.data && first.error) || (!past && error);
  return (
    <>
      {open.length > 0 ? <AlertList title="Open alerts" alerts={open} /> : null}
      {past && past.alerts.length > 0 ? (
        <section className="grid gap-4" aria-label="Alert history">
          <AlertList title="Past alerts" alerts={past.alerts} />
          <Pager
            cursor={cursor}
            pagination={past.pagination}
            count={past.alerts.length}
            noun="alert"
            isLoading={isPlaceholderData}
          />
        </section>
      ) : null}
      {failure ? (
        <Card>
          <QueryError
            title="Could not load the alerts"
            error={failure}
            onRetry={() => void Promise.all([first.refetch(), refetch()])}
          />
        </Card>
      ) : null}
    </>
  );
}
