import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { fieldError, formError } from "../../form-errors.ts";
import { textFrom } from "../../form-values.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryCard } from "./entry-card.tsx";
import { CodeField, isCodeMissing } from "./second-factor/code-field.tsx";
import { signIn } from "./session.ts";
import { useEntered } from "./use-entered.ts";

const entry = getRouteApi("/entry");
const route = getRouteApi("/entry/signin");

export function SignInPage() {
  const search = route.useSearch();
  const { signups } = entry.useLoaderData();
  const entering = useEntered(signIn, search.next);

  const [asksForCode, setAsksForCode] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const code = textFrom(values, "code");
    entering.mutate(
      {
        email: textFrom(values, "email").trim(),
        password: textFrom(values, "password"),
        ...(code && { code }),
      },
      { onError: (error) => setAsksForCode(asksForCode || isCodeMissing(error)) },
    );
  };
  const forgotten = (
    <details className="[&_summary]:cursor-pointer">
      <summary>Forgot your password?</summary>
      <span className="mt-2 block text-balance">
        An operator of this instance can set a new one:{" "}
        <code className="text-[13px] break-words">posthouse admin reset-password &lt;email&gt;</code>
      </span>
      <span className="mt-2 block text-balance">
        If you have lost your authenticator app and your recovery codes, an operator can remove them:{" "}
        <code className="text-[13px] break-words">posthouse admin remove-second-factor &lt;email&gt;</code>
      </span>
    </details>
  );
  // Shown by the field that appears.
  const errorText = isCodeMissing(entering.error)
    ? undefined
    : formError(entering.error, ["email", "password", "code"]);
  const signUpLink = (
    <>
      New here?{" "}
      <TextLink to="/signup" search={search}>
        Create account
      </TextLink>
    </>
  );
  return (
    <EntryCard
      title="Sign in to Posthouse"
      tabTitle="Sign in"
      footer={
        <>
          {signups === "open" ? <span className="mb-3 block">{signUpLink}</span> : null}
          {forgotten}
        </>
      }
    >
      <Form error={entering.error} onSubmit={submit} className="grid gap-5">
        {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
        <Field label="Email" error={fieldError(entering.error, "email")}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              onChange={() => setAsksForCode(false)}
              required
            />
          )}
        </Field>
        <Field label="Password" error={fieldError(entering.error, "password")}>
          {(control) => (
            <PasswordInput {...control} name="password" autoComplete="current-password" required />
          )}
        </Field>
        {asksForCode ? <CodeField error={entering.error} /> : null}
        <Button type="submit" variant="primary" size="lg" busy={entering.isPending}>
          Sign in
        </Button>
      </Form>
    </EntryCard>
  );
}
