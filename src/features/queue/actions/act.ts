import { setTimeout as sleep } from "node:timers/promises";
import { type Database, timeNow } from "../../../platform/db/index.ts";
import { errors } from "../../../platform/errors/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { cancelChunk, hasCancelable, hasRetryable, retryChunk } from "../../recipients/index.ts";
import type { ReplacedPause } from "../pauses/queries.ts";
import type { ActionRequest } from "./action.ts";
import { listDomains } from "./queries.ts";
import { changePauses, type Doer, recordAction } from "./record.ts";

export type ActionResult = {
  changed: number;
  has_more: boolean;
  before: string;
  replaced: ReplacedPause | null;
};

type ActDeps = { database: Database; log: Logger; onDue: () => void };

/** Rows per commit. With more, workers would wait too long for row locks. */
const CHUNK_ROWS = 2_000;
/** After this time the response asks the caller to continue, so that requests stay short and progress can be shown. */
const TURN_MS = 2_000;
/** Claims and promotions hold the locks of their rows for milliseconds. */
const LOCKED_MS = 50;

/**
 * Applies an action to the mail of a scope, within the time limit of a request. If `has_more` is true, the caller repeats the request
 * with the returned `before`. Mail that was accepted after `before` is not changed.
 */
export async function act(deps: ActDeps, request: ActionRequest, doer: Doer): Promise<ActionResult> {
  const { database } = deps;
  const now = await timeNow(database);
  const before = request.before ?? now;
  if (request.action === "hold" && !request.reason) throw problem("reason", "is required for a hold");
  if (request.action !== "retry" && request.action !== "purge") {
    const result = await changePauses(database, { ...request, action: request.action }, doer);
    if (request.action === "resume") deps.onDue();
    return { ...result, has_more: false, before: before.toISOString() };
  }
  let changed = 0;
  let hasMore: boolean;
  try {
    hasMore = await moveRows(database, { ...request, before }, doer, (moved) => {
      changed += moved;
    });
  } finally {
    // Each chunk is committed, so the rows that were changed before an error stay changed.
    if (request.action === "retry") deps.onDue();
    if (changed > 0) await recordMoved(deps, { ...request, changed }, doer);
  }
  return { changed, has_more: hasMore, before: before.toISOString(), replaced: null };
}

/** Returns whether there are more rows. `onMoved` is called after each commit. */
async function moveRows(
  database: Database,
  request: ActionRequest & { before: Date },
  { byOperator }: Doer,
  onMoved: (rows: number) => void,
): Promise<boolean> {
  const { scope, before } = request;
  const domains = await listDomains(database, scope);
  const chunk = { scope: { accountId: scope.accountId, domains }, before };
  const reason = request.reason ?? `canceled in the queue by the ${byOperator ? "operator" : "sender"}`;
  const endsAt = performance.now() + TURN_MS;
  for (;;) {
    const moved =
      request.action === "retry"
        ? await retryChunk(database, { ...chunk, limit: CHUNK_ROWS })
        : await cancelChunk(database, { ...chunk, limit: CHUNK_ROWS, reason });
    onMoved(moved);
    if (moved === 0) {
      const hasLocked = request.action === "retry" ? hasRetryable : hasCancelable;
      if (!(await hasLocked(database, chunk))) return false;
      await sleep(LOCKED_MS);
    }
    if (performance.now() > endsAt) return true;
  }
}

/** The rows are changed already, so if the audit event cannot be stored, the log has what it would say. */
async function recordMoved(
  { database, log }: ActDeps,
  request: ActionRequest & { changed: number },
  doer: Doer,
): Promise<void> {
  try {
    await recordAction(database.db, request, doer);
  } catch (err) {
    const { action, scope, changed } = request;
    const { accountId, by, byOperator } = doer;
    log.error(
      {
        event: "queue.not_audited",
        accountId,
        personId: by.personId,
        byOperator,
        action,
        scope,
        changed,
        err,
      },
      "an action on the queue could not be stored in the audit log",
    );
    throw err;
  }
}

function problem(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}
