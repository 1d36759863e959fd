import { resetPassword } from "../features/accounts/index.ts";
import { withDatabase } from "./open-instance.ts";

export async function resetAdminPassword(email: string): Promise<void> {
  const { password } = await withDatabase(({ database }) => resetPassword(database, { email }));
  process.stdout.write(
    `New password of ${email}: ${password}\nIt must be changed at the next sign-in; all sessions have ended.\n`,
  );
}
