import { Fold } from "../../../ui/fold.tsx";
import { PairsField } from "../../../ui/pairs-field.tsx";
import { hasError, pairError } from "./field-errors.ts";
import { repeatedName } from "./request-of.ts";
import type { ComposeForm } from "./use-compose-form.ts";

/** Fields that apps set more often than people. */
export function AdvancedFields({ form: { draft, change }, error }: { form: ComposeForm; error: unknown }) {
  const counts = [
    [draft.tags.length, "tag"],
    [draft.headers.length, "header"],
    [draft.metadata.length, "metadata field"],
  ] as const;
  const inside = counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? "" : "s"}`)
    .join(", ");
  return (
    <Fold
      title="Tags, headers, metadata"
      aside={inside}
      open={inside !== "" || hasError(error, ["tags", "headers", "metadata"])}
    >
      <div className="grid gap-5">
        <PairsField
          legend="Tags"
          noun="tag"
          hint="For filtering emails. Recipients don't see them."
          placeholder={{ name: "kind", value: "welcome" }}
          pairs={draft.tags}
          onChange={(tags) => change({ tags })}
          error={pairError(error, "tags")}
        />
        <PairsField
          legend="Headers"
          noun="header"
          placeholder={{ name: "X-Campaign", value: "spring" }}
          pairs={draft.headers}
          onChange={(headers) => change({ headers })}
          error={pairError(error, "headers") ?? twice(repeatedName(draft.headers))}
        />
        <PairsField
          legend="Metadata"
          noun="metadata field"
          hint="Returned with events. Recipients don't see it."
          placeholder={{ name: "order_id", value: "1017" }}
          pairs={draft.metadata}
          onChange={(metadata) => change({ metadata })}
          error={pairError(error, "metadata") ?? twice(repeatedName(draft.metadata))}
        />
      </div>
    </Fold>
  );
}

function twice(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `“${name}” is used twice. Remove one.`;
}
