import { Type } from "typebox";

const closed = { additionalProperties: false };

export const sendQuery = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({ description: "Store and send nothing; tell what would become of the email." }),
    ),
    include: Type.Optional(
      Type.Literal("source", { description: "With `dry_run`: also the message as it would go out." }),
    ),
  },
  closed,
);

const fate = Type.Object({
  address: Type.String(),
  kind: Type.Union([Type.Literal("to"), Type.Literal("cc"), Type.Literal("bcc")]),
  fate: Type.Union([
    Type.Literal("send"),
    Type.Literal("capture"),
    Type.Literal("simulate"),
    Type.Literal("suppress"),
    Type.Literal("hold", { description: "It is accepted, and waits in the queue." }),
  ]),
  route: Type.Union([Type.String(), Type.Null()], {
    description:
      "By which way it would leave now, as the event of an attempt names it. Null: by none, or it is drawn among several.",
  }),
  rule: Type.Union([Type.String(), Type.Null()], {
    description: "The routing rule that would decide, in words. Null: none.",
  }),
  reason: Type.String(),
});

export const dryRunResponse = Type.Object({
  success: Type.Literal(true),
  dry_run: Type.Literal(true),
  from: Type.String(),
  subject: Type.String(),
  scheduled_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  recipients: Type.Array(fate),
  size_bytes: Type.Integer({ description: "Of the message as it would go out." }),
  text: Type.Union([Type.String(), Type.Null()], { description: "The plain-text part, given or made." }),
  findings: Type.Array(
    Type.Object({
      code: Type.String(),
      severity: Type.Union([Type.Literal("error"), Type.Literal("warning"), Type.Literal("hint")]),
      message: Type.String(),
      at: Type.Optional(Type.String()),
    }),
  ),
  source: Type.Optional(
    Type.String({ description: "Up to 1 MB of the message; latin1 stands for its bytes." }),
  ),
});
