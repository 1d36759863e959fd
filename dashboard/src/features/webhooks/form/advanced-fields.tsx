import { fieldError } from "../../../form-errors.ts";
import { oneOf } from "../../../search.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { CircleAlert } from "../../../ui/icons.gen.ts";
import { Input } from "../../../ui/input.tsx";
import { PairsField } from "../../../ui/pairs-field.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { Select } from "../../../ui/select.tsx";
import { FORMAT_NAMES } from "../webhook-types.ts";
import { NEW_WEBHOOK_DRAFT, type WebhookFieldsProps } from "./webhook-draft.ts";

const FORMATS = Object.keys(FORMAT_NAMES) as (keyof typeof FORMAT_NAMES)[];

/** The format of the requests, their order, concurrency, signatures and headers. */
export function AdvancedFields({ draft, error, headerNames = [], onChange }: WebhookFieldsProps) {
  const isChanged =
    draft.format !== "posthouse" ||
    draft.ordering === "strict" ||
    draft.concurrency !== NEW_WEBHOOK_DRAFT.concurrency ||
    draft.asymmetric ||
    draft.headers?.length !== 0;
  const moved = fieldError(error, "headers");
  const isWrong = ["format", "ordering", "concurrency", "headers"].some(
    (path) => fieldError(error, path) !== undefined,
  );
  return (
    <Fold title="Advanced settings" open={isChanged || isWrong}>
      <div className="grid gap-5">
        <Field
          label="Format"
          hint="Choose another product's format if your program already reads it."
          error={fieldError(error, "format")}
        >
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={draft.format}
              onChange={(event) => onChange({ format: oneOf(event.target.value, FORMATS) ?? "posthouse" })}
            >
              {FORMATS.map((format) => (
                <option key={format} value={format}>
                  {FORMAT_NAMES[format]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <RadioGroup
          legend="While an event is retried, later events of the same email"
          value={draft.ordering}
          onChange={(ordering) => onChange({ ordering })}
          options={[
            { value: "subject", label: "Wait up to one minute" },
            { value: "strict", label: "Wait until it succeeds", hint: "Or until it is no longer retried." },
          ]}
        />
        <Field
          label="Concurrency"
          hint="The limit of concurrent requests, from 1 to 32."
          error={fieldError(error, "concurrency")}
        >
          {(control) => (
            <Input
              {...control}
              className="max-w-28"
              inputMode="numeric"
              autoComplete="off"
              value={draft.concurrency}
              onChange={(event) => onChange({ concurrency: event.target.value })}
            />
          )}
        </Field>
        <Checkbox
          label="Asymmetric signatures"
          hint="Your program can verify requests with a public key, and needs no secret."
          checked={draft.asymmetric}
          onChange={(event) => onChange({ asymmetric: event.target.checked })}
        />
        {draft.headers === null ? (
          <div className="grid justify-items-start gap-2">
            <p className="text-[13px] font-medium">Headers</p>
            <p className="font-mono text-[13px] break-words text-ink-soft">{headerNames.join(", ")}</p>
            {moved ? (
              <p role="alert" className="flex items-start gap-1.5 text-[13px] text-bad">
                <CircleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0" />
                The URL leads to another server. Enter the headers again, or remove them.
              </p>
            ) : null}
            <Button size="sm" onClick={() => onChange({ headers: [] })}>
              Replace headers
            </Button>
            <p className="text-[13px] text-ink-faint">
              For a URL on another server, you enter their values again.
            </p>
          </div>
        ) : (
          <PairsField
            legend="Headers"
            hint="Stored encrypted."
            noun="header"
            placeholder={{ name: "Authorization", value: "Bearer …" }}
            pairs={draft.headers}
            onChange={(headers) => onChange({ headers })}
            error={fieldError(error, "headers")}
          />
        )}
      </div>
    </Fold>
  );
}
