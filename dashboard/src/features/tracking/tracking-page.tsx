import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { formError } from "../../form-errors.ts";
import { QueryError } from "../../query-error.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Form } from "../../ui/form.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { showToast } from "../../ui/toast.ts";
import { useFormValues } from "../../use-form-values.ts";
import { ReadOnlyForViewers } from "../accounts/viewers.tsx";
import { changeTracking, type TrackingSettings, trackingQuery } from "./tracking.ts";

const ADDRESSES = [
  { value: "none" as const, label: "Not stored" },
  {
    value: "network" as const,
    label: "Network",
    hint: "Such as 198.51.100.0/24. It may identify a company, but not a person.",
  },
  { value: "full" as const, label: "Full address" },
];
const AGENTS = [
  { value: "none" as const, label: "Not stored" },
  { value: "family" as const, label: "Program name", hint: "Such as Firefox or Apple Mail." },
  { value: "full" as const, label: "Full user agent" },
];

/** The settings of tracking: opens, clicks, and the data that is stored about readers. */
export function TrackingPage() {
  const query = useQuery(trackingQuery);
  if (query.error && !query.data)
    return (
      <Card>
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      </Card>
    );
  if (!query.data)
    return (
      <Card aria-busy="true" className="grid max-w-2xl gap-4 p-5">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </Card>
    );
  return (
    <div className="grid max-w-2xl gap-6">
      <ReadOnlyForViewers>
        <TrackingForm saved={query.data} />
      </ReadOnlyForViewers>
    </div>
  );
}

function TrackingForm({ saved }: { saved: TrackingSettings }) {
  const { entered, changes, enter, reset } = useFormValues(saved);
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: changeTracking,
    onSuccess: async () => {
      showToast({ title: "Saved" });
      await queryClient.invalidateQueries({ queryKey: trackingQuery.queryKey });
    },
  });
  const { opens, clicks, address, agent } = entered;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate(changes, { onSuccess: reset });
  };
  const errorText = formError(saving.error, []);
  return (
    <Card>
      <Form error={saving.error} onSubmit={submit}>
        <CardHeader
          title="Opens and clicks"
          description="Applies to new mail. Domains and single emails can override it."
          actions={<TextLink to="/domains">Domains</TextLink>}
        />
        <CardBody className="grid gap-6">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          {saved.links_stopped_at === null ? null : (
            <Alert tone="bad">
              An operator stopped the tracked links of this account, so they do not redirect. Contact the
              operator.
            </Alert>
          )}
          <div className="grid gap-3">
            <Checkbox
              label="Track clicks"
              hint="Links lead through a tracking host and redirect at once."
              checked={clicks}
              onChange={({ target }) => enter({ clicks: target.checked })}
            />
            <Checkbox
              label="Track opens"
              hint="Adds an invisible image. Many mail clients load it whether or not a person reads the mail."
              checked={opens}
              onChange={({ target }) => enter({ opens: target.checked })}
            />
          </div>
          <RadioGroup
            legend="IP addresses of readers"
            options={ADDRESSES}
            value={address}
            onChange={(value) => enter({ address: value })}
          />
          <RadioGroup
            legend="User agents of readers"
            options={AGENTS}
            value={agent}
            onChange={(value) => enter({ agent: value })}
          />
        </CardBody>
        <CardFooter>
          <Button
            type="submit"
            variant="primary"
            busy={saving.isPending}
            disabled={Object.keys(changes).length === 0}
          >
            Save
          </Button>
        </CardFooter>
      </Form>
    </Card>
  );
}
