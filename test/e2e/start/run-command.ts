import { spawn } from "node:child_process";
import { once } from "node:events";
import { until } from "../../harness/until.ts";

type Ended = { code: number | null; signal: string | null; stdout: string; stderr: string };

export type Run = {
  readonly pid: number;
  readonly output: () => string;
  readonly ended: Promise<Ended>;
  /** Waits until one of the streams contains the text. Rejects if the process ends without it. */
  says(words: string): Promise<void>;
};

/** The environment of a new user: none of our settings, and none of our tools on the PATH. */
const plainEnvironment = {
  PATH: (process.env.PATH ?? "")
    .split(":")
    .filter((directory) => !directory.includes("node_modules"))
    .join(":"),
  HOME: process.env.HOME ?? "/",
};

const SAYS_WITHIN_MS = 200_000;

type Options = { cwd: string; env?: Record<string, string>; uid?: number };

/**
 * Runs a command until it ends, with any exit code. With `uid`, it runs as that user, with a home directory in the working
 * directory.
 */
export function runCommand([file = "", ...args]: string[], { cwd, env = {}, uid }: Options): Run {
  const asUser = uid === undefined ? {} : { uid, gid: uid };
  const home = uid === undefined ? {} : { HOME: cwd };
  const child = spawn(file, args, {
    cwd,
    env: { ...plainEnvironment, ...home, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, as a shell gives to each command.
    detached: true,
    ...asUser,
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  const output = () => texts.stdout + texts.stderr;
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, ...texts }));
  const says = async (words: string) => {
    await until(
      () => {
        if (output().includes(words)) return true;
        if (child.exitCode !== null) throw new Error(`ended without "${words}":\n${output()}`);
        return false;
      },
      { within: SAYS_WITHIN_MS, what: `"${words}"` },
    );
  };
  return { pid: child.pid as number, output, ended, says };
}

/** Like Ctrl-C at a terminal: sends the signal to the whole process group. */
export async function interrupt(run: Run): Promise<Ended> {
  try {
    process.kill(-run.pid, "SIGINT");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
  return await run.ended;
}
