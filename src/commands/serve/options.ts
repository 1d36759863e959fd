import { CommandError } from "../explain.ts";

/** The default is all of them. */
export const ROLE_NAMES = ["api", "smtp", "inbound", "worker"] as const;
export type RoleName = (typeof ROLE_NAMES)[number];
/** `roles` null: all roles. */
export type ServeOptions = { roles: readonly RoleName[] | null; workers: number };

/** A larger number is a typing error: each process holds database connections. */
const MOST_WORKERS = 64;

/** `--roles api,worker,smtp --workers 2`, as typed. Throws CommandError. */
export function readServeOptions({
  roles,
  workers,
}: {
  roles?: string | undefined;
  workers?: string | undefined;
}): ServeOptions {
  const wanted = (roles ?? "").split(",").map((name) => name.trim());
  const unknown = wanted.find((name) => !ROLE_NAMES.some((known) => known === name));
  if (roles !== undefined && unknown !== undefined)
    throw new CommandError(
      `--roles takes some of ${ROLE_NAMES.join(", ")}, separated by commas, not "${unknown}"`,
    );
  const count = Number(workers ?? 1);
  if (!Number.isInteger(count) || count < 1 || count > MOST_WORKERS)
    throw new CommandError(`--workers takes a number from 1 to ${MOST_WORKERS}`);
  const named = ROLE_NAMES.filter((name) => wanted.includes(name));
  return { roles: roles === undefined ? null : named, workers: count };
}
