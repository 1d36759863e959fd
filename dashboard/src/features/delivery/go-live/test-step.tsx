import type { FormEvent } from "react";
import type { Settings } from "../../../api-types.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../../ui/card.tsx";
import { Form } from "../../../ui/form.tsx";
import { sendError } from "../../emails/compose/send-error.ts";
import { TEST_EMAIL_FIELDS, TestEmailFields } from "../../emails/test-email/test-email-fields.tsx";
import { useTestEmail } from "../../emails/test-email/use-test-email.ts";
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

function TestForm({ settings, domain, onSent }: Omit<TestStepProps, "emailId">) {
  const form = useTestEmail({
    from: domain === undefined ? (settings.account.default_from ?? "") : `hello@${domain}`,
    to: settings.user.email,
    message: MESSAGE,
    onSent,
  });
  const { from, to, sending } = form;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    form.send();
  };
  const errorText = sendError(sending.error, TEST_EMAIL_FIELDS);
  return (
    <Card>
      <Form error={sending.error} onSubmit={submit}>
        <CardHeader
          title="Send a test email to yourself"
          description="You see each step of its delivery here, with the replies of the server."
        />
        <CardBody className="grid max-w-md gap-4">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <TestEmailFields form={form} />
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
