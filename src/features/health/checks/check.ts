import type { Config, DeliveryMode } from "../../../config.ts";
import type { DnsClient } from "../../../mail/dns/index.ts";
import type { Database } from "../../../platform/db/index.ts";

type Level = "ok" | "warning" | "failed" | "unknown";

/** The result of a check, in words for the operator. `next` says what to do. */
export type Finding = { level: Level; words: string; next: string | null };

export const ok = (words: string): Finding => ({ level: "ok", words, next: null });
export const warning = (words: string, next: string): Finding => ({ level: "warning", words, next });
export const failed = (words: string, next: string): Finding => ({ level: "failed", words, next });
export const unknown = (words: string, next: string): Finding => ({ level: "unknown", words, next });

/** The parts of the instance that checks examine. */
export type CheckContext = {
  config: Config;
  database: Database;
  dns: Pick<DnsClient, "query">;
  /** Null: not known, because the database cannot be read. */
  delivery: Delivery | null;
};

/** The delivery mode, and in mode `relay` the relay of mail that no rule sends elsewhere. */
export type Delivery = { mode: DeliveryMode; relay: { name: string; lastError: string | null } | null };

export type Check<Needs extends keyof CheckContext = keyof CheckContext> = {
  id: string;
  title: string;
  /** May throw; the result is then `unknown`. */
  examine: (context: Pick<CheckContext, Needs>) => Promise<Finding[]>;
};
