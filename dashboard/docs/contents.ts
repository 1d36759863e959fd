/** The pages of /docs, in the order of the sidebar. Each is a Markdown file below docs/. */
export type Section = { title: string; pages: string[] };

export const SECTIONS: readonly Section[] = [
  { title: "Start", pages: ["index", "guides/quickstart", "guides/test-mode", "guides/go-live"] },
  {
    title: "Send",
    pages: [
      "guides/idempotency-and-retries",
      "guides/scheduling",
      "guides/bounces-and-suppressions",
      "guides/webhooks",
      "guides/tracking",
      "guides/insights",
    ],
  },
  { title: "Switch", pages: ["guides/moving", "compat"] },
  {
    title: "Operate",
    pages: [
      "guides/install",
      "guides/domains",
      "guides/production-checklist",
      "guides/several-machines",
      "guides/backup-and-restore",
      "guides/upgrade",
      "operating",
    ],
  },
  {
    title: "API",
    pages: [
      "api/index",
      "api/emails",
      "api/inbox",
      "api/contacts",
      "api/domains",
      "api/suppressions",
      "api/tracking",
      "api/webhooks",
      "api/metrics",
      "api/routes",
      "reference/errors",
      "reference/events",
      "reference/payloads",
      "reference/findings",
    ],
  },
  {
    title: "Reference",
    pages: ["reference/config", "reference/metrics", "reference/log-events", "api/dashboard"],
  },
];

/** Folders whose pages are linked from another page instead of the sidebar. */
export const UNLISTED_FOLDERS = ["errors"] as const;

/** The page for addresses without a page. It is not in the search index. */
export const NOT_FOUND = "not-found";
