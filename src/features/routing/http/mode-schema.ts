import { Type } from "typebox";

const mode = Type.Union([Type.Literal("capture"), Type.Literal("relay"), Type.Literal("direct")], {
  description:
    "`capture` is test mode: mail is kept in the inbox. `relay` sends it through a relay, `direct` to the servers of its recipients.",
});

const EXAMPLE = {
  mode: "capture" as const,
  set_by: "dashboard" as const,
  relay_id: null,
  relay_host: null,
  open_test_recipients: 3,
  open_live_recipients: 0,
  counts_are_minimums: false,
};

export const deliveryResponse = Type.Object(
  {
    mode,
    set_by: Type.Union(
      [Type.Literal("dashboard"), Type.Literal("DELIVERY"), Type.Literal("SMTP_RELAY_URL")],
      {
        description:
          "`dashboard`: the mode is chosen here; it is `capture` at first. Otherwise the environment variable that sets it.",
      },
    ),
    relay_id: Type.Union([Type.String({ format: "uuid" }), Type.Null()], {
      description: "The relay of the instance that sends mail which no rule sends elsewhere.",
    }),
    relay_host: Type.Union([Type.String(), Type.Null()], {
      description: "Host and port of the relay in SMTP_RELAY_URL, if mail goes through it.",
    }),
    open_test_recipients: Type.Integer({
      description:
        "Recipients that were accepted in test mode and are queued or scheduled. They are kept in the inbox, and not sent. Released emails are not counted.",
    }),
    open_live_recipients: Type.Integer({
      description:
        "Recipients that were accepted for delivery and are queued or scheduled. They wait in test mode.",
    }),
    counts_are_minimums: Type.Boolean({ description: "Whether counting stopped at 100,000 recipients." }),
  },
  { examples: [EXAMPLE] },
);

export const deliveryRequest = Type.Object(
  {
    mode,
    relay_id: Type.Optional(
      Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
        description: "A relay of the instance; required with `relay`.",
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ mode: "relay", relay_id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357" }],
  },
);
