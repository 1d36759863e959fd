import { Type } from "typebox";
import { CLOSED, listQuery, orNull, pagination, timestamp } from "../../../platform/http/index.ts";
import { REMOVAL_STATES, type RemovalState } from "../removals/removal.ts";
import { SUPPRESSION_REASONS, type SuppressionReason } from "../suppression.ts";
import { FILTER_PROPERTIES, suppression } from "./schema.ts";

const filter = Type.Object(FILTER_PROPERTIES, CLOSED);

export const previewRequest = Type.Object(
  {
    filter: Type.Object(FILTER_PROPERTIES, {
      ...CLOSED,
      description:
        "The same filters as for the list. Without `reason`, only the reasons `hard_bounce` and `manual` match: complaints and unsubscribes are removed only when `reason` names them.",
    }),
  },
  { ...CLOSED, examples: [{ filter: { reply: "5.1.0", after: "2026-11-21T08:00:00.000Z" } }] },
);

const removalProperties = {
  id: Type.String({ format: "uuid" }),
  state: Type.Unsafe<RemovalState>(
    Type.String({
      enum: [...REMOVAL_STATES],
      description:
        "`previewed`: nothing has been removed. `removing`, `restoring`: in progress; call `run` or `restore` again to continue. If you stop calling, it is finished in the background within minutes. `removed`: done; `restore` undoes it. `restored`: the removal was undone.",
    }),
  ),
  filter,
  matched: Type.Integer({ description: "The number of suppressions that matched at the preview." }),
  removed: Type.Integer({
    description:
      "The number of suppressions removed so far. Suppressions that changed after the preview are not removed.",
  }),
  restored: Type.Integer({ description: "The number of suppressions restored so far." }),
  as_of: Type.String({
    format: "date-time",
    description: "The time of the preview. Suppressions that were added or changed later are not removed.",
  }),
  created_at: timestamp,
  expires_at: orNull(
    Type.String({
      format: "date-time",
      description:
        "Until when the preview can be run, or the removal can be undone. Null while it is in progress or after it was undone.",
    }),
  ),
};

const EXAMPLE = {
  id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
  state: "removed" as const,
  filter: { reply: "5.1.0" },
  matched: 183,
  removed: 183,
  restored: 0,
  as_of: "2026-11-21T08:30:00.000Z",
  created_at: "2026-11-21T08:30:00.000Z",
  expires_at: "2026-12-21T08:30:05.000Z",
};

export const removal = Type.Object(removalProperties, { examples: [EXAMPLE] });

export const preview = Type.Object({
  ...removalProperties,
  unsubscribed: Type.Integer({
    description:
      "The number of matching addresses that also unsubscribed. They stay suppressed for bulk mail unless the filter's `reason` is `unsubscribe`.",
  }),
  by_reason: Type.Array(
    Type.Object({
      reason: Type.Unsafe<SuppressionReason>(Type.String({ enum: [...SUPPRESSION_REASONS] })),
      count: Type.Integer(),
    }),
  ),
  by_reply: Type.Array(
    Type.Object({
      code: orNull(Type.Integer()),
      status: orNull(Type.String()),
      example: orNull(Type.String()),
      count: Type.Integer(),
    }),
    { description: "The ten most frequent replies, grouped by code and status, each with an example text." },
  ),
  sample: Type.Array(suppression, { description: "The ten newest matching suppressions." }),
});

export const removalParams = Type.Object({ id: Type.String({ format: "uuid" }) });
export const listRemovalsQuery = listQuery;
export const listRemovalsResponse = Type.Object(
  { removals: Type.Array(removal), pagination },
  { examples: [{ removals: [EXAMPLE], pagination: { limit: 50, has_more: false, next_cursor: null } }] },
);
