import type { Database } from "../../../platform/db/index.ts";

export type RouteOptions = {
  database: Database;
  /** The API on which the routes are registered. It is part of the operation id, which must be unique. */
  surface: "v1" | "dashboard";
};

export function describeOperation(operation: string, surface: RouteOptions["surface"]) {
  return {
    operationId: surface === "v1" ? operation : `${operation}ForDashboard`,
    tags: [surface === "v1" ? "Suppressions" : "Dashboard"],
  };
}
