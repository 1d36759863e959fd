import type { ComponentProps } from "react";
import { cx } from "../../../ui/cx.ts";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/input.tsx";
import { ContactOptions } from "./contact-options.tsx";
import { splitAddresses } from "./split-addresses.ts";
import { useContactCompletion } from "./use-contact-completion.ts";

type AddressListProps = {
  label: string;
  hint?: string;
  /** Offers contacts while the user types. */
  completes?: boolean;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

export function AddressList({ label, hint, completes = false, value, error, onChange }: AddressListProps) {
  const count = splitAddresses(value).length;
  return (
    <Field
      label={label}
      aside={count > 1 ? `${count.toLocaleString("en")} addresses` : undefined}
      hint={value === "" ? hint : undefined}
      error={error}
    >
      {(control) =>
        completes ? (
          <CompletedAddresses {...control} label={label} value={value} onType={onChange} />
        ) : (
          <AddressArea {...control} value={value} onChange={(event) => onChange(event.target.value)} />
        )
      }
    </Field>
  );
}

/** A text area that looks like an input: an input would join the lines of a pasted list. */
function AddressArea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <Textarea
      rows={1}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className={cx(
        "field-sizing-content max-h-40 min-h-9 resize-none py-[7px] leading-5 wrap-anywhere",
        className,
      )}
      {...rest}
    />
  );
}

type CompletedAddressesProps = Omit<ComponentProps<"textarea">, "value" | "id"> & {
  id: string;
  label: string;
  value: string;
  onType: (value: string) => void;
};

/** A combobox (WAI-ARIA 1.2): the focus stays in the text, and the list has an active option. */
function CompletedAddresses({ id, label, value, onType, ...rest }: CompletedAddressesProps) {
  const completion = useContactCompletion(value, onType);
  const { contacts, active } = completion;
  const isOpen = contacts.length > 0;
  const listId = `${id}-contacts`;
  const optionId = (index: number) => `${id}-contact-${index}`;
  return (
    <div className="relative">
      <AddressArea
        {...rest}
        {...completion.handlers}
        id={id}
        ref={completion.area}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
        value={value}
      />
      {isOpen ? (
        <ContactOptions
          id={listId}
          label={`Contacts for ${label}`}
          contacts={contacts}
          active={active}
          optionId={optionId}
          onChoose={completion.choose}
        />
      ) : null}
      <span role="status" className="sr-only">
        {isOpen ? `${contacts.length} ${contacts.length === 1 ? "contact" : "contacts"}` : ""}
      </span>
    </div>
  );
}
