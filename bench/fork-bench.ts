import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { nodePath } from "../test/harness/node-path.ts";

/** Runs a file in its own process. */
export function forkBench(file: URL, args: string[] = []): ChildProcess {
  return fork(fileURLToPath(file), args, { execPath: nodePath, execArgv: [] });
}

/** Returns the next message of a child. Rejects if the child ends without one. */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const onExit = () => ended.abort(new Error("the child ended without a message"));
  child.once("exit", onExit);
  const [message] = await once(child, "message", { signal: ended.signal });
  child.off("exit", onExit);
  return message as T;
}

export async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.disconnect();
  await gone;
}
