import type { FormEvent } from "react";
import type { Settings } from "../../api-types.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { useFormValues } from "../../use-form-values.ts";
import { useChangeSettings } from "./use-change-settings.ts";

export function ProfileCard({ settings }: { settings: Settings }) {
  const saved = { name: settings.user.name ?? "" };
  const { entered, enter, reset } = useFormValues(saved);
  const name = entered.name.trim();
  const saving = useChangeSettings();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate({ user_name: name || null }, { onSuccess: reset });
  };
  const errorText = formError(saving.error, ["user_name"]);
  return (
    <Card>
      <Form error={saving.error} onSubmit={submit}>
        <CardHeader title="Profile" description="Your name and the address that you sign in with" />
        <CardBody className="grid gap-5">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <Field label="Name" error={fieldError(saving.error, "user_name")}>
            {(control) => (
              <Input
                {...control}
                autoComplete="name"
                maxLength={100}
                value={entered.name}
                onChange={(event) => enter({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label="Email" hint="You sign in with this address.">
            {(control) => <Input {...control} readOnly value={settings.user.email} className="bg-subtle" />}
          </Field>
        </CardBody>
        <CardFooter>
          <Button type="submit" disabled={name === saved.name} busy={saving.isPending}>
            Save profile
          </Button>
        </CardFooter>
      </Form>
    </Card>
  );
}
