import type { Database } from "../../platform/db/index.ts";
import { defineFeature } from "../define-feature.ts";
import { feedRoutes } from "./http/feed-routes.ts";
import { addFeedMonths, sweepFeed } from "./retention/sweep-feed.ts";

export const feed = defineFeature<{ database: Database }>({
  name: "feed",
  tag: { name: "Emails" },
  cleanup: { feedMonths: addFeedMonths, events: sweepFeed },
  routes: { shared: (deps) => [feedRoutes(deps)] },
});
