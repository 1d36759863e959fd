import { type Static, Type } from "typebox";

/** SendGrid's own limit. One request becomes one batch. */
const MAX_PERSONALIZATIONS = 1_000;
const CLOSED = { additionalProperties: false };
const text = Type.Optional(Type.String());
const texts = Type.Optional(Type.Record(Type.String(), Type.String()));
/** Parts that are rejected or ignored, whatever they contain. */
const anything = Type.Optional(Type.Unknown());
const mailbox = Type.Object({ email: Type.String(), name: text }, CLOSED);
const mailboxes = Type.Array(mailbox);
const unixTime = Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 }));
const setting = Type.Optional(Type.Object({ enable: Type.Optional(Type.Boolean()) }));

const personalization = Type.Object(
  {
    to: Type.Array(mailbox, { minItems: 1 }),
    from: Type.Optional(mailbox),
    cc: Type.Optional(mailboxes),
    bcc: Type.Optional(mailboxes),
    subject: text,
    headers: texts,
    custom_args: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    send_at: unixTime,
    substitutions: anything,
    dynamic_template_data: anything,
  },
  CLOSED,
);

const attachment = Type.Object(
  {
    content: Type.String(),
    filename: Type.String(),
    type: text,
    disposition: text,
    content_id: text,
    // The SDK sends this name, although its types say content_id.
    contentId: text,
  },
  CLOSED,
);

/** `MailJSON` of the SDK. */
export const sendgridMail = Type.Object(
  {
    personalizations: Type.Array(personalization, { minItems: 1, maxItems: MAX_PERSONALIZATIONS }),
    from: mailbox,
    reply_to: Type.Optional(mailbox),
    reply_to_list: Type.Optional(Type.Union([mailbox, mailboxes])),
    subject: text,
    content: Type.Optional(Type.Array(Type.Object({ type: Type.String(), value: Type.String() }, CLOSED))),
    attachments: Type.Optional(Type.Array(attachment)),
    headers: texts,
    categories: Type.Optional(Type.Array(Type.String())),
    custom_args: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    send_at: unixTime,
    mail_settings: Type.Optional(
      Type.Object({
        sandbox_mode: setting,
        footer: setting,
        bcc: setting,
        spam_check: setting,
      }),
    ),
    tracking_settings: Type.Optional(
      Type.Object({ subscription_tracking: setting, click_tracking: setting, open_tracking: setting }),
    ),
    template_id: anything,
    sections: anything,
    asm: anything,
    batch_id: anything,
    ip_pool_name: anything,
  },
  CLOSED,
);
export type SendgridMail = Static<typeof sendgridMail>;
export type Personalization = SendgridMail["personalizations"][number];
