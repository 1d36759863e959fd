import { type ChildProcess, fork } from "node:child_process";
import { type ChildMessage, isChildMessage } from "./child-messages.ts";

export type ProcessSpec = {
  name: string;
  script: string;
  args: readonly string[];
  /** Flags of Node itself. */
  execArgv: readonly string[];
  env: Record<string, string | undefined>;
  /** The user that runs the process, if the supervisor is root. Default: the supervisor's user. */
  user?: { uid: number; gid: number };
  /** Called when the process asks for another role. */
  onWanted?: (role: string) => void;
  /** Called when the process finds that no process of this node may go on. */
  onUnfit?: (message: string) => void;
};

/** A process did not become ready. The message is one line. */
class ProcessStartError extends Error {
  override name = "ProcessStartError";
}

/** One run of a process. */
export type Life = {
  readonly child: ChildProcess;
  /**
   * Resolves with the report that the process sends when it is ready. Rejects with ProcessStartError if the process ends
   * before.
   */
  readonly ready: Promise<unknown>;
  readonly ended: Promise<{ reason: string; livedMs: number }>;
};

type Report = Exclude<ChildMessage, { type: "wanted" }>;

export function launch({ name, script, args, execArgv, env, user, onWanted, onUnfit }: ProcessSpec): Life {
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
  const reported = new Promise<Report>((resolve) => {
    child.on("message", (message) => {
      if (!isChildMessage(message)) return;
      if (message.type === "wanted") return onWanted?.(message.role);
      if (message.type === "unfit") onUnfit?.(message.message);
      resolve(message);
    });
  });
  const ready = Promise.race([reported, ended]).then((outcome) => {
    if ("reason" in outcome) throw new ProcessStartError(`${name} ended with ${outcome.reason}`);
    if (outcome.type !== "ready") throw new ProcessStartError(outcome.message);
    return outcome.result;
  });
  // Callers that ignore `ready` see the failure in `ended`.
  ready.catch(() => undefined);
  return { child, ready, ended };
}
