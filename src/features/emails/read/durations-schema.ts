import { Type } from "typebox";

const durationOf = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

export const durations = Type.Object(
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
