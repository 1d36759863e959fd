import { spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Replaces this process with another Node. Where that is not possible, runs it as a child and forwards signals to it. Without
 * dependencies, because the npm package contains this file too.
 */
export function become({ node, compileCache, args }) {
  const env = { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache };
  if (process.execve) process.execve(node, [node, ...args], env);
  const child = spawn(node, args, { stdio: "inherit", env });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(
      `posthouse: the pinned Node does not start (${error.code}): install the packages again\n`,
    );
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
