import type { Db } from "../../platform/db/index.ts";
import { type AccountEventType, recordAccountEvents, subjectOf } from "../account-events/index.ts";

type KeyEvent = {
  accountId: string;
  keyId: number;
  type: AccountEventType & `key.${string}`;
  detail: { name: string; [field: string]: unknown };
};

/** Records an event about a key in the account's feed. */
export async function recordKeyEvent(db: Db, { accountId, keyId, type, detail }: KeyEvent): Promise<void> {
  const event = { accountId, type, subjectId: subjectOf("key", keyId), detail: { key_id: keyId, ...detail } };
  await recordAccountEvents(db, [event]);
}
