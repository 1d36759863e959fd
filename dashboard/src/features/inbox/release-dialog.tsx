import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Alert } from "../../ui/alert.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Input } from "../../ui/input.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { showToast } from "../../ui/toast.ts";
import { useIsMounted } from "../../ui/use-is-mounted.ts";
import { settingsQuery } from "../accounts/settings.ts";
import { newIdempotencyKey } from "../emails/compose/compose-api.ts";
import { addressError } from "../emails/compose/field-errors.ts";
import { sendError } from "../emails/compose/send-error.ts";
import { splitAddresses } from "../emails/compose/split-addresses.ts";
import { tellOfFailedSend } from "../emails/compose/tell-of-failed-send.ts";
import { releaseEmail, useInboxChange } from "./inbox.ts";

/** Sends a captured email to real addresses. */
export function ReleaseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const navigate = useNavigate();
  const isOpen = useIsMounted();
  const { data: settings } = useQuery({ ...settingsQuery, refetchOnMount: "always" });
  const [text, setText] = useState("");
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const releasing = useInboxChange(
    () => releaseEmail(id, splitAddresses(text), idempotencyKey),
    (sent) => {
      if (!isOpen.current) {
        showToast({ title: "Released" });
        return;
      }
      onClose();
      showToast({ title: "Released", description: "This is the new email." });
      void navigate({ to: "/emails/$emailId", params: { emailId: sent.id } });
    },
    (error) => {
      if (!isOpen.current) tellOfFailedSend(error);
    },
  );
  const relay = settings?.delivery.release_relay ?? null;
  const isImpossible = settings?.delivery.mode === "capture" && relay === null;
  const mayRelease = settings !== undefined && !isImpossible;
  const problem = sendError(releasing.error, ["to"]);
  return (
    <FormDialog
      title="Release to a real address"
      shape="sm"
      canClose={!releasing.isPending}
      error={releasing.error}
      errorText={problem}
      action="Release"
      disabled={!mayRelease}
      busy={releasing.isPending}
      onSubmit={() => {
        if (!releasing.isPending && mayRelease) releasing.mutate(undefined);
      }}
      onClose={onClose}
    >
      {settings === undefined ? (
        <Skeleton className="my-1 w-72" />
      ) : isImpossible ? (
        <WhyNot isOperator={settings.operator} />
      ) : (
        <WhatHappens relay={relay} />
      )}
      <Field label="Addresses" hint="Separate with commas." error={addressError(releasing.error, "to", text)}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={!mayRelease}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setKey(newIdempotencyKey());
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function WhatHappens({ relay }: { relay: string | null }) {
  return (
    <p className="text-ink-soft">
      {relay === null
        ? "Sends a new email with the same content now."
        : `Sends a new email with the same content now, through the relay ${relay}. All other mail stays in test mode.`}
    </p>
  );
}

function WhyNot({ isOperator }: { isOperator: boolean }) {
  return (
    <Alert tone="warn">
      {isOperator ? (
        <>
          In test mode, mail is released through a relay, and none of this instance is enabled.{" "}
          <TextLink to="/routing">Add a relay</TextLink> or <TextLink to="/go-live">go live</TextLink>.
        </>
      ) : (
        "In test mode, only operators can release mail. An operator can change the delivery mode."
      )}
    </Alert>
  );
}
