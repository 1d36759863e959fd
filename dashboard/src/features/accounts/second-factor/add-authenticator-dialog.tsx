import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense } from "react";
import type { AddAuthenticatorResponse } from "../../../api.gen.ts";
import { fieldError, formError } from "../../../form-errors.ts";
import { textFrom } from "../../../form-values.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeToCopy } from "../../../ui/code-to-copy.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { CodeInput } from "./code-input.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { addAuthenticator, confirmAuthenticator, secondFactorQuery } from "./second-factor.ts";

const QrCode = lazy(() =>
  import("./qr-code.tsx").then(
    (module) => ({ default: module.QrCode }),
    () => ({ default: MissingQrCode }),
  ),
);

/** The key below is enough. */
function MissingQrCode() {
  return (
    <p className="grid size-full place-items-center text-center text-balance text-ink-soft">
      The QR code could not be loaded.
    </p>
  );
}

/** Password → QR code and the first code → recovery codes. */
export function AddAuthenticatorDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const adding = useMutation({ mutationFn: addAuthenticator });
  const confirming = useMutation({
    mutationFn: confirmAuthenticator,
    onSettled: () => void queryClient.invalidateQueries(secondFactorQuery),
  });
  if (confirming.data)
    return <RecoveryCodesDialog codes={confirming.data.recovery_codes} onClose={onClose} />;
  if (adding.data)
    return (
      <ScanDialog
        authenticator={adding.data}
        busy={confirming.isPending}
        error={confirming.error}
        onCode={(code) => confirming.mutate(code)}
        onClose={onClose}
      />
    );
  return (
    <PasswordDialog
      title="Add an authenticator app"
      confirmLabel="Continue"
      email={email}
      busy={adding.isPending}
      error={adding.error}
      onConfirm={(password) => adding.mutate(password)}
      onClose={onClose}
    >
      You need an app for one-time codes, for example Google Authenticator, 1Password or Aegis.
    </PasswordDialog>
  );
}

type ScanDialogProps = {
  authenticator: AddAuthenticatorResponse;
  busy: boolean;
  error: Error | null;
  onCode: (code: string) => void;
  onClose: () => void;
};

function ScanDialog({ authenticator, busy, error, onCode, onClose }: ScanDialogProps) {
  const errorText = formError(error, ["code"]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onCode(textFrom(new FormData(event.currentTarget), "code"));
  };
  return (
    <Dialog title="Scan this QR code with your app" canClose={!busy} onClose={onClose}>
      <DialogForm error={error} onSubmit={submit}>
        <DialogBody className="grid content-start gap-5">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <div className="mx-auto size-48">
            <Suspense fallback={<Skeleton className="size-48" />}>
              <QrCode text={authenticator.uri} label="QR code for the authenticator app" />
            </Suspense>
          </div>
          <div className="grid gap-2">
            <p className="text-ink-soft">If you cannot scan it, enter this key in the app:</p>
            <CodeToCopy text={authenticator.secret} label="Copy key" />
          </div>
          <Field label="Code from the app" error={fieldError(error, "code")}>
            {(control) => <CodeInput {...control} takesFocus />}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Confirm
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
