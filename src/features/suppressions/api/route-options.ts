import type { Database } from "../../../platform/db/index.ts";

export type RouteOptions = {
  database: Database;
  /** Where the routes are registered, for programs or for the dashboard: operation ids must differ. */
  surface: "v1" | "dashboard";
};

export function describeOperation(operation: string, surface: RouteOptions["surface"]) {
  return {
    operationId: surface === "v1" ? operation : `${operation}ForDashboard`,
    tags: [surface === "v1" ? "Suppressions" : "Dashboard"],
  };
}
