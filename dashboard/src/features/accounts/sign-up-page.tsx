import { getRouteApi } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../api.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { textFrom } from "../../form-values.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { ClosedCounter } from "../../ui/drawings/closed-counter.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { useTabTitle } from "../../ui/use-tab-title.ts";
import { EntryCard } from "./entry-card.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { signUp } from "./session.ts";
import { useEntered } from "./use-entered.ts";

const entry = getRouteApi("/entry");
const route = getRouteApi("/entry/signup");

export function SignUpPage() {
  const { signups } = entry.useLoaderData();
  return signups === "open" ? <SignUpForm /> : <ClosedSignUps />;
}

function SignUpForm() {
  const search = route.useSearch();
  const [email, setEmail] = useState("");
  const entering = useEntered(signUp, search.next);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    entering.mutate({ email: email.trim(), password: textFrom(values, "password") });
  };
  const isTaken = entering.error instanceof ApiError && entering.error.code === "email_taken";
  const emailError = isTaken
    ? "This address already has an account. Sign in instead."
    : fieldError(entering.error, "email");
  const errorText = formError(entering.error, ["email", "password"]);
  return (
    <EntryCard
      title="Create your account"
      footer={
        <>
          Have an account?{" "}
          <TextLink to="/signin" search={search}>
            Sign in
          </TextLink>
        </>
      }
    >
      <Form error={entering.error} onSubmit={submit} className="grid gap-5">
        {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
        <Field label="Email" error={emailError}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <NewPasswordField
          name="password"
          label="Password"
          known={[email]}
          error={fieldError(entering.error, "password")}
        />
        <Button type="submit" variant="primary" size="lg" busy={entering.isPending}>
          Create account
        </Button>
      </Form>
    </EntryCard>
  );
}

function ClosedSignUps() {
  useTabTitle("Sign-up is closed");
  return (
    <EmptyState
      drawing={ClosedCounter}
      title="Sign-up is closed"
      heading="h1"
      action={<TextLink to="/signin">Sign in instead</TextLink>}
    >
      Ask the server's operator for an account.
    </EmptyState>
  );
}
