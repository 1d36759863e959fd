import { createKeyForEmail } from "../features/keys/index.ts";
import { PERMISSIONS } from "../platform/http/index.ts";
import { CommandError } from "./explain.ts";
import { withDatabase } from "./open-instance.ts";

export async function createKey(wanted: { email: string; name: string; permission: string }): Promise<void> {
  const permission = PERMISSIONS.find((one) => one === wanted.permission);
  if (!permission) throw new CommandError(`--permission must be one of ${PERMISSIONS.join(", ")}`);
  const { key } = await withDatabase(({ database }) =>
    createKeyForEmail(database, { ...wanted, permission }),
  );
  process.stderr.write("This key is shown only once. Store it with your secrets.\n");
  process.stdout.write(`${key}\n`);
}
