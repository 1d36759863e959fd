import { styleText } from "node:util";

export type Color = "green" | "yellow" | "red" | "dim" | "bold";

/** Colors text for standard output if that is a terminal and NO_COLOR is not set (https://no-color.org). */
export function colored(color: Color | null, text: string): string {
  const wanted = process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";
  return color && wanted ? styleText(color, text, { validateStream: false }) : text;
}

const COLORS: Readonly<Record<string, Color>> = {
  ...{ delivered: "green", captured: "green", verified: "green", active: "green", ok: "green" },
  ...{ deferred: "yellow", uncertain: "yellow", degraded: "yellow", paused: "yellow", pending: "yellow" },
  ...{ partially_delivered: "yellow", warning: "yellow" },
  ...{ bounced: "red", suppressed: "red", expired: "red", lost: "red", missing: "red", wrong: "red" },
};

/** The color of a state of an email, a domain or a key. */
export function colorOf(state: string): Color | null {
  return COLORS[state] ?? null;
}
