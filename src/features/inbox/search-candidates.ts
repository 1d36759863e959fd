import type { Database } from "../../platform/db/index.ts";
import { type ContainedTexts, findContaining } from "../emails/index.ts";
import type { CapturedRow } from "./queries.ts";

export type TextSearch = ContainedTexts & {
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
};

/** Returns those of the emails that contain all the texts. */
export async function searchCandidates(
  database: Database,
  accountId: string,
  { candidates, ...search }: TextSearch & { candidates: CapturedRow[] },
): Promise<CapturedRow[]> {
  const ids = candidates.map(({ id }) => id);
  const matching = await findContaining(database, accountId, { ...search, ids });
  return candidates.filter(({ id }) => matching.has(id));
}
