import { useQuery } from "@tanstack/react-query";
import { fieldError, itemError } from "../../../form-errors.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Input } from "../../../ui/input.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { PairsField } from "../../../ui/pairs-field.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { keysQuery } from "../../accounts/keys/keys.ts";
import { AdvancedFields } from "./advanced-fields.tsx";
import { TypesField } from "./types-field.tsx";
import { hasFilters, listOf, type WebhookFieldsProps } from "./webhook-draft.ts";

/** The request fields that have a form field. */
export const WEBHOOK_PATHS = [
  "url",
  "description",
  "types",
  "domains",
  "tags",
  "streams",
  "keys",
  "actors",
  "format",
  "ordering",
  "concurrency",
  "asymmetric",
  "headers",
];

export function WebhookFields(props: WebhookFieldsProps) {
  const { draft, error, onChange } = props;
  const isFilterWrong = WEBHOOK_PATHS.slice(3, 7).some((path) => fieldError(error, path) !== undefined);
  return (
    <>
      <Field label="URL" hint="Receives a POST request for each event." error={fieldError(error, "url")}>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            placeholder="https://example.com/webhooks/mail"
            autoComplete="off"
            value={draft.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" aside="Optional" error={fieldError(error, "description")}>
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            autoComplete="off"
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <TypesField types={draft.types} onChange={(types) => onChange({ types })} />
      <Fold
        title="Filters"
        aside={hasFilters(draft) ? undefined : "All mail"}
        open={hasFilters(draft) || isFilterWrong}
      >
        <Filters {...props} />
      </Fold>
      <AdvancedFields {...props} />
    </>
  );
}

function Filters({ draft, error, onChange }: WebhookFieldsProps) {
  return (
    <div className="grid gap-5">
      <LinesField
        label="Sender domains"
        hint="One per line."
        error={itemError(error, "domains", listOf(draft.domains))}
        placeholder="example.com"
        value={draft.domains}
        onChange={(domains) => onChange({ domains })}
      />
      <PairsField
        legend="Tags"
        hint="Mail with any of these tags."
        noun="tag"
        placeholder={{ name: "category", value: "receipt" }}
        pairs={draft.tags}
        onChange={(tags) => onChange({ tags })}
        error={fieldError(error, "tags")}
      />
      <RadioGroup
        legend="Stream"
        value={draft.stream}
        onChange={(stream) => onChange({ stream })}
        options={[
          { value: "any", label: "Any" },
          { value: "transactional", label: "Transactional" },
          { value: "bulk", label: "Bulk" },
        ]}
      />
      <KeysField draft={draft} onChange={onChange} />
      <Checkbox
        label="Opens and clicks by programs"
        hint="Such as image proxies and security scanners."
        checked={draft.actors === "any"}
        onChange={(event) => onChange({ actors: event.target.checked ? "any" : "human" })}
      />
    </div>
  );
}

function KeysField({ draft: { keys }, onChange }: Pick<WebhookFieldsProps, "draft" | "onChange">) {
  const known = useQuery(keysQuery).data?.keys ?? [];
  if (known.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-[13px] font-medium">API keys</legend>
      {known.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={keys.includes(id)}
          onChange={(event) =>
            onChange({ keys: event.target.checked ? [...keys, id] : keys.filter((other) => other !== id) })
          }
        />
      ))}
      <p className="text-[13px] text-ink-faint">Without a selection, mail sent with any key.</p>
    </fieldset>
  );
}
