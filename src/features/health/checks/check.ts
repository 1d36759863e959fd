import type { Config } from "../../../config.ts";
import type { DnsClient } from "../../../mail/dns/index.ts";
import type { Database } from "../../../platform/db/index.ts";

export type Level = "ok" | "warning" | "failed" | "unknown";

/** What a check found, in words for who runs the instance; `next` is what to do about it. */
export type Finding = { level: Level; words: string; next: string | null };

export const ok = (words: string): Finding => ({ level: "ok", words, next: null });
export const warning = (words: string, next: string): Finding => ({ level: "warning", words, next });
export const failed = (words: string, next: string): Finding => ({ level: "failed", words, next });
export const unknown = (words: string, next: string): Finding => ({ level: "unknown", words, next });

/** What checks look at. */
export type Patient = { config: Config; database: Database; dns: DnsClient };

export type Check<Needs extends keyof Patient = keyof Patient> = {
  id: string;
  title: string;
  /** May throw: then what it looks at is unknown. */
  examine: (patient: Pick<Patient, Needs>) => Promise<Finding[]>;
};
