import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { feedRoutes } from "./http/feed-routes.ts";

export const feed = defineFeature<{ database: Database }>({
  name: "feed",
  tag: { name: "Emails" },
  routes: { shared: (deps) => [feedRoutes(deps)] },
});
