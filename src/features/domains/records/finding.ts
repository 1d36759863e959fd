import type { KeyAlgorithm } from "../../../mail/dkim/index.ts";
import type { KeySet } from "../keys/key-sets.ts";

export type RecordId =
  | "ownership"
  | `dkim_${KeyAlgorithm}_${KeySet}`
  | "return_path_mx"
  | "return_path_spf"
  | "spf"
  | "dmarc"
  | "tls_reports"
  | "tracking";

export type RecordStatus = "pending" | "ok" | "wrong" | "missing";

/** What the DNS said of a record. */
export type Finding = {
  status: RecordStatus;
  /** What stands there, as far as it has to do with the record. */
  found: string[];
  /** What is wrong or could be better, and what to do next; null: nothing. */
  problem: string | null;
  /** In place of what is wanted, where it has to go with what stands there already. */
  value?: string;
};

/** pending: it has said nothing yet. */
export type Findings = Partial<Record<RecordId, Finding>>;

const unknown: Finding = { status: "pending", found: [], problem: null };

export function findingOf(findings: Findings, id: RecordId): Finding {
  return findings[id] ?? unknown;
}

export function isOk(findings: Findings, id: RecordId): boolean {
  return findings[id]?.status === "ok";
}
