import type { Database } from "../../../platform/db/index.ts";

export type RouteOptions = {
  database: Database;
};
