import { Type } from "typebox";
import { listQuery, pagination, timestamp } from "../../../platform/http/index.ts";
import { filterProperties, suppression } from "../api/schema.ts";
import { type SuppressionReason, suppressionReasons } from "../suppression.ts";
import { type RemovalState, removalStates } from "./removal.ts";

const closed = { additionalProperties: false };
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const filter = Type.Object(filterProperties, closed);

export const previewRequest = Type.Object(
  {
    filter: Type.Object(filterProperties, {
      ...closed,
      description:
        "As for the list. Without `reason`: hard bounces and addresses added by hand or import; complaints and unsubscribes are removed only when `reason` names them.",
    }),
  },
  { ...closed, examples: [{ filter: { reply: "5.1.0", after: "2026-11-21T08:00:00.000Z" } }] },
);

const removalProperties = {
  id: Type.String({ format: "uuid" }),
  state: Type.Unsafe<RemovalState>(
    Type.String({
      enum: [...removalStates],
      description:
        "`previewed`: nothing has been removed. `removing`, `restoring`: call `run` or `restore` again to go on; a run that nobody continues is finished within minutes. `removed`: it can be undone with `restore`. `restored`: it was undone.",
    }),
  ),
  filter,
  matched: Type.Integer({ description: "What matched when it was previewed." }),
  removed: Type.Integer({
    description: "What has been removed so far. Suppressions that changed after the preview are left alone.",
  }),
  restored: Type.Integer({ description: "What has been suppressed again so far." }),
  as_of: Type.String({
    format: "date-time",
    description: "When it was previewed. Nothing that was suppressed or changed later is removed.",
  }),
  created_at: timestamp,
  expires_at: nullable(
    Type.String({
      format: "date-time",
      description: "Until when a preview can be run, or a removal can be undone.",
    }),
  ),
};

const example = {
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

export const removal = Type.Object(removalProperties, { examples: [example] });

export const preview = Type.Object({
  ...removalProperties,
  unsubscribed: Type.Integer({
    description:
      "How many of these also unsubscribed. Unless the filter names `unsubscribe`, they stay suppressed for bulk mail.",
  }),
  by_reason: Type.Array(
    Type.Object({
      reason: Type.Unsafe<SuppressionReason>(Type.String({ enum: [...suppressionReasons] })),
      count: Type.Integer(),
    }),
  ),
  by_reply: Type.Array(
    Type.Object({
      code: nullable(Type.Integer()),
      status: nullable(Type.String()),
      example: nullable(Type.String()),
      count: Type.Integer(),
    }),
    { description: "The ten most frequent replies, by code and status, each with the text of one." },
  ),
  sample: Type.Array(suppression, { description: "The ten newest." }),
});

export const removalParams = Type.Object({ id: Type.String({ format: "uuid" }) });
export const listRemovalsQuery = listQuery;
export const listRemovalsResponse = Type.Object(
  { removals: Type.Array(removal), pagination },
  { examples: [{ removals: [example], pagination: { limit: 50, has_more: false, next_cursor: null } }] },
);
