import { type ChildProcess, spawn } from "node:child_process";
import { compileCache } from "../../scripts/setup/paths.mjs";
import { nodePath } from "../harness/node-path.ts";

const running = new Set<ChildProcess>();

/**
 * Starts a TypeScript program. Such programs are killed and started again all the time, and with the compile cache a start takes half of
 * the processor time. A program that does not end by itself fills the cache by `flushCompileCache()`.
 */
export function startProcess(program: string, args: string[]): ChildProcess {
  const child = spawn(nodePath, [program, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

export function killProcesses(): void {
  for (const child of running) child.kill("SIGKILL");
}
