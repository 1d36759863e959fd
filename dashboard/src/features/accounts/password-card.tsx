import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { User } from "../../api-types.ts";
import { Button } from "../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../ui/card.tsx";
import { Form } from "../../ui/form.tsx";
import { showToast } from "../../ui/toast.ts";
import { PasswordFields, passwordsFrom } from "./password-fields.tsx";
import { changePassword } from "./session.ts";
import { sessionsQuery } from "./settings.ts";

export function PasswordCard({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const [round, setRound] = useState(0);
  const changing = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      showToast({ title: "Password changed", description: "Other sessions were signed out." });
      // A new key empties the fields.
      setRound(round + 1);
      return queryClient.invalidateQueries(sessionsQuery);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    changing.mutate(passwordsFrom(event.currentTarget));
  };
  return (
    <Card>
      <Form error={changing.error} onSubmit={submit} key={round}>
        <CardHeader title="Password" description="Signs out all other sessions." />
        <CardBody className="grid gap-5">
          <PasswordFields error={changing.error} known={[user.email, user.name ?? ""]} />
        </CardBody>
        <CardFooter>
          <Button type="submit" busy={changing.isPending}>
            Change password
          </Button>
        </CardFooter>
      </Form>
    </Card>
  );
}
