import { type FormEvent, useState } from "react";
import type { Settings, SettingsChange } from "../../api-types.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { useFormValues } from "../../use-form-values.ts";
import { DAYS_ERROR, readDays, shorterRetentions } from "./event-retention.ts";
import { EventRetentionField } from "./event-retention-field.tsx";
import { RetentionField } from "./retention-field.tsx";
import { ShortenRetentionDialog } from "./shorten-retention-dialog.tsx";
import { useChangeSettings } from "./use-change-settings.ts";

export function AccountCard({ settings }: { settings: Settings }) {
  const { account } = settings;
  const saved: Entered = {
    name: account.name,
    from: account.default_from ?? "",
    days: String(account.retention_days),
    eventDays: account.event_retention_days?.toString() ?? "",
  };
  const { entered, enter, reset } = useFormValues(saved);
  // An error of each attempt to save, so that the field gets the focus again.
  const [invalid, setInvalid] = useState<Error>();
  const [isAsking, setIsAsking] = useState(false);
  const saving = useChangeSettings();
  const eventDays = readDays(entered.eventDays);
  const change = changeOf(saved, entered);
  const shorter = shorterRetentions(account, entered);
  const save = (): void => saving.mutate(change, { onSuccess: reset, onSettled: () => setIsAsking(false) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setInvalid(eventDays === undefined ? new Error(DAYS_ERROR) : undefined);
    if (eventDays === undefined) return;
    if (shorter.length > 0) setIsAsking(true);
    else save();
  };
  const fields = ["name", "default_from", "retention_days", "event_retention_days"];
  const errorText = formError(saving.error, fields);
  return (
    <Card>
      <Form error={invalid ?? saving.error} onSubmit={submit}>
        <CardHeader title="Account" description="Settings for everyone who sends with this account." />
        <CardBody className="grid gap-5">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <Field label="Account name" error={fieldError(saving.error, "name")}>
            {(control) => (
              <Input
                {...control}
                autoComplete="organization"
                maxLength={100}
                value={entered.name}
                onChange={(event) => enter({ name: event.target.value })}
              />
            )}
          </Field>
          <Field
            label="Default sender"
            hint="Used when an email has no From address: name@example.com or Name <name@example.com>."
            error={fieldError(saving.error, "default_from")}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                value={entered.from}
                onChange={(event) => enter({ from: event.target.value })}
              />
            )}
          </Field>
          <RetentionField
            days={entered.days}
            onChange={(days) => enter({ days })}
            error={fieldError(saving.error, "retention_days")}
          />
          <EventRetentionField
            days={entered.eventDays}
            onChange={(days) => enter({ eventDays: days })}
            error={invalid?.message ?? fieldError(saving.error, "event_retention_days")}
          />
        </CardBody>
        <CardFooter>
          <Button type="submit" disabled={Object.keys(change).length === 0} busy={saving.isPending}>
            Save account
          </Button>
        </CardFooter>
      </Form>
      {isAsking && shorter.length > 0 ? (
        <ShortenRetentionDialog
          shorter={shorter}
          busy={saving.isPending}
          onConfirm={save}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Card>
  );
}

type Entered = { name: string; from: string; days: string; eventDays: string };

/** The fields that differ. */
function changeOf(saved: Entered, entered: Entered): SettingsChange {
  const { name, from, days, eventDays } = entered;
  return {
    ...(name.trim() === saved.name ? {} : { name: name.trim() }),
    ...(from.trim() === saved.from ? {} : { default_from: from.trim() || null }),
    ...(days.trim() === saved.days ? {} : { retention_days: Number(days) }),
    ...(eventDays.trim() === saved.eventDays ? {} : { event_retention_days: readDays(eventDays) ?? null }),
  };
}
