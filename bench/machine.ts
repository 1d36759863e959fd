import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { locateBinaries } from "../src/platform/postgres/binaries.ts";

/** What the figures were measured on: without it they say nothing. */
export function describeMachine() {
  const postgres = execFileSync(locateBinaries().postgres, ["--version"], { encoding: "utf8" });
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 1e9),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres: postgres.trim(),
    /** Whatever else runs here takes its share of every figure. */
    loadBefore: loadavg()[0],
  };
}
