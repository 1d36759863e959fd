import { findAccountOf, userNotFound } from "../features/accounts/index.ts";
import { OPERATOR } from "../features/audit/index.ts";
import { createKeyForEmail, type KeyView, listKeys, revokeKey } from "../features/keys/index.ts";
import type { Database } from "../platform/db/index.ts";
import { PERMISSIONS } from "../platform/http/index.ts";
import { CommandError } from "./explain.ts";
import { withDatabase } from "./open-instance.ts";
import { colored, colorOf } from "./terminal/color.ts";
import { confirm } from "./terminal/confirm.ts";
import { localTime } from "./terminal/local-time.ts";
import { printRows } from "./terminal/print-rows.ts";
import type { Column } from "./terminal/render-table.ts";

type Wanted = { email: string; name: string; permission: string; json: boolean };

export async function createKey({ json, ...wanted }: Wanted): Promise<void> {
  const permission = PERMISSIONS.find((one) => one === wanted.permission);
  if (!permission) throw new CommandError(`--permission must be one of ${PERMISSIONS.join(", ")}`);
  const created = await withDatabase(({ database }) =>
    createKeyForEmail(database, { ...wanted, permission }),
  );
  process.stderr.write("This key is shown only once. Store it with your secrets.\n");
  process.stdout.write(`${json ? JSON.stringify(created) : created.key}\n`);
}

const COLUMNS: readonly Column<KeyView>[] = [
  { title: "ID", of: ({ id }) => String(id) },
  { title: "NAME", of: ({ name }) => name },
  { title: "KEY", of: ({ prefix, last_four }) => `${prefix}…${last_four ?? ""}` },
  { title: "PERMISSION", of: ({ permission }) => permission },
  {
    title: "STATUS",
    of: ({ status }) => status,
    paint: (text, { status }) => colored(colorOf(status), text),
  },
  { title: "LAST USED", of: ({ last_used }) => (last_used === null ? "never" : localTime(last_used)) },
  { title: "CREATED", of: ({ created_at }) => localTime(created_at) },
];

/** Prints the keys of the account of a user. */
export async function printKeys(email: string, json: boolean): Promise<void> {
  const keys = await withDatabase(async ({ database }) =>
    listKeys(database, await accountOf(database, email)),
  );
  printRows(keys, {
    columns: COLUMNS,
    json,
    none: `No keys. To create one: posthouse keys create --account ${email} --name <name>`,
  });
}

/** Revokes a key, named by its id or by the beginning that `keys list` prints. */
export async function revokeAccountKey(
  email: string,
  { reference, yes, json }: { reference: string; yes: boolean; json: boolean },
): Promise<void> {
  await withDatabase(async ({ database }) => {
    const accountId = await accountOf(database, email);
    const keys = await listKeys(database, accountId);
    const key = keys.find(({ id, prefix }) => reference === String(id) || reference === prefix);
    if (!key)
      throw new CommandError(
        `the account of ${email} has no active key ${reference}; posthouse keys list --account ${email} lists the ids`,
      );
    const { id, name, prefix } = key;
    await confirm(`Revoke key ${id} "${name}" (${prefix}…) for good?`, { yes });
    await revokeKey(database, { accountId, keyId: id, by: OPERATOR });
    process.stdout.write(
      json
        ? `${JSON.stringify({ id, name, prefix, revoked: true })}\n`
        : `revoked: ${id} "${name}" (${prefix}…)\n`,
    );
  });
}

async function accountOf(database: Database, email: string): Promise<string> {
  const accountId = await findAccountOf(database, email);
  if (accountId === null) throw userNotFound(email);
  return accountId;
}
