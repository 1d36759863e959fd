import { fieldError, itemError } from "../../../form-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Input } from "../../../ui/input.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { ExpiryField } from "./expiry-field.tsx";
import { hasLimits, type KeyDraft, listOf } from "./key-draft.ts";
import { PERMISSION_NAMES } from "./keys.ts";

/** The request fields that have a form field. */
export const KEY_PATHS = [
  "name",
  "permission",
  "expires_at",
  "from_domains",
  "networks",
  "daily_limit",
  "long_lines",
];

type KeyFieldsProps = {
  draft: KeyDraft;
  error: unknown;
  onChange: (part: Partial<KeyDraft>) => void;
};

/** A key's name, permission, expiry and limits. */
export function KeyFields({ draft, error, onChange }: KeyFieldsProps) {
  const hasErrors = KEY_PATHS.slice(3).some((path) => fieldError(error, path) !== undefined);
  return (
    <>
      <Field label="Name" hint="For example, where the key is used." error={fieldError(error, "name")}>
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
        legend="Permission"
        value={draft.permission}
        onChange={(permission) => onChange({ permission })}
        options={[
          { value: "full", label: PERMISSION_NAMES.full, hint: "Send, read and change everything." },
          {
            value: "send",
            label: PERMISSION_NAMES.send,
            hint: "For apps that only send.",
          },
          { value: "read", label: PERMISSION_NAMES.read, hint: "For monitoring and reports." },
        ]}
      />
      <ExpiryField
        expiry={draft.expiry}
        date={draft.expiresAt}
        error={fieldError(error, "expires_at")}
        onChange={onChange}
      />
      <Fold title="Limits" aside={hasLimits(draft) ? undefined : "None"} open={hasLimits(draft) || hasErrors}>
        <Limits draft={draft} error={error} onChange={onChange} />
      </Fold>
    </>
  );
}

function Limits({ draft, error, onChange }: KeyFieldsProps) {
  return (
    <div className="grid gap-4">
      <LinesField
        label="Allowed sender domains"
        hint="One per line. List subdomains separately."
        error={itemError(error, "from_domains", listOf(draft.fromDomains) ?? [])}
        placeholder="example.com"
        value={draft.fromDomains}
        onChange={(fromDomains) => onChange({ fromDomains })}
      />
      <LinesField
        label="Allowed IPs"
        hint="IPv4 or IPv6 addresses or networks, one per line."
        error={itemError(error, "networks", listOf(draft.networks) ?? [])}
        placeholder="203.0.113.0/24"
        value={draft.networks}
        onChange={(networks) => onChange({ networks })}
      />
      <Field
        label="Daily recipient limit"
        aside="Optional"
        hint="Resets at midnight UTC."
        error={fieldError(error, "daily_limit")}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            placeholder="No limit"
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
            hint: "Keeps the content the same. Rejects signed messages.",
          },
          { value: "refuse", label: "Reject", hint: "Returns a 550 reply." },
        ]}
      />
    </div>
  );
}
