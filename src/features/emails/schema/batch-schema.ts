import { type Static, Type } from "typebox";
import type { FieldError } from "../../../platform/errors/index.ts";
import { type SendRequest, sendRequest, sendResponse } from "./send-schema.ts";

export const MAX_BATCH = 500;
export const MAX_BATCH_RECIPIENTS = 10_000;
const CLOSED = { additionalProperties: false };

const BATCH_LIMITS = { minItems: 1, maxItems: MAX_BATCH };
export const batchRequest = Type.Object(
  {
    emails: Type.Array(sendRequest, {
      ...BATCH_LIMITS,
      description: "Up to 500 emails, each with up to 1,000 recipients, in total at most 10,000 recipients.",
    }),
    mode: Type.Optional(
      Type.Union([Type.Literal("all_or_nothing"), Type.Literal("per_item")], {
        default: "all_or_nothing",
        description:
          "`all_or_nothing`: one invalid email rejects the whole batch, and the error's `fields` name the email. `per_item`: the valid emails are accepted together, and each invalid email has its own error in the response.",
      }),
    ),
  },
  CLOSED,
);
export type BatchRequest = Static<typeof batchRequest>;
/** An email of a batch. One that is not a valid send request has its problems instead. */
export type BatchItem = SendRequest | { unreadable: FieldError[] };
/** A batch whose emails are not validated. */
export const batchFrame = Type.Object(
  { ...batchRequest.properties, emails: Type.Array(Type.Unknown(), BATCH_LIMITS) },
  CLOSED,
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
    { description: "One result per email, in the order of the request." },
  ),
});
