import { spawnSync } from "node:child_process";

/** Runs npm in a directory and returns its output. Throws. */
export function npm(cwd, ...args) {
  const { status, stdout, error } = spawnSync(
    "npm",
    [...args, "--loglevel=error", "--no-audit", "--no-fund"],
    {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      maxBuffer: 64 * 1024 ** 2,
    },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed (see above)`);
  return stdout;
}
