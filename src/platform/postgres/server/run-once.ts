import { spawn } from "node:child_process";
import { once } from "node:events";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { commandAs, type Identity } from "../home/identity.ts";

/**
 * The environment of PostgreSQL. It contains nothing of ours, because ours may contain secrets, and PG* variables that
 * would change PostgreSQL's behavior.
 */
export const serverEnvironment = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C", TZ: "UTC" };

export type RunOptions = { binary: string; args: readonly string[]; input?: string };

/**
 * Runs one of PostgreSQL's programs until it exits. Throws EmbeddedPostgresError with the line that explains the failure.
 */
export async function runOnce(identity: Identity, { binary, args, input = "" }: RunOptions): Promise<void> {
  const command = commandAs(identity, binary, args);
  const child = spawn(command.file, command.args, { ...command.options, env: serverEnvironment, cwd: "/" });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  child.stdin.on("error", () => undefined).end(input);
  const [code, signal] = await once(child, "close");
  const problem = output.split("\n").find((line) => /(error|fatal|panic):/i.test(line));
  if (code === 0 && !problem) return;
  const reason = problem ?? output.trim().split("\n").at(-1) ?? signal ?? `exit code ${code}`;
  throw new EmbeddedPostgresError(`PostgreSQL cannot be set up: ${reason.trim()}`);
}
