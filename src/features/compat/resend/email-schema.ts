import { type Static, Type } from "typebox";
import { MAX_BATCH, sendRequest } from "../../emails/index.ts";

const CLOSED = { additionalProperties: false };
const id = Type.String({ maxLength: 100 });
const { in_reply_to, references, metadata, ...sharedFields } = sendRequest.properties;

/** An email as the SDK sends it: the fields of a send request, and two fields that are rejected with an explanation. */
export const resendEmail = Type.Object(
  { ...sharedFields, template: Type.Optional(Type.Unknown()), topic_id: Type.Optional(Type.Unknown()) },
  CLOSED,
);
export type ResendEmail = Static<typeof resendEmail>;

export const idParams = Type.Object({ id });
export const attachmentParams = Type.Object({ id, attachment: id });

export const pageQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    after: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    before: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  CLOSED,
);
export type PageQuery = Static<typeof pageQuery>;

export const batchBody = Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_BATCH });
export const batchHeaders = Type.Object({
  "x-batch-validation": Type.Optional(Type.Union([Type.Literal("strict"), Type.Literal("permissive")])),
});
/** Several SDKs repeat the id of the path in the body: Python and Go as `id`, Ruby as `email_id`. */
export const rescheduleBody = Type.Object(
  { scheduled_at: Type.String({ maxLength: 200 }), id: Type.Optional(id), email_id: Type.Optional(id) },
  CLOSED,
);

export const sentEmail = Type.Object({ id });
export const sentBatch = Type.Object({
  data: Type.Array(sentEmail),
  errors: Type.Optional(Type.Array(Type.Object({ index: Type.Integer(), message: Type.String() }))),
});
export const namedEmail = Type.Object({ object: Type.Literal("email"), id });

const nullable = Type.Union([Type.String(), Type.Null()]);
const addresses = Type.Array(Type.String());
const listedFields = {
  id,
  message_id: Type.String(),
  from: Type.String(),
  to: addresses,
  cc: addresses,
  bcc: addresses,
  reply_to: addresses,
  subject: Type.String(),
  created_at: Type.String(),
  scheduled_at: nullable,
  last_event: Type.String(),
  topic_id: Type.Null(),
};
export const storedEmail = Type.Object({
  object: Type.Literal("email"),
  ...listedFields,
  html: nullable,
  text: nullable,
  tags: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
});
export const listOf = <Item extends Parameters<typeof Type.Array>[0]>(item: Item) =>
  Type.Object({ object: Type.Literal("list"), has_more: Type.Boolean(), data: Type.Array(item) });
export const listedEmail = Type.Object(listedFields);
