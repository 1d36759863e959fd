import { fieldError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Input } from "../../../ui/input.tsx";
import { AddressList } from "./address-list.tsx";
import { addressError, hasError } from "./field-errors.ts";
import type { ComposeForm } from "./use-compose-form.ts";

type AddressFieldsProps = {
  form: ComposeForm;
  error: unknown;
  /** The account's default sender; null if it has none and the server's is used. */
  defaultFrom: string | null;
};

/** Sender and recipients. */
export function AddressFields({ form: { draft, change }, error, defaultFrom }: AddressFieldsProps) {
  const further = [draft.cc, draft.bcc, draft.replyTo].some((text) => text !== "");
  return (
    <>
      <Field
        label="From"
        aside="Optional"
        hint={draft.from === "" ? <DefaultSender from={defaultFrom} /> : undefined}
        error={fieldError(error, "from")}
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
        completes
        hint="Separate with commas or new lines."
        value={draft.to}
        error={addressError(error, "to", draft.to)}
        onChange={(to) => change({ to })}
      />
      <Fold title="Cc, Bcc, Reply-To" open={further || hasError(error, ["cc", "bcc", "reply_to"])}>
        <div className="grid gap-4">
          <AddressList
            label="Cc"
            completes
            value={draft.cc}
            error={addressError(error, "cc", draft.cc)}
            onChange={(cc) => change({ cc })}
          />
          <AddressList
            label="Bcc"
            completes
            hint="Hidden from other recipients."
            value={draft.bcc}
            error={addressError(error, "bcc", draft.bcc)}
            onChange={(bcc) => change({ bcc })}
          />
          <AddressList
            label="Reply-To"
            hint="Replies go here instead of to the sender."
            value={draft.replyTo}
            error={addressError(error, "reply_to", draft.replyTo)}
            onChange={(replyTo) => change({ replyTo })}
          />
        </div>
      </Fold>
    </>
  );
}

function DefaultSender({ from }: { from: string | null }) {
  if (from === null) return "Leave empty to use the default sender.";
  return (
    <>
      Leave empty to send from <bdi>{from}</bdi>.
    </>
  );
}
