import { Type } from "typebox";

const durationOf = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

export const durations = Type.Object(
  {
    queue: durationOf("Waiting since the recipient was due."),
    dns: durationOf("Finding the mail server."),
    connect: durationOf(
      "Opening the connection, with the greeting, EHLO and the sign-in. Absent: the connection was open already.",
    ),
    tls: durationOf("The TLS handshake."),
    mail: durationOf("Until the reply to MAIL."),
    rcpt: durationOf("Until the replies to RCPT."),
    data: durationOf("Until the end of the message was sent."),
    reply: durationOf("Until the reply to the message."),
  },
  {
    description:
      "How long the phases of an attempt by SMTP took, in milliseconds. A phase of less than half a millisecond is absent.",
  },
);
