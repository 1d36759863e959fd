import type { ProcessSpec } from "../../platform/processes/index.ts";
import type { RoleName } from "./options.ts";

/** The program of this process, from sources or built. */
export const main = process.argv[1] ?? "";

export type RoleUser = { uid: number; gid: number };

/** The connection string is passed in the environment, because any user of the machine can read a command line. */
type Env = { env: Record<string, string | undefined>; databaseUrl: string };

type Wanted = { roles: readonly RoleName[]; workers: number };
type RoleEnv = Env & { user: RoleUser | null };

export function roleSpecs({ roles, workers }: Wanted, { user, ...from }: RoleEnv): ProcessSpec[] {
  const asUser = (one: ProcessSpec) => asRoleUser(one, user);
  const api = roles.includes("api") ? [asUser(spec("api", ["api"], from))] : [];
  // Both are idle most of the time, and together need the memory of one process.
  const listening = roles.filter((role) => role === "smtp" || role === "inbound");
  const smtp = listening.length > 0 ? [spec(listening.join("+"), listening, from)] : [];
  const numbers = roles.includes("worker") ? Array.from({ length: workers }, (_, index) => index + 1) : [];
  return [
    ...api,
    ...smtp,
    ...numbers.map((number) => asUser(spec(workers > 1 ? `worker ${number}` : "worker", ["worker"], from))),
  ];
}

/** Belongs to the role `api`, whose process asks for it. */
export function backgroundSpec({ user, ...from }: RoleEnv): ProcessSpec {
  return asRoleUser(spec("background", ["background"], from), user);
}

export function prepareSpec(from: Env): ProcessSpec {
  return spec("prepare", ["prepare"], from);
}

function asRoleUser(one: ProcessSpec, user: RoleUser | null): ProcessSpec {
  return user ? { ...one, user, env: { ...one.env, POSTHOUSE_SUPERVISOR: "root" } } : one;
}

function spec(name: string, roles: readonly string[], { env, databaseUrl }: Env): ProcessSpec {
  return {
    name,
    script: main,
    args: ["role", ...roles],
    execArgv: [],
    env: { ...env, DATABASE_URL: databaseUrl },
  };
}
