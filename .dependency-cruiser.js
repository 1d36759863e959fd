/** The rings, as rules. Each says why it exists and what to do instead. */
const features = [
  "rate-limits",
  "audit",
  "sessions",
  "accounts",
  "keys",
  "domains",
  "suppressions",
  "recipients",
  "emails",
  "routing",
  "delivery",
  "queue",
  "metrics",
  "health",
  "submission",
  "inbound",
  "contacts",
  "analytics",
  "requests",
  "compat",
];

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
      comment: "src/platform serves any server. Let the caller in features or app.ts pass what is needed.",
      severity: "error",
      from: { path: "^src/platform/" },
      to: { path: "^src/(features|app|config|commands|main)" },
    },
    {
      name: "features-do-not-reach-up",
      comment: "Features do not know who composes them. app.ts passes settings in.",
      severity: "error",
      from: { path: "^src/features/" },
      to: { path: "^src/(app|commands|main)" },
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
      comment: "Another feature's files are its own business. Export what you need from its index.ts.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^src/features/([^/]+)/(?!index\\.ts$)", pathNot: "^src/features/$1/" },
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
      from: { path: "^src/", pathNot: "\\.test\\.ts$" },
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
