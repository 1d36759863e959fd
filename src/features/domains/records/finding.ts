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

type RecordStatus = "pending" | "ok" | "wrong" | "missing";

/** The result of comparing a wanted record with the DNS. */
export type Finding = {
  status: RecordStatus;
  /** The values in the DNS that are relevant to the record. */
  found: string[];
  /** The problem or possible improvement, and the next step; otherwise null. */
  problem: string | null;
  /** The value to publish instead of the wanted one, merged with an existing record. */
  value?: string;
};

/** A record without a finding is pending. */
export type Findings = Partial<Record<RecordId, Finding>>;

const PENDING: Finding = { status: "pending", found: [], problem: null };

export function findingOf(findings: Findings, id: RecordId): Finding {
  return findings[id] ?? PENDING;
}

export function isOk(findings: Findings, id: RecordId): boolean {
  return findings[id]?.status === "ok";
}
