import { type ChildProcess, fork } from "node:child_process";
import { type ChildMessage, isChildMessage } from "./child-messages.ts";

export type ProcessSpec = {
  name: string;
  script: string;
  args: readonly string[];
  /** Flags of Node itself. */
  execArgv: readonly string[];
  env: Record<string, string | undefined>;
  /** As whom it runs, for a supervisor that is root. Unset: as the supervisor. */
  user?: { uid: number; gid: number };
};

/** A process did not become ready; the message is one line. */
class ProcessStartError extends Error {
  override name = "ProcessStartError";
}

/** One process from its start to its end. */
export type Life = {
  readonly child: ChildProcess;
  /** What the process reported when it was ready. Throws ProcessStartError if it ended before. */
  readonly ready: Promise<unknown>;
  readonly ended: Promise<{ reason: string; livedMs: number }>;
};

export function launch({ name, script, args, execArgv, env, user }: ProcessSpec): Life {
  const startedAt = performance.now();
  const child = fork(script, [...args], {
    execArgv: [...execArgv],
    env,
    ...user,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise<{ reason: string; livedMs: number }>((resolve) => {
    const end = (reason: string) => resolve({ reason, livedMs: performance.now() - startedAt });
    child.on("error", (error) => child.pid === undefined && end(error.message));
    child.on("exit", (code, signal) => end(signal ?? `exit code ${code}`));
  });
  const told = new Promise<ChildMessage>((resolve) => {
    child.on("message", (message) => isChildMessage(message) && resolve(message));
  });
  const ready = Promise.race([told, ended]).then((outcome) => {
    if ("reason" in outcome) throw new ProcessStartError(`${name} ended with ${outcome.reason}`);
    if (outcome.type === "refused") throw new ProcessStartError(outcome.message);
    return outcome.result;
  });
  // Whoever does not ask is told by `ended`.
  ready.catch(() => undefined);
  return { child, ready, ended };
}
