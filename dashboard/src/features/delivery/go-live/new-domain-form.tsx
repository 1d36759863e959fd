import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { fieldError, formError } from "../../../form-errors.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, CardBody, CardFooter, CardHeader } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { addDomain, DOMAINS_KEY } from "../../domains/domains.ts";

export function NewDomainForm({ onAdded }: { onAdded: (name: string) => void }) {
  const [name, setName] = useState("");
  const queryClient = useQueryClient();
  const adding = useMutation({
    mutationFn: () => addDomain({ name: name.trim() }),
    onSuccess: async (domain) => {
      onAdded(domain.name);
      await queryClient.invalidateQueries({ queryKey: DOMAINS_KEY });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    adding.mutate();
  };
  const errorText = formError(adding.error, ["name"]);
  return (
    <Card>
      <Form error={adding.error} onSubmit={submit}>
        <CardHeader
          title="Which domain do you send from?"
          description="You get its DNS records, and each one is ticked off when it is found."
        />
        <CardBody className="grid max-w-md gap-4">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <Field
            label="Domain"
            hint="The part after the @ in your From addresses."
            error={fieldError(adding.error, "name")}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                inputMode="url"
                placeholder="example.com"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        </CardBody>
        <CardFooter>
          <Button type="submit" variant="primary" disabled={name.trim() === ""} busy={adding.isPending}>
            Add domain
          </Button>
        </CardFooter>
      </Form>
    </Card>
  );
}
