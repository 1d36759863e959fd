import { SIMULATOR_DOMAIN } from "../../emails/index.ts";
import type { AttemptResult } from "../outcome.ts";
import type { Transport } from "./transport.ts";

const host = { phase: "data", host: SIMULATOR_DOMAIN };
const outcomes = new Map<string, AttemptResult>([
  [
    "delivered",
    {
      ...host,
      kind: "delivered",
      reason: "simulated",
      code: 250,
      enhanced: "2.0.0",
      line: "250 2.0.0 simulated delivery",
    },
  ],
  [
    "bounced",
    {
      ...host,
      phase: "rcpt",
      kind: "bounced",
      reason: "simulated",
      code: 550,
      enhanced: "5.1.1",
      line: "550 5.1.1 simulated: no such user",
    },
  ],
  [
    "deferred",
    {
      ...host,
      phase: "rcpt",
      kind: "deferred",
      reason: "simulated",
      code: 451,
      enhanced: "4.7.1",
      line: "451 4.7.1 simulated: try again later",
    },
  ],
  [
    "complained",
    {
      ...host,
      kind: "delivered",
      reason: "simulated",
      code: 250,
      enhanced: "2.0.0",
      line: "250 2.0.0 simulated delivery, followed by a complaint",
      followedBy: "complained",
    },
  ],
  ["suppressed", { kind: "suppressed", reason: "simulated: the address is suppressed" }],
  [
    "uncertain",
    {
      ...host,
      phase: "dot",
      kind: "uncertain",
      reason: "simulated: the connection broke after the final dot",
    },
  ],
]);

/** Results by local part. A `+label` after it is for the sender's own use. Other addresses do not exist. */
function simulatedOutcome(address: string): AttemptResult {
  const localPart = address.slice(0, address.lastIndexOf("@")).toLowerCase();
  const name = localPart.split("+", 1)[0] ?? "";
  return (
    outcomes.get(name) ?? {
      ...host,
      phase: "rcpt",
      kind: "bounced",
      reason: `the simulator knows ${[...outcomes.keys()].join(", ")}`,
      code: 550,
      enhanced: "5.1.1",
      line: "550 5.1.1 no such simulator address",
    }
  );
}

/** Renders the message, as a real transport does, and sends nothing. */
export const simulatorTransport: Pick<Transport, "transmit"> = {
  transmit: async ({ envelope, render }) => {
    await render();
    return envelope.recipients.map(simulatedOutcome);
  },
};
