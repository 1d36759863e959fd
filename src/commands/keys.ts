import { createKeyForEmail } from "../features/accounts/index.ts";
import { withDatabase } from "./open-instance.ts";

export async function createKey(wanted: { email: string; name: string }): Promise<void> {
  const { key } = await withDatabase(({ database }) => createKeyForEmail(database, wanted));
  process.stderr.write("This key is shown once; keep it where secrets are kept.\n");
  process.stdout.write(`${key}\n`);
}
