import { type Static, Type } from "typebox";
import { MAX_BATCH } from "../../emails/index.ts";

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const text = nullable(Type.String());
const CLOSED = { additionalProperties: false };

/** `Message` of the SDK. The use case validates the contents of the fields. */
export const postmarkEmail = Type.Object(
  {
    From: Type.String(),
    To: text,
    Cc: text,
    Bcc: text,
    Subject: text,
    HtmlBody: text,
    TextBody: text,
    ReplyTo: text,
    Tag: text,
    Metadata: nullable(Type.Record(Type.String(), Type.Unknown())),
    Headers: nullable(Type.Array(Type.Object({ Name: Type.String(), Value: Type.String() }, CLOSED))),
    Attachments: nullable(
      Type.Array(
        Type.Object(
          {
            Name: Type.String(),
            Content: Type.String(),
            ContentType: text,
            ContentID: text,
            ContentLength: nullable(Type.Number()),
            Disposition: text,
          },
          CLOSED,
        ),
      ),
    ),
    TrackOpens: nullable(Type.Boolean()),
    TrackLinks: text,
    MessageStream: text,
  },
  CLOSED,
);
export type PostmarkEmail = Static<typeof postmarkEmail>;

export const postmarkBatch = Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_BATCH });

const answer = {
  ErrorCode: Type.Integer(),
  Message: Type.String(),
};
const sent = {
  To: Type.Optional(Type.String()),
  Cc: Type.Optional(Type.String()),
  Bcc: Type.Optional(Type.String()),
  SubmittedAt: Type.String(),
  MessageID: Type.String(),
  ...answer,
};
export const sentEmail = Type.Object(sent);
export const sentBatch = Type.Array(
  Type.Object({
    ...sent,
    SubmittedAt: Type.Optional(Type.String()),
    MessageID: Type.Optional(Type.String()),
  }),
);
