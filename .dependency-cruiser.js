/** The rings, as rules. Each says why it exists and what to do instead. */
export const features = [
  "rate-limits",
  "audit",
  "account-events",
  "followers",
  "sessions",
  "accounts",
  "keys",
  "domains",
  "suppressions",
  "recipients",
  "tracking",
  "emails",
  "routing",
  "delivery",
  "queue",
  "metrics",
  "health",
  "submission",
  "inbox",
  "inbound",
  "feed",
  "webhooks",
  "contacts",
  "analytics",
  "requests",
  "compat",
];

/** Tests may reach for anything, because they put parts together in their own ways. */
const TESTS = "\\.(test|fixture)\\.ts$";

export default {
  forbidden: [
    {
      name: "no-circular",
      comment: "A cycle means that neither part can be read alone. Move what both need into the inner one.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "mail-is-pure",
      comment:
        "src/mail says what the RFCs say. Pass values in; do not import the database, configuration or product.",
      severity: "error",
      from: { path: "^src/mail/" },
      to: { path: "^src/(?!mail/)|node_modules/(pg|kysely|fastify)/" },
    },
    {
      name: "platform-knows-no-product",
      comment: "src/platform serves any server. Let the caller in features or processes pass what is needed.",
      severity: "error",
      from: { path: "^src/platform/", pathNot: TESTS },
      to: { path: "^src/(features|saas|processes|commands|settings)/|^src/[^/]+\\.ts$" },
    },
    {
      name: "features-do-not-reach-up",
      comment:
        "Features do not know who composes them. src/processes passes settings and services in; only the type Config is known.",
      severity: "error",
      from: { path: "^src/features/", pathNot: TESTS },
      to: { path: "^src/(saas|processes|commands|settings)/|^src/(?!config\\.ts$)[^/]+\\.ts$" },
    },
    {
      name: "policies-of-the-hosted-edition-are-passed-in",
      comment:
        "src/saas decides, and knows nothing of who asks. It may use the types of features; only src/processes imports it.",
      severity: "error",
      from: { path: "^src/saas/", pathNot: TESTS },
      to: { path: "^src/(processes|commands|settings)/|^src/[^/]+\\.ts$" },
    },
    {
      name: "only-processes-import-saas",
      comment: "The edition is chosen in one place. Take a policy as an argument instead.",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/(saas|processes)/|${TESTS}` },
      to: { path: "^src/saas/" },
    },
    {
      name: "processes-know-no-commands",
      comment: "The command line starts processes, and not the other way around. Pass values in.",
      severity: "error",
      from: { path: "^src/processes/", pathNot: TESTS },
      to: { path: "^src/(commands/|main\\.ts$|settings/)" },
    },
    {
      name: "services-know-no-role",
      comment:
        "src/processes/services builds one thing a file, for any role. A service that imported a role would load that role everywhere.",
      severity: "error",
      from: { path: "^src/processes/services/", pathNot: TESTS },
      to: { path: "^src/processes/[^/]+\\.ts$" },
    },
    {
      name: "roles-stand-alone",
      comment: "A process loads only its own roles. Move what two roles need to src/processes/services.",
      severity: "error",
      from: { path: "^src/processes/(api|worker|smtp|inbound)\\.ts$" },
      to: { path: "^src/processes/(api|worker|smtp|inbound)\\.ts$" },
    },
    {
      name: "nothing-beside-the-rings",
      comment:
        "The top of src holds the entry point and the config. Composition belongs in src/processes, where the rules see it.",
      severity: "error",
      from: { path: "^src/(?!(main|config)(\\.test)?\\.ts$)[^/]+\\.ts$" },
      to: {},
    },
    ...features.map((feature, index) => ({
      name: `${feature}-imports-left-only`,
      comment:
        "Features import only those to their left in docs/architecture.md. Invert the call or move the code left.",
      severity: "error",
      from: { path: `^src/features/${feature}/`, pathNot: "\\.test\\.ts$" },
      to: { path: `^src/features/(${features.slice(index + 1).join("|") || "none"})/` },
    })),
    {
      name: "enter-a-feature-by-its-index",
      comment:
        "Another feature's files are its own business. Export what you need from its index.ts, or from index.http.ts where it leads to the web server.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/", pathNot: TESTS },
      to: { path: "^src/features/([^/]+)/(?!index(\\.http)?\\.ts$)", pathNot: "^src/features/$1/" },
    },
    {
      name: "processes-enter-a-feature-by-its-index",
      comment:
        "The composition depends on what a feature exports, not on its files. Export what you need from its index.ts, or from index.http.ts where it leads to the web server.",
      severity: "error",
      from: { path: "^src/(processes|commands)/", pathNot: TESTS },
      to: { path: "^src/features/[^/]+/(?!(index|index\\.http|feature)\\.ts$)" },
    },
    {
      name: "manifests-are-for-the-list",
      comment:
        "A feature's feature.ts leads to the web server. Only src/processes/features.ts names it, so that no other process loads one.",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/processes/features\\.ts$|${TESTS}` },
      to: { path: "^src/features/[^/]+/feature\\.ts$" },
    },
    {
      name: "routes-know-no-sql",
      comment: "A route is schema, call, reply. Put SQL into queries.ts of the same feature.",
      severity: "error",
      from: { path: "routes\\.ts$" },
      to: { path: "node_modules/(pg|kysely)/" },
    },
    {
      name: "dashboard-is-a-client",
      comment:
        "The dashboard speaks HTTP. Share a shape through the OpenAPI document, not through an import.",
      severity: "error",
      from: { path: "^dashboard/" },
      to: { path: "^src/" },
    },
    {
      name: "client-stands-alone",
      comment:
        "The client runs in other people's programs, on any runtime: HTTP is all it knows of the server. Share a shape through the OpenAPI document.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: "\\.(test|fixture)\\.ts$" },
      to: { path: "^(src|test|dashboard)/" },
    },
    {
      name: "client-without-node",
      comment:
        "Edge runtimes have no modules of Node. Use what the web platform gives: fetch, AbortSignal, crypto.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: "\\.(test|fixture)\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "no-dev-dependency-in-the-server",
      comment: "The server runs with production dependencies only.",
      severity: "error",
      from: { path: "^src/", pathNot: TESTS },
      to: { dependencyTypes: ["npm-dev"] },
    },
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "generated" },
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".mjs"] },
  },
};
