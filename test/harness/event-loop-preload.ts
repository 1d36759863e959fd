/** Loaded before a process of the program under test (event-loop-watch.ts): records how long its event loop was blocked. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import type { LoopReport } from "./event-loop-watch.ts";
import { LoopMonitor } from "./loop-monitor.ts";

const EVERY_MS = 100;
const directory = process.env.EVENT_LOOP_WATCH;

if (directory && isMainThread) {
  const monitor = new LoopMonitor();
  const path = join(directory, `${process.pid}.json`);
  const command = process.argv.slice(2);
  const role = command[0] === "role" ? command.slice(1).join(",") : (command[0] ?? "node");
  const write = () => {
    const report: LoopReport = {
      process: role,
      pid: process.pid,
      writtenAt: Date.now(),
      stretches: monitor.stretches(),
    };
    // Atomic: readers see the old file or the new one.
    writeFileSync(`${path}.part`, JSON.stringify(report));
    renameSync(`${path}.part`, path);
  };
  write();
  setInterval(write, EVERY_MS).unref();
}
