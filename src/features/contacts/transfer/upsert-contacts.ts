import { type Db, isConflict } from "../../../platform/db/index.ts";
import { AppError } from "../../../platform/errors/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { recordAccountEvents } from "../../account-events/index.ts";
import { findUnsubscribed, takeUnsubscribeLock } from "../../suppressions/index.ts";
import { BLANK_CONTACT, changedFields, eventsOfChange } from "../change-contact.ts";
import { mergeProperties } from "../merge-properties.ts";
import type { ContactFields, ContactRow } from "../queries.ts";
import { insertContacts, lockContacts, updateContacts } from "./import-queries.ts";
import type { ImportedContact } from "./read-row.ts";

export type ImportOptions = {
  /** For contacts that exist. */
  onConflict: "update" | "skip";
  /** Whether new contacts are subscribed if their row does not say so. */
  subscribed: boolean;
};

export type UpsertResult = {
  created: number;
  updated: number;
  unchanged: number;
  /** Contacts that stay unsubscribed, although their rows would subscribe them. */
  keptUnsubscribed: number;
  failures: { row: ImportedContact; message: string }[];
};

/** Only writers of single contacts lock in another order than imports, so a conflict is rare. */
const MAX_TRIES = 3;

/**
 * Creates or updates the contacts of a batch of rows in one transaction. Rows are applied in their order, so several rows with one address
 * are one contact. People who unsubscribed stay unsubscribed. A contact that would stay the same is not written.
 */
export async function upsertContacts(
  db: Db,
  accountId: string,
  batch: ImportOptions & { rows: readonly ImportedContact[] },
): Promise<UpsertResult> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute((transaction) => upsert(transaction, accountId, batch));
    } catch (error) {
      if (!isConflict(error) || tries === MAX_TRIES) throw error;
    }
  }
}

async function upsert(
  db: Db,
  accountId: string,
  { rows, ...options }: ImportOptions & { rows: readonly ImportedContact[] },
): Promise<UpsertResult> {
  const result: UpsertResult = { created: 0, updated: 0, unchanged: 0, keptUnsubscribed: 0, failures: [] };
  const byKey = Map.groupBy(rows, ({ email }) => email.key);
  await takeUnsubscribeLock(db, accountId);
  const unsubscribed = await findUnsubscribed(db, { accountId, addressKeys: [...byKey.keys()] });
  // The ids have the order of the file. The statements have that of the keys, so that two imports never wait for each other.
  let pending = [...byKey]
    .map(([key, rowsOfKey]): RowsOfKey => ({ key, rows: rowsOfKey, id: newId() }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  while (pending.length > 0) {
    const drafts = pending.map(({ id, key, rows: rowsOfKey }) => ({
      id,
      ...draftOf(rowsOfKey, unsubscribed.has(key), options),
    }));
    const created = await insertContacts(
      db,
      accountId,
      drafts.map(({ id, fields }) => ({ id, ...fields })),
    );
    for (const draft of drafts) if (created.has(draft.fields.email_key)) count(result, "created", draft);
    const existing = pending.filter(({ key }) => !created.has(key));
    const written = await updateExisting(db, accountId, { existing, options, result });
    // Contacts that were deleted since the insertion are created in the next round.
    pending = existing.filter(({ key }) => !written.has(key));
  }
  return result;
}

/** The rows with one address, and the id of their contact if it is new. */
type RowsOfKey = { key: string; rows: ImportedContact[]; id: string };
type Draft = {
  rows: readonly ImportedContact[];
  fields: ContactFields;
  keepsUnsubscribed: boolean;
  failures: UpsertResult["failures"];
};

/** Returns the keys of the contacts that exist. */
async function updateExisting(
  db: Db,
  accountId: string,
  { existing, options, result }: { existing: RowsOfKey[]; options: ImportOptions; result: UpsertResult },
): Promise<Set<string>> {
  if (options.onConflict === "skip") {
    for (const { rows } of existing) result.unchanged += rows.length;
    return new Set(existing.map(({ key }) => key));
  }
  const rowsOf = new Map(existing.map(({ key, rows }) => [key, rows]));
  const contacts = existing.length === 0 ? [] : await lockContacts(db, accountId, [...rowsOf.keys()]);
  const changes = contacts.map((contact) => {
    const draft = changeOf(contact, rowsOf.get(contact.email_key) ?? [], options);
    return { id: contact.id, draft, events: eventsOfChange(accountId, contact, draft.fields) };
  });
  const changed = changes.filter(({ events }) => events.length > 0);
  if (changed.length > 0)
    await updateContacts(
      db,
      accountId,
      changed.map(({ id, draft }) => ({ id, ...draft.fields })),
    );
  await recordAccountEvents(
    db,
    changed.flatMap(({ events }) => events),
  );
  for (const { draft, events } of changes) count(result, events.length > 0 ? "updated" : "unchanged", draft);
  return new Set(contacts.map(({ email_key }) => email_key));
}

/** One row counts as the contact's outcome, further rows with its address as unchanged. */
function count(result: UpsertResult, outcome: "created" | "updated" | "unchanged", draft: Draft): void {
  result[outcome] += 1;
  result.unchanged += draft.rows.length - draft.failures.length - 1;
  result.failures.push(...draft.failures);
  if (draft.keepsUnsubscribed) result.keptUnsubscribed += 1;
}

/** A new contact. */
function draftOf(rows: ImportedContact[], isUnsubscribed: boolean, options: ImportOptions): Draft {
  const { fields, failures, said } = apply(
    BLANK_CONTACT,
    options.onConflict === "skip" ? rows.slice(0, 1) : rows,
  );
  const wanted = said ?? options.subscribed;
  return {
    rows,
    failures,
    fields: { ...fields, subscribed: wanted && !isUnsubscribed },
    keepsUnsubscribed: wanted && isUnsubscribed,
  };
}

function changeOf(contact: ContactRow, rows: ImportedContact[], options: ImportOptions): Draft {
  const { fields, failures, said } = apply(contact, rows);
  return {
    rows,
    failures,
    fields: { ...fields, subscribed: contact.subscribed && said !== false },
    keepsUnsubscribed: !contact.subscribed && (said ?? options.subscribed),
  };
}

type Start = Parameters<typeof changedFields>[0];

type Applied = {
  fields: ContactFields;
  failures: UpsertResult["failures"];
  /** Whether the rows subscribe the contact; one that says no is enough. Undefined: no row says anything. */
  said?: boolean;
};

/** Applies rows one after the other. A row whose properties would make the contact too large has no effect. */
function apply(start: Start, rows: readonly ImportedContact[]): Applied {
  const applied: Applied = { fields: changedFields(start, {}), failures: [] };
  for (const row of rows) {
    try {
      const properties = mergeProperties(applied.fields.properties, row.properties ?? {});
      // People who are not tracked stay so.
      const tracked = applied.fields.tracked && row.tracked !== false;
      applied.fields = changedFields(applied.fields, { ...row, tracked, properties });
      if (row.subscribed !== undefined) applied.said = row.subscribed && applied.said !== false;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      applied.failures.push({ row, message: error.fields?.[0]?.message ?? error.message });
    }
  }
  return applied;
}
