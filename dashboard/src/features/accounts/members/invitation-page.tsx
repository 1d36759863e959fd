import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { FindInvitationResponse } from "../../../api.gen.ts";
import { ApiError } from "../../../api.ts";
import { EntryFrame } from "../../../app/entry-shell.tsx";
import { fieldError, formError } from "../../../form-errors.ts";
import { textFrom } from "../../../form-values.ts";
import { QueryError } from "../../../query-error.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { ClosedCounter } from "../../../ui/drawings/closed-counter.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { EntryCard } from "../entry-card.tsx";
import { NewPasswordField } from "../new-password-field.tsx";
import { CodeField, isCodeMissing } from "../second-factor/code-field.tsx";
import { authQuery, renewAuth } from "../session.ts";
import { useEntered } from "../use-entered.ts";
import { acceptInvitation, invitationQuery, ROLE_HINTS } from "./members.ts";

/** The page of an invitation's link: `/invitation#token`. */
export function InvitationPage() {
  const token = useToken();
  const { data: invitation, error, refetch } = useQuery(invitationQuery(token));
  return (
    <EntryFrame>
      {invitation ? (
        <Acceptance key={token} token={token} invitation={invitation} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mx-auto w-40" />
      )}
    </EntryFrame>
  );
}

/** The last token of the address. It stays while the next page loads, when the address no longer has it. */
function useToken(): string {
  const hash = useLocation({ select: (location) => location.hash });
  const [token, setToken] = useState(hash);
  if (hash !== "" && hash !== token) setToken(hash);
  return token;
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // Retrying does not help if the link is not valid (404) or has no token (422).
  const isFinal = error instanceof ApiError && (error.status === 404 || error.status === 422);
  if (!isFinal) return <QueryError title="Could not load the invitation" error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      drawing={ClosedCounter}
      title="This invitation cannot be accepted"
      heading="h1"
      action={<TextLink to="/signin">Sign in</TextLink>}
    >
      {error.status === 422 ? "The link is incomplete. Copy all of it, and open it again." : error.message}
    </EmptyState>
  );
}

type AcceptanceProps = { token: string; invitation: FindInvitationResponse };

function Acceptance({ token, invitation }: AcceptanceProps) {
  const { email, role, registered } = invitation;
  const { user } = useSuspenseQuery(authQuery).data;
  const entering = useEntered(acceptInvitation, undefined);
  const queryClient = useQueryClient();
  const [asksForCode, setAsksForCode] = useState(false);
  const isSignedIn = user?.email.toLowerCase() === email.toLowerCase();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const name = textFrom(values, "name").trim();
    const code = textFrom(values, "code");
    entering.mutate(
      {
        token,
        ...(isSignedIn ? {} : { password: textFrom(values, "password") }),
        ...(code && { code }),
        ...(name && { name }),
      },
      {
        onError: (error) => {
          setAsksForCode(asksForCode || isCodeMissing(error));
          // The session may have ended, and then the password is needed.
          if (isSignedIn) void renewAuth(queryClient);
        },
      },
    );
  };
  // Shown by the field that appears.
  const errorText = isCodeMissing(entering.error)
    ? undefined
    : formError(entering.error, ["name", "password", "code"]);
  return (
    <EntryCard
      title={`Join ${invitation.account_name}`}
      tabTitle="Invitation"
      description={
        <>
          As <span className="font-medium wrap-anywhere text-ink">{email}</span>. {ROLE_HINTS[role]}
        </>
      }
    >
      <Form error={entering.error} onSubmit={submit} className="grid gap-5">
        {user && !isSignedIn ? (
          <p className="text-ink-soft">
            You are signed in as <span className="wrap-anywhere">{user.email}</span>. Joining signs you out
            there.
          </p>
        ) : null}
        {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
        {isSignedIn ? null : registered ? (
          <Field label="Your password" error={fieldError(entering.error, "password")}>
            {(control) => (
              <PasswordInput {...control} name="password" autoComplete="current-password" required />
            )}
          </Field>
        ) : (
          <>
            <Field label="Your name" aside="Optional" error={fieldError(entering.error, "name")}>
              {(control) => <Input {...control} name="name" autoComplete="name" />}
            </Field>
            <NewPasswordField
              name="password"
              label="Password"
              known={[email]}
              error={fieldError(entering.error, "password")}
            />
          </>
        )}
        {asksForCode ? <CodeField error={entering.error} /> : null}
        <Button type="submit" variant="primary" size="lg" busy={entering.isPending}>
          {isSignedIn || registered ? "Join" : "Create login and join"}
        </Button>
      </Form>
    </EntryCard>
  );
}
