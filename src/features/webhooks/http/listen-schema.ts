import { Type } from "typebox";
import { WEBHOOK_FORMATS } from "../payloads/body-of.ts";
import { SAMPLE_EVENT_ID } from "../payloads/sample-event.ts";
import { DELIVERY, PAYLOAD } from "./delivery-schema.ts";
import { oneOf } from "./webhook-fields.ts";

const CURSOR = `${SAMPLE_EVENT_ID}.12`;

export const listenQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.[0-9]{1,16}$",
        description:
          "The `cursor` of the previous response. Absent: returns no events, and the current position.",
      }),
    ),
    types: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description:
          "Types of events, separated by commas. Absent: all. `email.queued` and `email.scheduled` exist only while a webhook of the account names one of them.",
      }),
    ),
    format: Type.Optional(
      Type.Unsafe<(typeof WEBHOOK_FORMATS)[number]>({
        ...oneOf(WEBHOOK_FORMATS),
        description:
          "The format of the bodies. Default: `posthouse`. Events that it does not have are left out.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const listenResponse = Type.Object(
  {
    events: Type.Array(
      Type.Object({
        id: Type.String({ description: "The `webhook-id`." }),
        type: Type.String(),
        subject_id: Type.String({ description: "The id of its email, contact or other subject." }),
        body: Type.String({ description: "The body that a webhook receives." }),
        replay_id: Type.Union([Type.String(), Type.Null()], {
          description: "The id of the replay. Null: the event is not a replay.",
        }),
      }),
    ),
    cursor: Type.String(),
    secret: Type.String({
      description:
        "The secret that signs the requests to the local program. It is the same for each call with the same key.",
    }),
    has_more: Type.Boolean(),
  },
  {
    examples: [
      {
        events: [
          {
            id: SAMPLE_EVENT_ID,
            type: DELIVERY.type,
            subject_id: DELIVERY.subject_id,
            body: PAYLOAD,
            replay_id: null,
          },
        ],
        cursor: CURSOR,
        secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
        has_more: false,
      },
    ],
  },
);
