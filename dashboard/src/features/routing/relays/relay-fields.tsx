import { fieldError } from "../../../form-errors.ts";
import { oneOf } from "../../../search.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Input } from "../../../ui/input.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { Select } from "../../../ui/select.tsx";
import { type RelayDraft, SECURITIES } from "./relay-draft.ts";

/** The request fields that have a form field. */
export const RELAY_PATHS = ["name", "url", "password", "weight", "rate_per_second", "max_connections"];

export type RelayFieldsProps = {
  draft: RelayDraft;
  /** Whether the relay has a password, which an empty field keeps. */
  hasPassword: boolean;
  error: unknown;
  onChange: (part: Partial<RelayDraft>) => void;
};

export function RelayFields(props: RelayFieldsProps) {
  const { draft, error, onChange } = props;
  return (
    <>
      <Field label="Name" hint="Shown in rules and logs." error={fieldError(error, "name")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            placeholder="mailgun-eu"
            maxLength={60}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <RadioGroup
        legend="Type"
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
        options={[
          { value: "smtp", label: "SMTP server", hint: "Works with every provider." },
          {
            value: "ses",
            label: "Amazon SES",
            hint: "Uses the SES API with an access key. Set up DKIM in SES, because SES signs the mail.",
          },
        ]}
      />
      {draft.kind === "smtp" ? <SmtpFields {...props} /> : <SesFields {...props} />}
      <Limits {...props} />
    </>
  );
}

function SmtpFields({ draft, hasPassword, error, onChange }: RelayFieldsProps) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_7rem]">
        <Field label="Host" error={fieldError(error, "url")}>
          {(control) => (
            <Input
              {...control}
              {...PLAIN_TEXT}
              placeholder="smtp.example.com"
              value={draft.host}
              onChange={(event) => onChange({ host: event.target.value })}
            />
          )}
        </Field>
        <Field label="Port">
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              placeholder={draft.security === "tls" ? "465" : "587"}
              value={draft.port}
              onChange={(event) => onChange({ port: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Encryption">
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={draft.security}
            onChange={(event) => onChange({ security: oneOf(event.target.value, SECURITIES) ?? "starttls" })}
          >
            <option value="starttls">STARTTLS, required</option>
            <option value="tls">Implicit TLS (SMTPS)</option>
            <option value="offered">STARTTLS, if offered</option>
            <option value="none">None (private networks only)</option>
          </Select>
        )}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Username" aside="Optional">
          {(control) => (
            <Input
              {...control}
              {...PLAIN_TEXT}
              value={draft.user}
              onChange={(event) => onChange({ user: event.target.value })}
            />
          )}
        </Field>
        <Secret label="Password" draft={draft} hasPassword={hasPassword} error={error} onChange={onChange} />
      </div>
    </>
  );
}

function SesFields({ draft, hasPassword, error, onChange }: RelayFieldsProps) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Region" error={fieldError(error, "url")}>
          {(control) => (
            <Input
              {...control}
              {...PLAIN_TEXT}
              placeholder="eu-west-1"
              value={draft.region}
              onChange={(event) => onChange({ region: event.target.value })}
            />
          )}
        </Field>
        <Field label="Configuration set" aside="Optional">
          {(control) => (
            <Input
              {...control}
              {...PLAIN_TEXT}
              value={draft.configurationSet}
              onChange={(event) => onChange({ configurationSet: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Access key ID">
          {(control) => (
            <Input
              {...control}
              {...PLAIN_TEXT}
              placeholder="AKIA…"
              value={draft.accessKeyId}
              onChange={(event) => onChange({ accessKeyId: event.target.value })}
            />
          )}
        </Field>
        <Secret
          label="Secret access key"
          draft={draft}
          hasPassword={hasPassword}
          error={error}
          onChange={onChange}
        />
      </div>
    </>
  );
}

function Secret({ label, draft, hasPassword, error, onChange }: RelayFieldsProps & { label: string }) {
  const problem = fieldError(error, "password");
  return (
    <Field
      label={label}
      hint={hasPassword && !problem ? "Leave empty to keep the current one." : undefined}
      error={problem}
    >
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete="off"
          value={draft.password}
          onChange={(event) => onChange({ password: event.target.value })}
        />
      )}
    </Field>
  );
}

function Limits({ draft, error, onChange }: RelayFieldsProps) {
  const hasErrors = RELAY_PATHS.slice(3).some((path) => fieldError(error, path) !== undefined);
  const number = (part: "weight" | "ratePerSecond" | "maxConnections", placeholder = "") => ({
    inputMode: "numeric" as const,
    autoComplete: "off",
    placeholder,
    value: draft[part],
    onChange: (event: { target: { value: string } }) => onChange({ [part]: event.target.value }),
  });
  return (
    <Fold title="Limits, weight and certificate" open={hasErrors}>
      <div className="grid gap-4">
        <Field
          label="Recipients per second"
          aside="Optional"
          hint="Across all workers."
          error={fieldError(error, "rate_per_second")}
        >
          {(control) => <Input {...control} {...number("ratePerSecond", "No limit")} />}
        </Field>
        <Field
          label="Max. connections"
          aside="Optional"
          hint="Across all workers. Leave empty to adapt automatically."
          error={fieldError(error, "max_connections")}
        >
          {(control) => <Input {...control} {...number("maxConnections", "Adapts")} />}
        </Field>
        <Field
          label="Weight"
          hint="Share of mail when a rule distributes by weight."
          error={fieldError(error, "weight")}
        >
          {(control) => <Input {...control} {...number("weight")} />}
        </Field>
        {draft.kind === "smtp" && draft.security !== "none" ? (
          <Checkbox
            label="Trust any certificate"
            hint="Insecure: encrypts without verifying the server."
            checked={draft.trustsAnyCertificate}
            onChange={(event) => onChange({ trustsAnyCertificate: event.target.checked })}
          />
        ) : null}
      </div>
    </Fold>
  );
}

const PLAIN_TEXT = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
