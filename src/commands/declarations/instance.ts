import { defineCommand } from "../command-line/command.ts";

const ROLE_NAMES = ["api", "worker", "smtp", "inbound"] as const;

/** The server, and what the operator does beside it. Each command loads only its own modules, because the supervisor stays in memory. */
export const INSTANCE_COMMANDS = [
  defineCommand({
    name: "serve",
    summary: "Start the server; without DATABASE_URL, with an embedded PostgreSQL",
    options: {
      roles: { value: "<roles>", values: ROLE_NAMES, help: "roles of this node, separated by commas" },
      workers: { value: "<number>", help: "processes that deliver mail; default: 1" },
    },
    examples: ["serve", "serve --roles worker --workers 2"],
    run: async ({ values }) => {
      const { readServeOptions, serve } = await import("../serve/index.ts");
      await serve(readServeOptions(values));
    },
  }),
  defineCommand({
    name: "migrate",
    summary: "Bring the database up to this version",
    run: async () => await (await import("../migrate.ts")).migrateDatabase(),
  }),
  defineCommand({
    name: "doctor",
    summary: "Check settings, database, disk and relay, and say how to fix them",
    options: { json: { help: "print one JSON object per check" } },
    failure: "a check failed",
    run: async ({ values: { json = false } }) => await (await import("../doctor/index.ts")).doctor({ json }),
  }),
  defineCommand({
    name: "admin reset-password",
    summary: "Give a user a new password",
    operands: ["<email>"],
    examples: ["admin reset-password admin@example.com"],
    run: async ({ operands: [email = ""] }) => await (await import("../admin.ts")).resetAdminPassword(email),
  }),
  defineCommand({
    name: "admin operator",
    summary: "Make a user an operator of the instance",
    operands: ["<email>"],
    run: async ({ operands: [email = ""] }) => await (await import("../admin.ts")).nameAsOperator(email),
  }),
  defineCommand({
    name: "admin no-operator",
    summary: "Undo admin operator",
    operands: ["<email>"],
    run: async ({ operands: [email = ""] }) => await (await import("../admin.ts")).nameNoOperator(email),
  }),
  defineCommand({
    name: "admin adopt-key",
    summary: "Use SECRET_KEY (or secret.key) instead of one that is lost",
    run: async () => await (await import("../admin.ts")).adoptOwnKey(),
  }),
  defineCommand({
    name: "admin hold-restored",
    summary: "After restoring a copy of the database's files: hold due recipients",
    run: async () => await (await import("../admin.ts")).holdRestored(),
  }),
  defineCommand({
    name: "admin decide-restored",
    summary: "Decide about held recipients of a restored backup: send again, or count as delivered",
    operands: ["retry|delivered"],
    run: async ({ operands: [as = ""] }) => await (await import("../admin.ts")).decideRestored(as),
  }),
];

/** Processes of serve. They read their arguments themselves. */
export const INTERNAL_COMMANDS = [
  defineCommand({
    name: "role",
    summary: "Run roles in this process",
    operands: ["[role…]"],
    internal: true,
    run: async ({ operands }) => await (await import("../role.ts")).playRoles(operands),
  }),
  defineCommand({
    name: "role prepare",
    summary: "Prepare the database for a start",
    internal: true,
    run: async () => await (await import("../prepare.ts")).prepare(),
  }),
  defineCommand({
    name: "role warm",
    summary: "Fill the compile cache",
    internal: true,
    run: async () => await (await import("../warm.ts")).warm(),
  }),
];
