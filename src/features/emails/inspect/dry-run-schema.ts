import { Type } from "typebox";

const CLOSED = { additionalProperties: false };

export const sendQuery = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({
        description: "`true`: store and send nothing, and return what would happen to the email.",
      }),
    ),
    include: Type.Optional(
      Type.Literal("source", {
        description: "With `dry_run`, also returns the message as it would be sent.",
      }),
    ),
  },
  CLOSED,
);

const predictedOutcome = Type.Object({
  address: Type.String(),
  kind: Type.Union([Type.Literal("to"), Type.Literal("cc"), Type.Literal("bcc")]),
  outcome: Type.Union([
    Type.Literal("send"),
    Type.Literal("capture"),
    Type.Literal("simulate"),
    Type.Literal("suppress"),
    Type.Literal("hold", { description: "The email is accepted and held in the queue." }),
  ]),
  route: Type.Union([Type.String(), Type.Null()], {
    description:
      "The route that would be used now, with the same name as in the events of attempts. Null: there is no route, or it is chosen at random among several at each attempt.",
  }),
  rule: Type.Union([Type.String(), Type.Null()], {
    description: "The description of the routing rule that would apply. Null: none.",
  }),
  reason: Type.String(),
});

export const dryRunResponse = Type.Object({
  success: Type.Literal(true),
  dry_run: Type.Literal(true),
  from: Type.String(),
  subject: Type.String(),
  scheduled_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  recipients: Type.Array(predictedOutcome),
  size_bytes: Type.Integer({ description: "Size of the message as it would be sent." }),
  text: Type.Union([Type.String(), Type.Null()], {
    description: "The plain-text part, from the request or generated from the HTML.",
  }),
  findings: Type.Array(
    Type.Object({
      code: Type.String(),
      severity: Type.Union([Type.Literal("error"), Type.Literal("warning"), Type.Literal("hint")]),
      message: Type.String(),
      at: Type.Optional(Type.String()),
    }),
  ),
  source: Type.Optional(
    Type.String({ description: "Up to 1 MB of the message. Each character is one byte (latin1)." }),
  ),
});
