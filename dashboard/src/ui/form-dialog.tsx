import type { ComponentProps, FormEvent } from "react";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "./dialog.tsx";

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, "titleHidden"> & {
  /** The error of the last submission. A new one moves the focus to the first invalid field. */
  error?: unknown;
  /** The part of the error that no field shows. */
  errorText?: string | null | undefined;
  /** The text of the button that submits. */
  action: string;
  tone?: "primary" | "danger" | undefined;
  disabled?: boolean | undefined;
  busy?: boolean | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** A dialog with the fields of a form, and the buttons Cancel and `action`. */
export function FormDialog(props: FormDialogProps) {
  const { error, errorText, action, tone = "primary", disabled, busy = false, onSubmit, ...dialog } = props;
  const { canClose = true, onClose, children } = dialog;
  return (
    <Dialog {...dialog}>
      <DialogForm
        error={error}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
      >
        <DialogBody className="grid content-start gap-5">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          {children}
        </DialogBody>
        <DialogFooter>
          <Button disabled={!canClose} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={tone} disabled={disabled} busy={busy}>
            {action}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
