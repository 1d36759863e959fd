/**
 * The inbox: captured mail, as Mailpit shows it. It owns what people did with it (inboxes, inbox_emails) and reads which recipients are
 * captured; the emails themselves belong to features/emails.
 */
import { defineFeature } from "../define-feature.ts";
import { inboxRoutes } from "./http/inbox-routes.ts";
import type { ReleaseDeps } from "./release-email.ts";

export const inbox = defineFeature<ReleaseDeps>({
  name: "inbox",
  tag: {
    name: "Inbox",
    description:
      "Mail that was captured in test mode: read it in tests, delete it, release it to a real address.",
  },
  routes: { shared: (deps) => [inboxRoutes(deps)] },
});
