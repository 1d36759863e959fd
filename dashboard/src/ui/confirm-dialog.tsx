import { type ReactNode, useState } from "react";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
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
    <FormDialog
      title={props.title}
      shape="sm"
      errorText={props.error}
      action={props.confirmLabel}
      tone={tone}
      disabled={locked}
      busy={props.busy ?? false}
      onSubmit={() => {
        if (!locked) props.onConfirm();
      }}
      onClose={props.onClose}
    >
      <div className="leading-6 text-ink-soft">{props.children}</div>
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
    </FormDialog>
  );
}
