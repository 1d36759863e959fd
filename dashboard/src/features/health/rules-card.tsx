import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { AlertRule } from "../../api-types.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { QueryError } from "../../query-error.tsx";
import { readNumber } from "../../read-number.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Form } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { showToast } from "../../ui/toast.ts";
import { useFormValues } from "../../use-form-values.ts";
import { HiddenFromViewers, ReadOnlyForViewers } from "../accounts/viewers.tsx";
import { AlertTest } from "./alert-test.tsx";
import { alertRulesQuery, changeRule, type RuleChange } from "./health.ts";

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
  const errorId = useId();
  const { entered, enter, reset } = useFormValues({ threshold: String(rule.threshold) });
  const threshold = readNumber(entered.threshold);
  const saving = useMutation({
    mutationFn: (change: RuleChange) => changeRule(rule.rule, change),
    onSuccess: () => showToast({ title: "Saved" }),
    onError: (error) => {
      const title = formError(error, ["threshold"]);
      if (title) showToast({ tone: "bad", title });
    },
    onSettled: () => queryClient.invalidateQueries(alertRulesQuery),
  });
  const isChanged = threshold !== rule.threshold;
  const errorText = isChanged ? fieldError(saving.error, "threshold") : undefined;
  return (
    <li data-row="" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <Checkbox
          label={rule.meaning}
          checked={rule.enabled}
          onChange={(event) => saving.mutate({ enabled: event.target.checked })}
        />
      </div>
      {rule.unit === null ? null : (
        <Form
          error={saving.error}
          className="flex items-center gap-2 text-[13px] text-ink-soft"
          onSubmit={(event) => {
            event.preventDefault();
            saving.mutate({ threshold }, { onSuccess: reset });
          }}
        >
          <Input
            className="h-8 w-20"
            inputMode="decimal"
            aria-label={`${rule.rule}, ${rule.unit}`}
            aria-invalid={errorText ? true : undefined}
            aria-describedby={errorText ? errorId : undefined}
            value={entered.threshold}
            onChange={(event) => enter({ threshold: event.target.value })}
          />
          <span className="w-22">{rule.unit}</span>
          {isChanged ? (
            <Button type="submit" size="sm" busy={saving.isPending}>
              Save
            </Button>
          ) : null}
        </Form>
      )}
      {errorText ? (
        <p id={errorId} className="w-full text-[13px] text-bad">
          {errorText}
        </p>
      ) : null}
    </li>
  );
}
