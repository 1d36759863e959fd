import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { locateBinaries } from "../src/platform/postgres/binaries.ts";

/** Describes the machine, because figures mean nothing without it. */
export function describeMachine() {
  const postgres = execFileSync(locateBinaries().postgres, ["--version"], { encoding: "utf8" });
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 1e9),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres: postgres.trim(),
    /** Other programs on the machine lower every figure. */
    loadBefore: loadavg()[0],
  };
}
