import type { Database } from "../../../platform/db/index.ts";
import type { Scope } from "../pauses/pause.ts";

/** Lists the domains of a scope. Null: all domains. */
export async function listDomains({ pool }: Database, { target, name }: Scope): Promise<string[] | null> {
  if (target === "all") return null;
  if (target === "domain") return [name];
  const { rows } = await pool.query<{ domain: string }>(
    "SELECT domain FROM provider_domains WHERE provider = $1",
    [name],
  );
  return [name, ...rows.map(({ domain }) => domain)];
}
