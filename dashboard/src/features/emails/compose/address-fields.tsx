import { fieldError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Input, Textarea } from "../../../ui/input.tsx";
import { addressFault, hasFault } from "./field-faults.ts";
import { splitAddresses } from "./split-addresses.ts";
import type { ComposeForm } from "./use-compose-form.ts";

type AddressFieldsProps = {
  form: ComposeForm;
  fault: unknown;
  /** Of the account, for emails that name none; null: the server has one. */
  defaultFrom: string | null;
};

/** Who writes, and to whom. */
export function AddressFields({ form: { draft, change }, fault, defaultFrom }: AddressFieldsProps) {
  const further = [draft.cc, draft.bcc, draft.replyTo].some((text) => text !== "");
  return (
    <>
      <Field
        label="From"
        aside="Optional"
        hint={draft.from === "" ? <DefaultSender from={defaultFrom} /> : undefined}
        error={fieldError(fault, "from")}
      >
        {(control) => (
          <Input
            {...control}
            placeholder={defaultFrom ?? "The account's default sender"}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={draft.from}
            onChange={(event) => change({ from: event.target.value })}
          />
        )}
      </Field>
      <AddressList
        label="To"
        hint="Several with commas, or one a line."
        value={draft.to}
        error={addressFault(fault, "to", draft.to)}
        onChange={(to) => change({ to })}
      />
      <Fold title="Cc, Bcc, Reply-To" open={further || hasFault(fault, ["cc", "bcc", "reply_to"])}>
        <div className="grid gap-4">
          <AddressList
            label="Cc"
            value={draft.cc}
            error={addressFault(fault, "cc", draft.cc)}
            onChange={(cc) => change({ cc })}
          />
          <AddressList
            label="Bcc"
            hint="Nobody sees these."
            value={draft.bcc}
            error={addressFault(fault, "bcc", draft.bcc)}
            onChange={(bcc) => change({ bcc })}
          />
          <AddressList
            label="Reply-To"
            hint="Where answers go, when not to the sender."
            value={draft.replyTo}
            error={addressFault(fault, "reply_to", draft.replyTo)}
            onChange={(replyTo) => change({ replyTo })}
          />
        </div>
      </Fold>
    </>
  );
}

function DefaultSender({ from }: { from: string | null }) {
  if (from === null) return "Left empty, the default sender is used; the check names it.";
  return (
    <>
      Left empty, it comes from <bdi>{from}</bdi>.
    </>
  );
}

type AddressListProps = {
  label: string;
  hint?: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A text area, though it looks like a line: pasted lists have line breaks, and a line would glue them together. */
function AddressList({ label, hint, value, error, onChange }: AddressListProps) {
  const count = splitAddresses(value).length;
  return (
    <Field
      label={label}
      aside={count > 1 ? `${count.toLocaleString("en")} addresses` : undefined}
      hint={value === "" ? hint : undefined}
      error={error}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={1}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="field-sizing-content max-h-40 min-h-9 resize-none py-[7px] leading-5 wrap-anywhere"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
