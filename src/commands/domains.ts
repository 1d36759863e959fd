import { allowDomain } from "../features/domains/index.ts";
import { CommandError } from "./explain.ts";
import { withDatabase } from "./open-instance.ts";
import { printResult } from "./terminal/print-result.ts";

/** Allows a sender domain for the account of a user; in SaaS mode an account sends only from allowed domains. */
export async function allowSenderDomain(
  wanted: { email: string; domain: string },
  { json }: { json: boolean },
): Promise<void> {
  const result = await withDatabase(({ database }) => allowDomain(database, wanted));
  switch (result.kind) {
    case "allowed":
    case "allowed_before":
      return printResult(
        { account: wanted.email, domain: result.domain, allowed: true },
        { json, text: `${wanted.email} may send from ${result.domain}` },
      );
    case "belongs_to_another_account":
      throw new CommandError(`${result.domain} belongs to another account`);
    case "invalid_domain":
      throw new CommandError(`${wanted.domain} is not a domain that mail can be sent from`);
    case "unknown_user":
      throw new CommandError(`no user is registered as ${wanted.email}`);
  }
}
