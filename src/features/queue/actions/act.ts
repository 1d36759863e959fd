import { type Database, timeNow } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import { cancelChunk, retryChunk } from "../../recipients/index.ts";
import type { Given } from "./action.ts";
import { listDomains } from "./queries.ts";
import { changePauses, type Doer, remember } from "./record.ts";

export type Done = { changed: number; has_more: boolean; before: string };

/** Rows in one commit, so that workers never wait long for a row's lock. */
const CHUNK_ROWS = 2_000;
/** Then it answers, and the caller asks it to go on: so progress can be shown, and no request takes long. */
const TURN_MS = 2_000;

/**
 * Does one thing to the mail of a scope, for as long as a request may take: `has_more` says that there is more of it, for the next
 * request with the same `before`. Mail that came later than that is left alone.
 */
export async function act(
  deps: { database: Database; onDue: () => void },
  given: Given,
  doer: Doer,
): Promise<Done> {
  const { database } = deps;
  const now = await timeNow(database);
  const before = given.before ?? now;
  if (given.action === "hold" && !given.reason)
    throw problem("reason", "says why it is held, for whoever finds it");
  if (given.action !== "retry" && given.action !== "purge") {
    const changed = await changePauses(database, { ...given, action: given.action }, doer);
    if (given.action === "resume") deps.onDue();
    return { changed, has_more: false, before: before.toISOString() };
  }
  const { changed, hasMore } = await moveRows(database, { ...given, before }, doer);
  if (changed > 0) await remember(database.db, { ...given, changed }, doer);
  if (given.action === "retry") deps.onDue();
  return { changed, has_more: hasMore, before: before.toISOString() };
}

async function moveRows(database: Database, given: Given & { before: Date }, { byOperator }: Doer) {
  const { scope, before } = given;
  const domains = await listDomains(database, scope);
  const recipients = { accountId: scope.accountId, domains };
  const reason = given.reason ?? `taken out of the queue by the ${byOperator ? "operator" : "sender"}`;
  const endsAt = performance.now() + TURN_MS;
  let changed = 0;
  for (;;) {
    const chunk = { scope: recipients, before, limit: CHUNK_ROWS };
    const moved =
      given.action === "retry"
        ? await retryChunk(database, chunk)
        : await cancelChunk(database, { ...chunk, reason });
    changed += moved;
    if (moved === 0) return { changed, hasMore: false };
    if (performance.now() > endsAt) return { changed, hasMore: true };
  }
}

function problem(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}
