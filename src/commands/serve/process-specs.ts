import { fileURLToPath } from "node:url";
import type { ProcessSpec } from "../../platform/processes/index.ts";
import type { ServeOptions } from "./options.ts";

const main = fileURLToPath(new URL("../../main.ts", import.meta.url));

/** The connection string goes through the environment: a command line can be read by everybody on the machine. */
type Env = { env: Record<string, string | undefined>; databaseUrl: string };

export function roleSpecs({ roles, workers }: ServeOptions, from: Env): ProcessSpec[] {
  const api = roles.includes("api") ? [spec("api", "api", from)] : [];
  const smtp = roles.includes("smtp") ? [spec("smtp", "smtp", from)] : [];
  const numbers = roles.includes("worker") ? Array.from({ length: workers }, (_, index) => index + 1) : [];
  return [
    ...api,
    ...smtp,
    ...numbers.map((number) => spec(workers > 1 ? `worker ${number}` : "worker", "worker", from)),
  ];
}

export function prepareSpec(from: Env): ProcessSpec {
  return spec("prepare", "prepare", from);
}

function spec(name: string, role: string, { env, databaseUrl }: Env): ProcessSpec {
  return {
    name,
    script: main,
    args: ["role", role],
    execArgv: [],
    env: { ...env, DATABASE_URL: databaseUrl },
  };
}
