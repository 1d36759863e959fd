import { type Static, Type } from "typebox";
import { sendRequest, sendResponse } from "./send-schema.ts";

export const maxBatch = 500;
export const maxBatchRecipients = 10_000;
const closed = { additionalProperties: false };

const batchLimits = { minItems: 1, maxItems: maxBatch };
export const batchRequest = Type.Object(
  {
    emails: Type.Array(sendRequest, {
      ...batchLimits,
      description: "Each with up to 1,000 recipients, together at most 10,000.",
    }),
    mode: Type.Optional(
      Type.Union([Type.Literal("all_or_nothing"), Type.Literal("per_item")], {
        default: "all_or_nothing",
        description:
          "`all_or_nothing`: one problem refuses the batch, and its `fields` name the email. `per_item`: what is right is accepted, together; the rest is refused each for itself.",
      }),
    ),
  },
  closed,
);
export type BatchRequest = Static<typeof batchRequest>;
/** A batch whose emails are not looked at. */
export const batchFrame = Type.Object(
  { ...batchRequest.properties, emails: Type.Array(Type.Unknown(), batchLimits) },
  closed,
);

const problem = Type.Object({ path: Type.String(), message: Type.String() });

export const batchResponse = Type.Object({
  success: Type.Literal(true),
  emails: Type.Array(
    Type.Union([
      Type.Object({ ...sendResponse.properties }),
      Type.Object({
        success: Type.Literal(false),
        error: Type.Object({
          code: Type.String(),
          message: Type.String(),
          fields: Type.Optional(Type.Array(problem)),
        }),
      }),
    ]),
    { description: "In the order of the request." },
  ),
});
