import type { Database } from "../platform/db/index.ts";
import type { App } from "../platform/http/index.ts";

/** Routes as a plugin of the server. */
export type Routes = (app: App, options: object, done: () => void) => void;

/**
 * What a feature is to a process of the role `api`, declared in one place, its `feature.ts`. Only src/processes/features.ts imports
 * these files: they lead to the web server, which a worker must not load, so a feature's `index.ts` must not lead to them.
 */
export type Feature<Deps = object> = {
  name: string;
  /** The group of its routes in the API's document. Features may share a group; one of them describes it. */
  tag?: { name: string; description?: string };
  routes?: {
    /** Written once: for programs under /api/v1, with an API key, and for the dashboard under /api, with a session. */
    shared?: (deps: Deps) => Routes[];
    /** For programs only. */
    programs?: (deps: Deps) => Routes[];
    /** For the dashboard only, behind a session. */
    dashboard?: (deps: Deps) => Routes[];
    /** For the dashboard of operators. */
    operators?: (deps: Deps) => Routes[];
    /** Behind no session and no key, or hooks of their own. Paths are whole. */
    open?: (deps: Deps) => Routes[];
  };
  /** Removes rows that have expired, by the name that the log gives it. Called every ten minutes. */
  cleanup?: Record<string, (database: Database) => Promise<unknown>>;
  /** Work in the background. Every process of the role `api` starts it, so nodes must share it out among themselves. */
  start?: (deps: Deps) => { stop: () => Promise<void> };
};

export function defineFeature<Deps>(feature: Feature<Deps>): Feature<Deps> {
  return feature;
}

/** Routes below a path. */
export function under(prefix: string, routes: Routes): Routes {
  return (app, _options, done) => {
    app.register(routes, { prefix });
    done();
  };
}
