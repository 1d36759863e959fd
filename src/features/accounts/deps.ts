import type { Config } from "../../config.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";

/** What every part of accounts works with. */
export type AccountDeps = { database: Database; config: Config; log: Logger };

/** Where a request came from, as sessions remember it and the throttle counts it. */
export type Client = { ip: string; userAgent: string };
