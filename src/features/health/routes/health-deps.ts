import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/db/index.ts";

export type HealthDeps = { config: Config; database: Database };
