import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AlertRule } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { QueryError } from "../../query-error.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Input } from "../../ui/input.tsx";
import { showToast } from "../../ui/toast.ts";
import { HiddenFromViewers, ReadOnlyForViewers } from "../accounts/viewers.tsx";
import { AlertTest } from "./alert-test.tsx";
import { alertRulesQuery, changeRule } from "./health.ts";

const CHANNEL_NAMES = { email: "email (ALERT_EMAIL)", webhook: "webhook (ALERT_WEBHOOK)" };

/** The alert rules and their thresholds. */
export function RulesCard() {
  const { data, error, refetch } = useQuery(alertRulesQuery);
  return (
    <Card aria-label="Alert rules">
      <CardHeader title="Alert rules" description={data ? describeChannels(data.channels) : null} />
      {data && data.channels.length > 0 ? (
        <HiddenFromViewers>
          <AlertTest />
        </HiddenFromViewers>
      ) : null}
      {error ? <QueryError error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <div className="grid gap-2 px-5 pt-2 pb-2">
          <ReadOnlyForViewers>
            <ul className="divide-y">
              {data.rules.map((rule) => (
                <RuleRow key={rule.rule} rule={rule} />
              ))}
            </ul>
          </ReadOnlyForViewers>
        </div>
      ) : null}
    </Card>
  );
}

function describeChannels(channels: (keyof typeof CHANNEL_NAMES)[]): string {
  return channels.length > 0
    ? `Alerts are sent when they open and when they resolve, by ${channels.map((channel) => CHANNEL_NAMES[channel]).join(" and ")}.`
    : "Alerts appear only here. Set ALERT_EMAIL or ALERT_WEBHOOK to get notified.";
}

function RuleRow({ rule }: { rule: AlertRule }) {
  const queryClient = useQueryClient();
  const [threshold, setThreshold] = useState(String(rule.threshold));
  const saving = useMutation({
    mutationFn: (change: Parameters<typeof changeRule>[1]) => changeRule(rule.rule, change),
    onSuccess: () => showToast({ title: "Saved" }),
    onError: (error) => showToast({ tone: "bad", title: formError(error, []) ?? "Could not save" }),
    onSettled: () => queryClient.invalidateQueries(alertRulesQuery),
  });
  const isChanged = Number(threshold) !== rule.threshold;
  return (
    <li data-row="" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <Checkbox
        label={rule.meaning}
        checked={rule.enabled}
        onChange={(event) => saving.mutate({ enabled: event.target.checked })}
      />
      {rule.unit === null ? null : (
        <form
          className="flex items-center gap-2 text-[13px] text-ink-soft"
          onSubmit={(event) => {
            event.preventDefault();
            saving.mutate({ threshold: Number(threshold) });
          }}
        >
          <Input
            className="h-8 w-20"
            inputMode="decimal"
            aria-label={`${rule.rule}, ${rule.unit}`}
            value={threshold}
            onChange={(event) => setThreshold(event.target.value)}
          />
          <span className="w-16">{rule.unit}</span>
          {isChanged ? (
            <Button type="submit" size="sm" busy={saving.isPending}>
              Save
            </Button>
          ) : null}
        </form>
      )}
    </li>
  );
}
