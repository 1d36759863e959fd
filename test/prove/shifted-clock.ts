import { readFileSync } from "node:fs";

/**
 * Loaded into each process of the program before its own code (`--import`): shifts its wall clock by the number of milliseconds in
 * the file CLOCK_SHIFT_FILE. PostgreSQL's clock and all monotonic clocks are unchanged.
 */
const path = process.env.CLOCK_SHIFT_FILE ?? "";
const RealDate = Date;
const READ_EVERY_MS = 20;
let shiftMs = 0;

function readShift(): void {
  shiftMs = Number(readFileSync(path, "utf8"));
}

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() + shiftMs] : given) as [number]));
  }
  static override now(): number {
    return RealDate.now() + shiftMs;
  }
} as DateConstructor;
readShift();
setInterval(readShift, READ_EVERY_MS).unref();
