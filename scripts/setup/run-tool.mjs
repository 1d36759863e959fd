import { spawn } from "node:child_process";
import { root } from "./paths.mjs";
import { SetUpError } from "./set-up-error.mjs";

/** Runs a tool in the checkout; its output goes to standard error. Throws SetUpError. */
export async function runTool(command, args, { what, env = process.env }) {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", 2, 2], env });
  const status = await new Promise((resolve, reject) => {
    child.on("error", (error) => reject(error.code === "ENOENT" ? isMissing(command) : error));
    // A signal such as Ctrl-C also reaches the tool and needs no message.
    child.on("close", (code, signal) => (signal ? process.exit(1) : resolve(code)));
  });
  if (status !== 0) throw new SetUpError(`${what} failed (see above); fix the problem, then try again`);
}

function isMissing(command) {
  return new SetUpError(`${command} is not on the PATH: install it, then try again`);
}
