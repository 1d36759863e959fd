import { spawn } from "node:child_process";
import { constants } from "node:os";
import { compileCache, pinnedNode } from "./paths.mjs";

/**
 * Replaces this process with the pinned Node. Where that is not possible, runs the pinned Node as a child and forwards signals to it.
 */
export function become(args) {
  const env = { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache };
  if (process.execve) process.execve(pinnedNode, [pinnedNode, ...args], env);
  const child = spawn(pinnedNode, args, { stdio: "inherit", env });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(
      `posthouse: the pinned Node does not start (${error.code}): remove node_modules, then try again\n`,
    );
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
