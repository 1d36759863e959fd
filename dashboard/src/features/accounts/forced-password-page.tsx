import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { EntryFrame } from "../../app/entry-shell.tsx";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { EntryCard } from "./entry-card.tsx";
import { PasswordFields, passwordsFrom } from "./password-fields.tsx";
import { authQuery, changePassword } from "./session.ts";
import { SignOutButton } from "./sign-out.tsx";
import { useEntered } from "./use-entered.ts";

const route = getRouteApi("/change-password");

/** Requires a new password before anything else. */
export function ForcedPasswordPage() {
  const { next } = route.useSearch();
  const { user } = useSuspenseQuery(authQuery).data;
  const entering = useEntered(changePassword, next);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    entering.mutate(passwordsFrom(event.currentTarget));
  };
  return (
    <EntryFrame>
      <EntryCard
        title="Change your password"
        description="Replace the first password to continue."
        footer={<SignOutButton />}
      >
        <Form error={entering.error} onSubmit={submit} className="grid gap-5">
          <PasswordFields error={entering.error} known={[user?.email ?? ""]} />
          <Button type="submit" variant="primary" size="lg" busy={entering.isPending}>
            Change password and continue
          </Button>
        </Form>
      </EntryCard>
    </EntryFrame>
  );
}
