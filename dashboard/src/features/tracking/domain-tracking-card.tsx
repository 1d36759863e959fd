import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formError } from "../../form-errors.ts";
import { QueryError } from "../../query-error.tsx";
import { showSaved } from "../../show-saved.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { showToast } from "../../ui/toast.ts";
import { ReadOnlyForViewers } from "../accounts/viewers.tsx";
import { HostForm } from "./host-form.tsx";
import {
  changeDomainTracking,
  checkTrackingHost,
  type DomainTracking,
  domainTrackingQuery,
} from "./tracking.ts";

const HOST_LOOKS = {
  none: { tone: "neutral", label: "Default host" },
  pending: { tone: "warn", label: "Not verified" },
  verified: { tone: "good", label: "Verified" },
  broken: { tone: "bad", label: "Broken" },
} as const;

/** The tracking of mail from the domain, and the domain's own host for links. */
export function DomainTrackingCard({ name }: { name: string }) {
  const query = useQuery(domainTrackingQuery(name));
  return (
    <Card>
      <CardHeader
        title="Tracking"
        description="Opens and clicks of mail from this domain."
        actions={
          query.data ? (
            <Badge tone={HOST_LOOKS[query.data.host_status].tone}>
              {HOST_LOOKS[query.data.host_status].label}
            </Badge>
          ) : null
        }
      />
      {query.error && !query.data ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <CardBody className="grid gap-5">
          <ReadOnlyForViewers>
            <div className="grid gap-5 sm:grid-cols-2">
              <Switch name={name} tracking={query.data} kind="clicks" />
              <Switch name={name} tracking={query.data} kind="opens" />
            </div>
            <HostForm name={name} host={query.data.host} />
            <HostState name={name} tracking={query.data} />
          </ReadOnlyForViewers>
        </CardBody>
      ) : (
        <div aria-busy="true" className="grid gap-4 p-5">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
      )}
    </Card>
  );
}

/** The changes of a domain wait for each other, so that the last response is the newest. */
function useTrackingChange<Input>(
  name: string,
  change: (input: Input) => Promise<DomainTracking>,
  title: string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    scope: { id: `tracking of ${name}` },
    onSuccess: async (tracking) => {
      await showSaved(queryClient, domainTrackingQuery(name), tracking);
      showToast({ title });
    },
  });
}

const KINDS = { clicks: "Clicks", opens: "Opens" } as const;

type SwitchProps = { name: string; tracking: DomainTracking; kind: keyof typeof KINDS };

function Switch({ name, tracking, kind }: SwitchProps) {
  const changing = useTrackingChange(
    name,
    (isTracked: boolean | null) => changeDomainTracking(name, { [kind]: isTracked }),
    "Tracking saved",
  );
  return (
    <Field label={KINDS[kind]} error={formError(changing.error, [])}>
      {(control) => (
        <Select
          {...control}
          value={String(changing.isPending ? changing.variables : tracking[kind])}
          onChange={({ target: { value } }) => changing.mutate(value === "null" ? null : value === "true")}
        >
          <option value="null">Account default</option>
          <option value="true">Tracked</option>
          <option value="false">Not tracked</option>
        </Select>
      )}
    </Field>
  );
}

function HostState({ name, tracking }: { name: string; tracking: DomainTracking }) {
  const checking = useTrackingChange(name, () => checkTrackingHost(name), "Tracking host checked");
  const { host, host_problem: problem, links_host: linksHost, checked_at: checkedAt, host_status } = tracking;
  if (host === null) return null;
  return (
    <div className="grid gap-3">
      {problem === null ? null : <Alert tone={host_status === "broken" ? "bad" : "warn"}>{problem}</Alert>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-[13px] text-ink-soft">
          {linksHost === null ? (
            "New mail is not tracked until the host works."
          ) : (
            <>
              Links in new mail begin with{" "}
              <code className="font-mono text-ink wrap-anywhere">{linksHost}</code>.
            </>
          )}{" "}
          {checkedAt === null ? (
            "Not checked yet."
          ) : (
            <>
              Checked <Time value={checkedAt} />.
            </>
          )}
        </p>
        <Button
          size="sm"
          busy={checking.isPending}
          onClick={() =>
            checking.mutate(undefined, {
              onError: ({ message }) =>
                showToast({ tone: "bad", title: "Could not check", description: message }),
            })
          }
        >
          Check now
        </Button>
      </div>
    </div>
  );
}
