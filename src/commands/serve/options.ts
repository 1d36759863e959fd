import { CommandError } from "../explain.ts";

/** In the order in which their processes report (process-specs.ts): of workers there may be many. */
const roleNames = ["api", "smtp", "worker"] as const;
export type RoleName = (typeof roleNames)[number];
export type ServeOptions = { roles: readonly RoleName[]; workers: number };

/** More processes than this on one machine is a slip of the finger: each holds database connections. */
const mostWorkers = 64;

/** `--roles api,worker,smtp --workers 2`, as typed. Throws CommandError. */
export function readServeOptions({ roles, workers }: { roles?: string; workers?: string }): ServeOptions {
  const wanted = (roles ?? roleNames.join(",")).split(",").map((name) => name.trim());
  const unknown = wanted.find((name) => !roleNames.some((known) => known === name));
  if (unknown !== undefined)
    throw new CommandError(
      `--roles takes some of ${roleNames.join(", ")}, separated by commas, not "${unknown}"`,
    );
  const count = Number(workers ?? 1);
  if (!Number.isInteger(count) || count < 1 || count > mostWorkers)
    throw new CommandError(`--workers takes a number from 1 to ${mostWorkers}`);
  return { roles: roleNames.filter((name) => wanted.includes(name)), workers: count };
}
