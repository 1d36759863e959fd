import { styleText } from "node:util";

export type Colour = "green" | "yellow" | "red" | "dim" | "bold";

/** Colours text for standard output if that is a terminal and NO_COLOR is not set (https://no-color.org). */
export function coloured(colour: Colour | null, text: string): string {
  const wanted = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";
  return colour && wanted ? styleText(colour, text, { validateStream: false }) : text;
}

const COLOURS: Readonly<Record<string, Colour>> = {
  ...{ delivered: "green", captured: "green", verified: "green", active: "green", ok: "green" },
  ...{ deferred: "yellow", uncertain: "yellow", degraded: "yellow", paused: "yellow", pending: "yellow" },
  ...{ partially_delivered: "yellow", warning: "yellow" },
  ...{ bounced: "red", suppressed: "red", expired: "red", lost: "red", missing: "red", wrong: "red" },
};

/** The colour of a state of an email, a domain or a key. */
export function colourOf(state: string): Colour | null {
  return COLOURS[state] ?? null;
}
