import type { ProcessSpec } from "../../platform/processes/index.ts";
import type { RoleName } from "./options.ts";

/** The program that this process is, from its sources or as it was built. */
export const main = process.argv[1] ?? "";

export type RoleUser = { uid: number; gid: number };

/** The connection string goes through the environment: a command line can be read by everybody on the machine. */
type Env = { env: Record<string, string | undefined>; databaseUrl: string };

type Wanted = { roles: readonly RoleName[]; workers: number };
type Given = Env & { user: RoleUser | null };

export function roleSpecs({ roles, workers }: Wanted, { user, ...from }: Given): ProcessSpec[] {
  const asUser = (one: ProcessSpec): ProcessSpec =>
    user ? { ...one, user, env: { ...one.env, POSTHOUSE_SUPERVISOR: "root" } } : one;
  const api = roles.includes("api") ? [asUser(spec("api", ["api"], from))] : [];
  // Both wait for mail most of the time: together they need the memory of one.
  const listening = roles.filter((role) => role === "smtp" || role === "inbound");
  const smtp = listening.length > 0 ? [spec(listening.join("+"), listening, from)] : [];
  const numbers = roles.includes("worker") ? Array.from({ length: workers }, (_, index) => index + 1) : [];
  return [
    ...api,
    ...smtp,
    ...numbers.map((number) => asUser(spec(workers > 1 ? `worker ${number}` : "worker", ["worker"], from))),
  ];
}

export function prepareSpec(from: Env): ProcessSpec {
  return spec("prepare", ["prepare"], from);
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
