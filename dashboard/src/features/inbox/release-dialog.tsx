import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { showToast } from "../../ui/toast.ts";
import { settingsQuery } from "../accounts/settings.ts";
import { newIdempotencyKey } from "../emails/compose/compose-api.ts";
import { addressError } from "../emails/compose/field-errors.ts";
import { splitAddresses } from "../emails/compose/split-addresses.ts";
import { releaseEmail, useInboxChange } from "./inbox.ts";

/** Sends a captured email to real addresses. */
export function ReleaseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const navigate = useNavigate();
  const { data: settings } = useQuery(settingsQuery);
  const [text, setText] = useState("");
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const releasing = useInboxChange(
    () => releaseEmail(id, splitAddresses(text), idempotencyKey),
    (sent) => {
      onClose();
      showToast({ title: "Released", description: "This is the new email." });
      void navigate({ to: "/emails/$emailId", params: { emailId: sent.id } });
    },
  );
  const isTestMode = settings?.delivery.mode === "capture";
  const problem = formError(releasing.error, ["to"]);
  return (
    <Dialog title="Release to a real address" shape="sm" onClose={onClose}>
      <DialogForm
        error={releasing.error}
        onSubmit={(event) => {
          event.preventDefault();
          if (!releasing.isPending && !isTestMode) releasing.mutate(undefined);
        }}
      >
        <DialogBody className="grid gap-4">
          {problem ? <Alert tone="bad">{problem}</Alert> : null}
          {isTestMode ? (
            <Alert tone="warn">
              In test mode, no mail leaves this instance.{" "}
              {settings?.operator ? (
                <TextLink to="/go-live">Go live</TextLink>
              ) : (
                "An operator can change the delivery mode."
              )}
            </Alert>
          ) : (
            <p className="text-ink-soft">Sends a new email with the same content now.</p>
          )}
          <Field
            label="Addresses"
            hint="Separate with commas."
            error={addressError(releasing.error, "to", text)}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                disabled={isTestMode}
                value={text}
                onChange={(event) => {
                  setText(event.target.value);
                  setKey(newIdempotencyKey());
                }}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isTestMode} busy={releasing.isPending}>
            Release
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
