import type { FormEvent } from "react";
import type { Settings } from "../../api-types.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { useFormValues } from "../../use-form-values.ts";
import { formatWaits, hoursOf, readWaits } from "./attempt-waits.ts";
import { useChangeSettings } from "./use-change-settings.ts";

const CHOICES = [
  {
    value: "retry" as const,
    label: "Retry (may duplicate)",
    hint: "The recipient may get two copies. Use this for sign-in codes and other mail that must arrive.",
  },
  {
    value: "hold" as const,
    label: "Hold for review",
    hint: "The recipient may get no copy until you decide on the queue page. Use this when duplicates would do harm.",
  },
];

/** Retry intervals, expiry, and the handling of uncertain deliveries. */
export function AttemptsCard({ settings: { account } }: { settings: Settings }) {
  const saved = {
    onUncertain: account.on_uncertain,
    waits: formatWaits(account.retry_seconds),
    hours: hoursOf(account.expire_after_seconds),
  };
  const { entered, enter, reset } = useFormValues(saved);
  const { onUncertain, waits, hours } = entered;
  const saving = useChangeSettings();
  const fields = ["retry_seconds", "expire_after_seconds"];
  const change = {
    ...(onUncertain !== saved.onUncertain && { on_uncertain: onUncertain }),
    ...(waits.trim() !== saved.waits && { retry_seconds: readWaits(waits) }),
    ...(hours.trim() !== saved.hours && { expire_after_seconds: Math.round(Number(hours) * 3_600) }),
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate(change, { onSuccess: reset });
  };
  const errorText = formError(saving.error, fields);
  return (
    <Card>
      <Form error={saving.error} onSubmit={submit}>
        <CardHeader title="Retries" description="How mail is retried after a temporary failure." />
        <CardBody className="grid gap-5">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <RadioGroup
            legend="If delivery is uncertain"
            options={CHOICES}
            value={onUncertain}
            onChange={(value) => enter({ onUncertain: value })}
          />
          <Field
            label="Minutes between retries"
            aside="Optional"
            hint="For example 1, 5, 15, 60. The last one repeats. Default: 1 minute to 4 hours."
            error={fieldError(saving.error, "retry_seconds")}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                inputMode="decimal"
                value={waits}
                onChange={(event) => enter({ waits: event.target.value })}
              />
            )}
          </Field>
          <Field
            label="Hours until mail expires"
            hint="0.1–720 hours. Applies to new emails."
            error={fieldError(saving.error, "expire_after_seconds")}
          >
            {(control) => (
              <Input
                {...control}
                className="max-w-28"
                autoComplete="off"
                inputMode="decimal"
                value={hours}
                onChange={(event) => enter({ hours: event.target.value })}
              />
            )}
          </Field>
        </CardBody>
        <CardFooter>
          <Button type="submit" disabled={Object.keys(change).length === 0} busy={saving.isPending}>
            Save retries
          </Button>
        </CardFooter>
      </Form>
    </Card>
  );
}
