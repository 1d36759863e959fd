import type { Config, DeliveryMode } from "../../../config.ts";

/** A row of `delivery_modes`. */
export type ModeSwitch = {
  since: Date;
  mode: DeliveryMode;
  relayId: string | null;
  setBy: "dashboard" | "start";
};

/** The mode that is in force. */
export type ModeInForce = {
  mode: DeliveryMode;
  relayId: string | null;
  /** The environment variable that sets it. Null: it is chosen in the dashboard. */
  setting: "DELIVERY" | "SMTP_RELAY_URL" | null;
};

/** The history of delivery modes, in order of time, with the mode that the environment sets, if any. */
export class DeliveryModes {
  readonly #switches: readonly ModeSwitch[];
  readonly #override: Config["deliveryOverride"];

  constructor(switches: readonly ModeSwitch[], override: Config["deliveryOverride"]) {
    this.#switches = switches;
    this.#override = override;
  }

  /** The environment's mode, or the one chosen last in the dashboard. */
  inForceAt(time: Date): ModeInForce {
    const chosen = this.#switches.findLast(({ since, setBy }) => setBy === "dashboard" && since <= time);
    const mode = this.#override?.mode ?? chosen?.mode ?? "capture";
    const relayId = mode === "relay" ? (chosen?.relayId ?? null) : null;
    return { mode, relayId, setting: this.#override?.setting ?? null };
  }

  /** Whether mail that was accepted at this time was test mail. Mail from before the first row is as old as that row's mode. */
  isTestMail(acceptedAt: Date, now: Date): boolean {
    const [first] = this.#switches;
    if (first === undefined) return this.inForceAt(now).mode === "capture";
    const then = this.#switches.findLast(({ since }) => since <= acceptedAt) ?? first;
    return then.mode === "capture";
  }

  /** The periods in which accepted mail was test mail. The first one has no beginning, and the present one no end. */
  testPeriods(): { from: Date; to: Date | null }[] {
    return this.#switches.flatMap(({ mode, since }, index) =>
      mode === "capture"
        ? [{ from: index === 0 ? new Date(0) : since, to: this.#switches[index + 1]?.since ?? null }]
        : [],
    );
  }
}
