import { Fold } from "../../../ui/fold.tsx";
import { PairsField } from "../../../ui/pairs-field.tsx";
import { hasFault, pairFault } from "./field-faults.ts";
import { repeatedName } from "./request-of.ts";
import type { ComposeForm } from "./use-compose-form.ts";

/** What programs set more often than people. */
export function AdvancedFields({ form: { draft, change }, fault }: { form: ComposeForm; fault: unknown }) {
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
      open={inside !== "" || hasFault(fault, ["tags", "headers", "metadata"])}
    >
      <div className="grid gap-5">
        <PairsField
          legend="Tags"
          noun="tag"
          hint="For finding emails; recipients do not see them."
          placeholder={{ name: "kind", value: "welcome" }}
          pairs={draft.tags}
          onChange={(tags) => change({ tags })}
          error={pairFault(fault, "tags")}
        />
        <PairsField
          legend="Headers"
          noun="header"
          placeholder={{ name: "X-Campaign", value: "spring" }}
          pairs={draft.headers}
          onChange={(headers) => change({ headers })}
          error={pairFault(fault, "headers") ?? twice(repeatedName(draft.headers))}
        />
        <PairsField
          legend="Metadata"
          noun="metadata field"
          hint="Yours, as text; it comes back with events."
          placeholder={{ name: "order_id", value: "1017" }}
          pairs={draft.metadata}
          onChange={(metadata) => change({ metadata })}
          error={pairFault(fault, "metadata") ?? twice(repeatedName(draft.metadata))}
        />
      </div>
    </Fold>
  );
}

function twice(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `“${name}” stands here twice; only one of them can be sent.`;
}
