import { Type } from "typebox";
import { MEANINGS, type Meaning } from "../transfer/columns.ts";

export const importContactsQuery = Type.Object(
  {
    on_conflict: Type.Optional(
      Type.Union([Type.Literal("update"), Type.Literal("skip")], {
        description:
          "If the account already has a contact with the address of a row: `update` (the default) changes the fields that the row contains, `skip` leaves the contact as it is.",
      }),
    ),
    subscribed: Type.Optional(
      Type.Boolean({
        description:
          "Whether new contacts are subscribed if their row does not say so. Default: true. Existing contacts keep their status unless their row says no.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const importContactsResponse = Type.Object(
  {
    rows: Type.Integer({ description: "The number of rows that were read, without the first line." }),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer({
      description:
        "The number of rows whose contact was already the same, was skipped, or appeared in another row of the file.",
    }),
    failed: Type.Integer(),
    kept_unsubscribed: Type.Integer({
      description:
        "The number of contacts that stay unsubscribed, although their rows would subscribe them. They are also counted above.",
    }),
    errors: Type.Array(
      Type.Object({
        line: Type.Integer({ description: "The line of the file, counted from 1." }),
        column: Type.String(),
        value: Type.String({ description: "The value of the column, up to 200 characters." }),
        message: Type.String(),
      }),
      { description: "The first 10,000 rows that failed, with the reason. All other rows are imported." },
    ),
  },
  {
    examples: [
      {
        rows: 4,
        created: 1,
        updated: 1,
        unchanged: 1,
        failed: 1,
        kept_unsubscribed: 0,
        errors: [{ line: 5, column: "email", value: "ada", message: "The address has no @." }],
      },
    ],
  },
);

export const previewContactImportResponse = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        name: Type.String({ description: "The name of the column in the file." }),
        becomes: Type.Unsafe<Meaning>(
          Type.String({
            enum: [...MEANINGS],
            description:
              "`property` is one property with the name of the column. `properties` is a JSON object of properties. `unsubscribed` is the opposite of `subscribed`. Columns that are `ignored` are not imported.",
          }),
        ),
      }),
    ),
    rows: Type.Array(Type.Array(Type.String()), {
      description: "The first 5 rows: the values of the columns, up to 200 characters.",
    }),
  },
  {
    examples: [
      {
        columns: [
          { name: "email", becomes: "email" },
          { name: "plan", becomes: "property" },
        ],
        rows: [["ada@example.com", "pro"]],
      },
    ],
  },
);
