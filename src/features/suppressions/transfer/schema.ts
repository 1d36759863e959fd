import { Type } from "typebox";
import { filterProperties } from "../api/schema.ts";
import { type SuppressionReason, suppressionReasons } from "../suppression.ts";

const reason = (description: string) =>
  Type.Optional(Type.Unsafe<SuppressionReason>(Type.String({ enum: [...suppressionReasons], description })));

export const importQuery = Type.Object(
  { reason: reason("For rows that say none. Without it: `manual`.") },
  { additionalProperties: false },
);

export const exportQuery = Type.Object(filterProperties, { additionalProperties: false });

export const importResponse = Type.Object(
  {
    id: Type.String({ format: "uuid", description: "The `source` of what it created." }),
    rows: Type.Integer(),
    created: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer({ description: "What stood says as much or more." }),
    failed: Type.Integer(),
    errors: Type.Array(Type.Object({ line: Type.Integer(), message: Type.String() }), {
      description: "The first 100 rows that failed.",
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
