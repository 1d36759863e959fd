import { type ReactNode, useState } from "react";
import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

type ConfirmDialogProps = {
  title: string;
  /** Says what happens and whether it can be undone. */
  children: ReactNode;
  confirmLabel: string;
  tone?: "danger" | "primary";
  /** For irreversible actions: the user has to type this text first. */
  typeToConfirm?: string;
  busy?: boolean;
  error?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog({ typeToConfirm, tone = "danger", ...props }: ConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const locked = typeToConfirm !== undefined && typed.trim() !== typeToConfirm;
  return (
    <Dialog title={props.title} shape="sm" onClose={props.onClose}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (!locked) props.onConfirm();
        }}
      >
        <DialogBody className="grid gap-4 leading-6 text-ink-soft">
          {props.error ? <Alert tone="bad">{props.error}</Alert> : null}
          <div>{props.children}</div>
          {typeToConfirm === undefined ? null : (
            <Field label={`Type “${typeToConfirm}” to confirm`}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  spellCheck={false}
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button type="submit" variant={tone} disabled={locked} busy={props.busy ?? false}>
            {props.confirmLabel}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
