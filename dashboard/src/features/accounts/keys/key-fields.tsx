import { fieldError, itemError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Input, Textarea } from "../../../ui/input.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { momentOf, utcText, zoneName } from "../../emails/compose/local-time.ts";
import { hasLimits, type KeyDraft, listOf } from "./key-draft.ts";
import { PERMISSION_NAMES } from "./keys.ts";

/** The fields of a request that stand in the form. */
export const KEY_PATHS = [
  "name",
  "permission",
  "from_domains",
  "networks",
  "expires_at",
  "daily_limit",
  "long_lines",
];

type KeyFieldsProps = {
  draft: KeyDraft;
  fault: unknown;
  onChange: (part: Partial<KeyDraft>) => void;
};

/** What a key is called, what it may do, and where its limits are. */
export function KeyFields({ draft, fault, onChange }: KeyFieldsProps) {
  const isAtFault = KEY_PATHS.slice(2).some((path) => fieldError(fault, path) !== undefined);
  return (
    <>
      <Field
        label="Name"
        hint="Where it will be used: you will recognise it by this."
        error={fieldError(fault, "name")}
      >
        {(control) => (
          <Input
            {...control}
            placeholder="Production server"
            autoComplete="off"
            maxLength={100}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <RadioGroup
        legend="It may"
        value={draft.permission}
        onChange={(permission) => onChange({ permission })}
        options={[
          { value: "full", label: PERMISSION_NAMES.full, hint: "Send, read and change everything." },
          {
            value: "send",
            label: PERMISSION_NAMES.send,
            hint: "For a server that sends and needs nothing else.",
          },
          { value: "read", label: PERMISSION_NAMES.read, hint: "For figures and monitoring." },
        ]}
      />
      <Fold title="Limits" aside={hasLimits(draft) ? undefined : "none"} open={hasLimits(draft) || isAtFault}>
        <Limits draft={draft} fault={fault} onChange={onChange} />
      </Fold>
    </>
  );
}

function Limits({ draft, fault, onChange }: KeyFieldsProps) {
  const end = momentOf(draft.expiresAt);
  return (
    <div className="grid gap-4">
      <Field
        label="Sends only from these domains"
        aside="Optional"
        hint="One a line. A subdomain counts only if it is listed itself."
        error={itemError(fault, "from_domains", listOf(draft.fromDomains) ?? [])}
      >
        {(control) => (
          <Textarea
            {...control}
            {...LIST_CONTROL}
            placeholder="example.com"
            value={draft.fromDomains}
            onChange={(event) => onChange({ fromDomains: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Works only from these networks"
        aside="Optional"
        hint="IPv4 or IPv6, one a line: addresses or networks."
        error={itemError(fault, "networks", listOf(draft.networks) ?? [])}
      >
        {(control) => (
          <Textarea
            {...control}
            {...LIST_CONTROL}
            placeholder="203.0.113.0/24"
            value={draft.networks}
            onChange={(event) => onChange({ networks: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Ends"
        aside="Optional"
        hint={end === null ? `A time in ${zoneName()}; empty is never.` : utcText(end)}
        error={fieldError(fault, "expires_at")}
      >
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={draft.expiresAt}
            onChange={(event) => onChange({ expiresAt: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Recipients a day"
        aside="Optional"
        hint="A day begins at midnight UTC."
        error={fieldError(fault, "daily_limit")}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            placeholder="No limit of its own"
            value={draft.dailyLimit}
            onChange={(event) => onChange({ dailyLimit: event.target.value })}
          />
        )}
      </Field>
      <RadioGroup
        legend="SMTP: lines over 998 octets"
        value={draft.longLines}
        onChange={(longLines) => onChange({ longLines })}
        options={[
          {
            value: "re-encode",
            label: "Re-encode",
            hint: "Recipients see the same content. Signed messages are refused.",
          },
          { value: "refuse", label: "Refuse", hint: "The program gets a 550 reply." },
        ]}
      />
    </div>
  );
}

const LIST_CONTROL = {
  rows: 1,
  spellCheck: false,
  autoCapitalize: "none",
  autoComplete: "off",
  className: "field-sizing-content max-h-40 min-h-9 resize-none py-[7px] font-mono leading-5 sm:text-[13px]",
};
