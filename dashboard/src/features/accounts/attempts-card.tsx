import { type FormEvent, useState } from "react";
import type { Settings } from "../../api-types.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { formatWaits, hoursOf, readWaits } from "./attempt-waits.ts";
import { useChangeSettings } from "./use-change-settings.ts";

const CHOICES = [
  {
    value: "retry" as const,
    label: "Try again",
    hint: "The recipient may get a second copy. Right for sign-in codes and the like.",
  },
  {
    value: "hold" as const,
    label: "Hold it until somebody decides",
    hint: "The recipient may get none until you have looked at the queue page. Right for what must not come twice.",
  },
];

/** How the account's mail is tried again, for how long, and what becomes of what may have arrived. */
export function AttemptsCard({ settings: { account } }: { settings: Settings }) {
  const saved = {
    onUncertain: account.on_uncertain,
    waits: formatWaits(account.retry_seconds),
    hours: hoursOf(account.expire_after_seconds),
  };
  const [onUncertain, setOnUncertain] = useState(saved.onUncertain);
  const [waits, setWaits] = useState(saved.waits);
  const [hours, setHours] = useState(saved.hours);
  const saving = useChangeSettings();
  const fields = ["retry_seconds", "expire_after_seconds"];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate({
      ...(onUncertain !== saved.onUncertain && { on_uncertain: onUncertain }),
      ...(waits.trim() !== saved.waits && { retry_seconds: readWaits(waits) }),
      ...(hours.trim() !== saved.hours && { expire_after_seconds: Math.round(Number(hours) * 3_600) }),
    });
  };
  const trouble = formError(saving.error, fields);
  const isUnchanged =
    onUncertain === saved.onUncertain && waits.trim() === saved.waits && hours.trim() === saved.hours;
  return (
    <Card>
      <Form fault={saving.error} onSubmit={submit}>
        <CardHeader title="Attempts" description="What happens to mail that is not taken at once." />
        <CardBody className="grid gap-5">
          {trouble ? <Alert tone="bad">{trouble}</Alert> : null}
          <RadioGroup
            legend="When nobody knows whether it arrived"
            options={CHOICES}
            value={onUncertain}
            onChange={setOnUncertain}
          />
          <Field
            label="Minutes between attempts"
            aside="Optional"
            hint="As 1, 5, 15, 60; the last one repeats. Empty: the usual ones, from one minute to four hours."
            error={fieldError(saving.error, "retry_seconds")}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                inputMode="decimal"
                value={waits}
                onChange={(event) => setWaits(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="Hours until mail is given up"
            hint="Counts for what is sent from now on; from 0.1 to 720."
            error={fieldError(saving.error, "expire_after_seconds")}
          >
            {(control) => (
              <Input
                {...control}
                className="max-w-28"
                autoComplete="off"
                inputMode="decimal"
                value={hours}
                onChange={(event) => setHours(event.target.value)}
              />
            )}
          </Field>
        </CardBody>
        <CardFooter>
          <Button type="submit" disabled={isUnchanged} busy={saving.isPending}>
            Save attempts
          </Button>
        </CardFooter>
      </Form>
    </Card>
  );
}
