import { type Static, Type } from "typebox";
import { CLOSED, timestamp } from "../../../platform/http/index.ts";

const source = Type.Object(
  {
    address: Type.String({
      minLength: 2,
      maxLength: 45,
      description: "IPv4 or IPv6 address of a machine that runs workers.",
    }),
    helo_name: Type.String({
      minLength: 1,
      maxLength: 253,
      description: "Host name for EHLO. The address's PTR record should have the same name.",
    }),
    started_on: Type.Optional(
      Type.Union([Type.String({ format: "date" }), Type.Null()], {
        description:
          "Start date of the warm-up: the first day with mail from this address. Null if the address is already warmed up.",
      }),
    ),
  },
  CLOSED,
);

const EXAMPLE = {
  id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8359",
  name: "bulk",
  sources: [{ address: "203.0.113.9", helo_name: "out1.example.com", started_on: "2026-11-21" }],
  created_at: "2026-11-21T08:30:00.000Z",
  updated_at: "2026-11-21T08:30:00.000Z",
};

export const pool = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    name: Type.String(),
    sources: Type.Array(
      Type.Object({
        address: Type.String(),
        helo_name: Type.String(),
        started_on: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    created_at: timestamp,
    updated_at: timestamp,
  },
  { examples: [EXAMPLE] },
);

export const poolParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const poolsResponse = Type.Object({ pools: Type.Array(pool) }, { examples: [{ pools: [EXAMPLE] }] });

const name = Type.String({ minLength: 1, maxLength: 60, description: "Shown in rules and events." });
const sources = Type.Array(source, { minItems: 1, maxItems: 50 });

export const createPoolRequest = Type.Object(
  { name, sources },
  { ...CLOSED, examples: [{ name: "bulk", sources: EXAMPLE.sources }] },
);
export type CreatePoolRequest = Static<typeof createPoolRequest>;
export const changePoolRequest = Type.Partial(Type.Object({ name, sources }), {
  ...CLOSED,
  examples: [{ name: "bulk" }],
});
export type ChangePoolRequest = Static<typeof changePoolRequest>;
