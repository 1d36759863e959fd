import type { Database } from "../platform/db/index.ts";
import type { App } from "../platform/http/index.ts";
import type { Schedule } from "../platform/jobs/index.ts";
import type { MetricDefinition } from "../platform/telemetry/index.ts";
import type { AlertRule } from "./alert-rule.ts";
import type { AuditAction } from "./audit/index.ts";
import type { FollowerDefinition } from "./follower-definition.ts";

/** Routes as a plugin of the server. */
export type Routes = (app: App, options: object, done: () => void) => void;

/**
 * Declares the parts of a feature that a process of the role `api` uses. Each feature has one declaration, its `feature.ts`. Only
 * src/processes/features.ts imports these files. A feature's `index.ts` must not import them, because they load the web server,
 * which a worker must not load.
 */
export type Feature<Deps = object> = {
  name: string;
  /** The group of its routes in the API document. Features may share a group; one of them describes it. */
  tag?: { name: string; description?: string };
  /** Its log events with their meaning, from its log-events.ts. */
  logEvents?: Record<string, string>;
  routes?: {
    /** Registered twice: for programs under /api/v1, with an API key, and for the dashboard under /api, with a session. */
    shared?: (deps: Deps) => Routes[];
    /** For programs only. */
    programs?: (deps: Deps) => Routes[];
    /** For the dashboard only, behind a session. */
    dashboard?: (deps: Deps) => Routes[];
    /** For the dashboard, behind a session of an operator. */
    operators?: (deps: Deps) => Routes[];
    /** Routes without a session or API key, or with hooks of their own. Their paths are complete. */
    open?: (deps: Deps) => Routes[];
  };
  /** Functions that remove expired rows, by the name used in the log. Called every ten minutes. */
  cleanup?: Record<string, (database: Database) => Promise<unknown>>;
  /** Work that is repeated in the background, on one node at a time. */
  schedules?: (deps: Deps) => Schedule[];
  /** Work that is done once for each event of the feed. src/processes/services/followers.ts lists it too. */
  followers?: readonly FollowerDefinition[];
  /** Its metrics: the table of its `metric-definitions.ts`. */
  metrics?: Readonly<Record<string, MetricDefinition>>;
  /** Its actions in the audit log: the list of its `audit-actions.ts`. */
  auditActions?: readonly AuditAction[];
  /** Its alert rules by name: the table of its `alert-rules.ts`. */
  alertRules?: Readonly<Record<string, AlertRule>>;
};

export function defineFeature<Deps>(feature: Feature<Deps>): Feature<Deps> {
  return feature;
}

/** Registers routes below a path. */
export function under(prefix: string, routes: Routes): Routes {
  return (app, _options, done) => {
    app.register(routes, { prefix });
    done();
  };
}
