import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { Settings } from "../../../api-types.ts";
import { fieldError, formError } from "../../../form-errors.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { newIdempotencyKey, sendEmail } from "../../emails/compose/compose-api.ts";
import { WatchedEmail } from "./watched-email.tsx";

type TestStepProps = {
  settings: Settings;
  domain: string | undefined;
  emailId: string | undefined;
  onSent: (id: string | undefined) => void;
};

/** Sends a test email and shows its events as they happen. */
export function TestStep({ settings, domain, emailId, onSent }: TestStepProps) {
  if (emailId !== undefined) return <WatchedEmail id={emailId} onAgain={() => onSent(undefined)} />;
  return <TestForm settings={settings} domain={domain} onSent={onSent} />;
}

const FIELDS = ["from", "to"];

function TestForm({ settings, domain, onSent }: Omit<TestStepProps, "emailId">) {
  const [from, setFrom] = useState(
    domain === undefined ? (settings.account.default_from ?? "") : `hello@${domain}`,
  );
  const [to, setTo] = useState(settings.user.email);
  // Every press uses the same key, so that pressing twice sends one email.
  const key = useRef(newIdempotencyKey());
  const sending = useMutation({
    mutationFn: () => sendEmail({ from, to: to.trim(), ...MESSAGE }, key.current),
    onSuccess: ({ id }) => onSent(id),
    onError: () => {
      key.current = newIdempotencyKey();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    sending.mutate();
  };
  const errorText = formError(sending.error, FIELDS);
  return (
    <Card>
      <Form error={sending.error} onSubmit={submit}>
        <CardHeader
          title="Send a test email to yourself"
          description="You see each step of its delivery here, with the replies of the server."
        />
        <CardBody className="grid max-w-md gap-4">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <Field label="From" error={fieldError(sending.error, "from")}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                placeholder="hello@example.com"
                value={from}
                onChange={(event) => setFrom(event.target.value)}
              />
            )}
          </Field>
          <Field label="To" error={fieldError(sending.error, "to")}>
            {(control) => (
              <Input {...control} type="email" value={to} onChange={(event) => setTo(event.target.value)} />
            )}
          </Field>
        </CardBody>
        <CardFooter>
          <Button
            type="submit"
            variant="primary"
            disabled={from.trim() === "" || to.trim() === ""}
            busy={sending.isPending}
          >
            Send test email
          </Button>
        </CardFooter>
      </Form>
    </Card>
  );
}

const MESSAGE = {
  subject: "Posthouse is live",
  text: "This test email was delivered by your Posthouse instance.\n\nIf you can read it in your inbox, you are live.\n",
};
