import { Type } from "typebox";
import { SUPPRESSION_REASONS, type SuppressionReason } from "../suppression.ts";
import { FILTER_PROPERTIES } from "./schema.ts";

const reason = (description: string) =>
  Type.Optional(Type.Unsafe<SuppressionReason>(Type.String({ enum: [...SUPPRESSION_REASONS], description })));

export const importQuery = Type.Object(
  { reason: reason("The reason for rows that have none. Default: `manual`.") },
  { additionalProperties: false },
);

export const exportQuery = Type.Object(FILTER_PROPERTIES, { additionalProperties: false });

export const importResponse = Type.Object(
  {
    id: Type.String({
      format: "uuid",
      description: "The id of the import. Suppressions that it created have this id in `source`.",
    }),
    rows: Type.Integer(),
    created: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer({
      description: "The number of rows whose existing suppression is as strong or stronger.",
    }),
    failed: Type.Integer(),
    errors: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() }), {
      description: "The first 100 rows that failed, with their line numbers.",
    }),
  },
  {
    examples: [
      {
        id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
        rows: 3,
        created: 1,
        changed: 0,
        unchanged: 1,
        failed: 1,
        errors: [{ line: 4, message: "address: has no @" }],
      },
    ],
  },
);
