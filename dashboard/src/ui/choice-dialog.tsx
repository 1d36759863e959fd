import type { ReactNode } from "react";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { Select } from "./select.tsx";

type ChoiceDialogProps = {
  title: string;
  /** Says what happens. */
  children: ReactNode;
  label: string;
  options: readonly { value: number; label: string; isDangerous?: boolean }[];
  value: number;
  onChange: (value: number) => void;
  action: string;
  errorText: string | null | undefined;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
};

/** Asks how something is done, with one choice, and does it. */
export function ChoiceDialog(props: ChoiceDialogProps) {
  const { title, children, label, options, value, onChange, action, errorText, busy, onSubmit, onClose } =
    props;
  const isDangerous = options.find((option) => option.value === value)?.isDangerous === true;
  return (
    // The response may be shown only once.
    <FormDialog
      title={title}
      shape="sm"
      canClose={!busy}
      errorText={errorText}
      action={action}
      tone={isDangerous ? "danger" : "primary"}
      busy={busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p className="leading-6 text-ink-soft">{children}</p>
      <Field label={label}>
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={value}
            onChange={(event) => onChange(Number(event.target.value))}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
