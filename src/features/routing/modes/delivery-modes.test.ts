import { describe, expect, test } from "vitest";
import { DeliveryModes, type ModeSwitch } from "./delivery-modes.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const switched = (minute: number, mode: ModeSwitch["mode"], over: Partial<ModeSwitch> = {}): ModeSwitch => ({
  since: at(minute),
  mode,
  relayId: null,
  setBy: "dashboard",
  ...over,
});
const history = [
  switched(0, "capture", { setBy: "start" }),
  switched(10, "relay", { relayId: "r" }),
  switched(20, "capture"),
  switched(30, "direct"),
];

describe("the mode in force", () => {
  const modes = new DeliveryModes(history, null);
  test.each([
    [-5, "capture", null],
    [9, "capture", null],
    [10, "relay", "r"],
    [29, "capture", null],
    [31, "direct", null],
  ])("at minute %d is %s", (minute, mode, relayId) => {
    expect(modes.inForceAt(at(minute))).toEqual({ mode, relayId, setting: null });
  });

  test("is test mode without a history", () => {
    expect(new DeliveryModes([], null).inForceAt(at(0)).mode).toBe("capture");
  });

  test("is the environment's if it sets one; it uses the relay that was chosen in the dashboard", () => {
    const override = { mode: "relay", setting: "DELIVERY" } as const;
    expect(new DeliveryModes(history.slice(0, 2), override).inForceAt(at(15))).toEqual({
      mode: "relay",
      relayId: "r",
      setting: "DELIVERY",
    });
  });

  test("is the last choice again after the environment no longer sets one", () => {
    const noted = [...history.slice(0, 2), switched(12, "capture", { setBy: "start" })];
    expect(new DeliveryModes(noted, null).inForceAt(at(15)).mode).toBe("relay");
  });
});

describe("test mail", () => {
  const modes = new DeliveryModes(history, null);
  test.each([
    [-5, true],
    [9, true],
    [10, false],
    [19, false],
    [20, true],
    [30, false],
  ])("accepted at minute %d: %s, whatever the mode is now", (minute, isTestMail) => {
    for (const now of [15, 25, 35]) expect(modes.isTestMail(at(minute), at(now))).toBe(isTestMail);
  });

  test("mail from before the first row is as old as that row's mode, so an upgrade of a live instance sends it", () => {
    const live = new DeliveryModes([switched(10, "relay", { setBy: "start" })], null);
    expect(live.isTestMail(at(0), at(11))).toBe(false);
  });

  test("is accepted in the periods of test mode; the first has no beginning, the present one no end", () => {
    expect(modes.testPeriods()).toEqual([
      { from: new Date(0), to: at(10) },
      { from: at(20), to: at(30) },
    ]);
    expect(new DeliveryModes(history.slice(0, 3), null).testPeriods().at(-1)).toEqual({
      from: at(20),
      to: null,
    });
  });
});
