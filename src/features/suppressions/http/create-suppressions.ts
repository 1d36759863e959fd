import type { Database } from "../../../platform/db/index.ts";
import { errors, type FieldError } from "../../../platform/errors/index.ts";
import { type Actor, insertAuditEvent } from "../../audit/index.ts";
import { addSuppressions } from "../add-suppressions.ts";
import { readAddress } from "../read-address.ts";
import { reasonToRefuseExpiry } from "../reason-to-refuse-expiry.ts";
import type { SuppressionSource } from "../suppression.ts";
import type { CreateSuppressions } from "./schema.ts";

/** Suppresses all addresses of a request or none, and records the actor in the audit log. Error: `validation_failed` with every invalid field. */
export async function createSuppressions(
  { db }: Database,
  accountId: string,
  { input, source, by }: { input: CreateSuppressions; source: SuppressionSource; by: Actor },
) {
  const { reason = "manual", detail = null } = input;
  const { addresses, expiresAt } = readInput(input);
  const results = await db.transaction().execute(async (transaction) => {
    const added = await addSuppressions(
      transaction,
      addresses.map((address) => ({ accountId, address, reason, source, detail, expiresAt })),
    );
    const changed = added.filter((result) => result !== "unchanged").length;
    if (changed > 0) {
      const [address] = addresses;
      const which = addresses.length === 1 ? { address } : { recipients: changed };
      await insertAuditEvent(transaction, {
        accountId,
        by,
        action: "suppressions.added",
        keyId: null,
        detail: { ...which, reason },
      });
    }
    return added;
  });
  return {
    suppressions: addresses.map((address, n) => ({ address, result: results[n] ?? ("unchanged" as const) })),
  };
}

function readInput(input: CreateSuppressions): { addresses: string[]; expiresAt: Date | null } {
  const problems: FieldError[] = [];
  const addresses = [input.address].flat().flatMap((text, n) => {
    const path = Array.isArray(input.address) ? `address[${n}]` : "address";
    const parsed = readAddress(text);
    if ("address" in parsed) return parsed.address;
    problems.push({ path, message: parsed.problem });
    return [];
  });
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
  const problem = reasonToRefuseExpiry(expiresAt, input.reason ?? "manual");
  if (problem) problems.push({ path: "expires_at", message: problem });
  const [first] = problems;
  if (first) throw errors.validation_failed(`${first.path}: ${first.message}`, { fields: problems });
  return { addresses, expiresAt };
}
