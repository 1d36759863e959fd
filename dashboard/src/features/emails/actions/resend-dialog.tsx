import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { EmailDetail } from "../../../api-types.ts";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Textarea } from "../../../ui/input.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useIsMounted } from "../../../ui/use-is-mounted.ts";
import { newIdempotencyKey } from "../compose/compose-api.ts";
import { addressError } from "../compose/field-errors.ts";
import { sendError } from "../compose/send-error.ts";
import { splitAddresses } from "../compose/split-addresses.ts";
import { tellOfFailedSend } from "../compose/tell-of-failed-send.ts";
import { resendEmail, useEmailChange } from "./change-email.ts";

type ResendDialogProps = {
  email: EmailDetail;
  /** The initial recipient. */
  to?: string;
  onClose: () => void;
};

/** Sends the same content as a new email, to all recipients or to some. */
export function ResendDialog({ email, to, onClose }: ResendDialogProps) {
  const navigate = useNavigate();
  const isOpen = useIsMounted();
  const [whom, setWhom] = useState<"all" | "some">(to === undefined ? "all" : "some");
  const [text, setText] = useState(to ?? "");
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const resending = useEmailChange(
    email.id,
    () => resendEmail(email.id, whom === "all" ? null : splitAddresses(text), idempotencyKey),
    ({ id }) => {
      if (!isOpen.current) {
        showToast({ title: "Sent again" });
        return;
      }
      onClose();
      showToast({ title: "Sent again", description: "This is the new email." });
      void navigate({ to: "/emails/$emailId", params: { emailId: id } });
    },
    (error) => {
      if (!isOpen.current) tellOfFailedSend(error);
    },
  );
  /** Changed recipients need a new idempotency key. */
  const change = (apply: () => void): void => {
    apply();
    setKey(newIdempotencyKey());
  };
  const errorText = sendError(resending.error, whom === "some" ? ["to"] : []);
  return (
    <FormDialog
      title="Send this email again"
      canClose={!resending.isPending}
      error={resending.error}
      errorText={errorText}
      action="Send again"
      disabled={whom === "some" && text.trim() === ""}
      busy={resending.isPending}
      onSubmit={() => {
        if (!resending.isPending) resending.mutate(undefined);
      }}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        Sends a new email with the same content{email.tags.length > 0 ? " and tags" : ""} now.
      </p>
      <RadioGroup
        legend="Recipients"
        value={whom}
        onChange={(next) => change(() => setWhom(next))}
        options={[
          { value: "all", label: "All recipients", hint: whoAll(email) },
          { value: "some", label: "Other addresses" },
        ]}
      />
      {whom === "some" ? (
        <Field
          label="Addresses"
          hint="Separate with commas or new lines."
          error={addressError(resending.error, "to", text)}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={1}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="field-sizing-content max-h-40 min-h-9 resize-none py-[7px] leading-5 wrap-anywhere"
              value={text}
              onChange={(event) => change(() => setText(event.target.value))}
            />
          )}
        </Field>
      ) : null}
    </FormDialog>
  );
}

/** The server leaves out recipients who reported the email as spam. */
function whoAll({ recipients }: EmailDetail): string {
  const others = recipients.filter(({ complained }) => !complained);
  const [first] = others;
  const leftOut =
    others.length < recipients.length ? ". Recipients who reported it as spam are left out" : "";
  if (others.length === 1 && first) return `${first.address}${leftOut}`;
  return `${others.length.toLocaleString("en")} addresses, including those that already received it${leftOut}`;
}
