import { Type } from "typebox";

const durationOf = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

const durations = Type.Object(
  {
    queue: durationOf("The time since the recipient was due."),
    dns: durationOf("The look-up of the mail server."),
    connect: durationOf(
      "Opening the connection, including greeting, EHLO and authentication. Absent: the connection was already open.",
    ),
    tls: durationOf("The TLS handshake."),
    mail: durationOf("Until the reply to MAIL."),
    rcpt: durationOf("Until the replies to RCPT."),
    data: durationOf("Until the end of the message was sent."),
    reply: durationOf("Until the reply to the message."),
  },
  {
    description:
      "The durations of the phases of an SMTP attempt, in milliseconds. A phase of less than half a millisecond is absent.",
  },
);

export const eventDetail = Type.Object({
  reason: Type.Optional(Type.String()),
  phase: Type.Optional(Type.String()),
  code: Type.Optional(Type.Integer()),
  enhanced: Type.Optional(Type.String()),
  line: Type.Optional(Type.String()),
  host: Type.Optional(Type.String()),
  next_attempt_at: Type.Optional(Type.String()),
  scheduled_at: Type.Optional(Type.String({ description: "Only of `scheduled`." })),
  route: Type.Optional(
    Type.String({ description: "The route of the attempt: a relay, `direct` or `capture`." }),
  ),
  rule: Type.Optional(
    Type.String({
      description:
        "Why the email took the route: the routing rule that chose it, or that the email was released from the inbox. Absent: neither.",
    }),
  ),
  source: Type.Optional(
    Type.String({
      description: "The local IP address from which the message was sent, if the server has several.",
    }),
  ),
  tls: Type.Optional(
    Type.String({
      description: "The TLS version of the connection. Absent: the connection was not encrypted.",
    }),
  ),
  plaintext: Type.Optional(
    Type.String({
      description:
        "Why the connection was not encrypted although TLS was requested: the server does not support TLS, or TLS failed.",
    }),
  ),
  policy: Type.Optional(
    Type.String({
      description:
        "For direct delivery: the TLS policy of the recipient's domain, from MTA-STS or DANE, or that it has none.",
    }),
  ),
  tracking: Type.Optional(
    Type.String({
      description:
        "How the tracking of this message differs from the email's, because the tracking host was no longer verified when it was sent, or tracking is off for the contact.",
    }),
  ),
  accepted_as: Type.Optional(
    Type.String({
      description: "The id that the relay gave to the message, if it replaces the Message-ID (Amazon SES).",
    }),
  ),
  meaning: Type.Optional(Type.String({ description: "The meaning of the rejection, in one word." })),
  late: Type.Optional(
    Type.Boolean({
      description:
        "For `bounced`: present if the bounce arrived as a message. If true, it arrived after the recipient's final state, which does not change; a delivered recipient gets `bounced_late`.",
    }),
  ),
  further: Type.Optional(
    Type.Boolean({
      description:
        "For `bounced`: the recipient had bounced before, or was not delivered. Metrics do not count this event.",
    }),
  ),
  bounce: Type.Optional(
    Type.Union([Type.Literal("hard"), Type.Literal("soft")], {
      description:
        "For a bounce that arrived as a message. `hard`: the address permanently fails. `soft`: the failure may be temporary.",
    }),
  ),
  durations: Type.Optional(durations),
});
