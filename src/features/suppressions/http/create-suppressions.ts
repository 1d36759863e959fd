import type { Database } from "../../../platform/db/index.ts";
import { errors, type FieldError } from "../../../platform/errors/index.ts";
import { addSuppressions } from "../add-suppressions.ts";
import { readAddress } from "../read-address.ts";
import { reasonToRefuseExpiry } from "../reason-to-refuse-expiry.ts";
import type { SuppressionSource } from "../suppression.ts";
import type { CreateSuppressions } from "./schema.ts";

/** Suppresses all addresses of a request or none. Error: `validation_failed` with every invalid field. */
export async function createSuppressions(
  { db }: Database,
  accountId: string,
  { input, source }: { input: CreateSuppressions; source: SuppressionSource },
) {
  const { reason = "manual", detail = null } = input;
  const { addresses, expiresAt } = readInput(input);
  const results = await addSuppressions(
    db,
    addresses.map((address) => ({ accountId, address, reason, source, detail, expiresAt })),
  );
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
