import type { Database } from "../../../platform/db/index.ts";
import { findPersonByEmail } from "./queries.ts";
import { emailKeyOf } from "./read-address.ts";

/** The account of the person with this address: the first that the person owns, or else joined. Null if no user is registered with it. */
export async function findAccountOf(database: Database, email: string): Promise<string | null> {
  return (await findPersonByEmail(database, emailKeyOf(email)))?.account_id ?? null;
}
