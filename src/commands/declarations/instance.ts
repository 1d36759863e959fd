import { defineCommand } from "../command-line/command.ts";
import { JSON_OPTION } from "../command-line/server-options.ts";
import { CommandError } from "../explain.ts";

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
    options: JSON_OPTION,
    run: async ({ values: { json = false } }) =>
      await (await import("../migrate.ts")).migrateDatabase({ json }),
  }),
  defineCommand({
    name: "upgrade",
    summary: "With --check, show what this version would change in the database",
    options: {
      check: { help: "print the pending migrations, the queue and the space on the disk" },
      ...JSON_OPTION,
    },
    notes: ["Posthouse upgrades its database when a new version starts. This command changes nothing."],
    examples: ["upgrade --check"],
    failure: "an error, or the disk has too little space",
    run: async ({ values: { check = false, json = false } }) => {
      if (!check)
        throw new CommandError("upgrade needs --check; to upgrade, install the new version and start it");
      await (await import("../upgrade.ts")).checkUpgrade({ json });
    },
  }),
  defineCommand({
    name: "backup",
    summary: "Write a consistent backup to a file, while the server runs",
    operands: ["[file]"],
    options: {
      "with-secret-key": { help: "include the secret key; anyone with the file can then sign mail as you" },
      ...JSON_OPTION,
    },
    notes: [
      "Use - for standard output. Without a file name, the backup is named after the current time.",
      "In a script, use set -o pipefail, write to a new name, and rename the file when the command has succeeded.",
      "Works with the embedded PostgreSQL and with DATABASE_URL, and needs no pg_dump.",
    ],
    examples: [
      "backup",
      "backup posthouse.backup --with-secret-key",
      "backup - | ssh backups 'cat > new.backup'",
    ],
    run: async ({ operands: [file], values }) => {
      const { backup } = await import("../backup.ts");
      await backup({ file, withSecretKey: values["with-secret-key"] ?? false, json: values.json ?? false });
    },
  }),
  defineCommand({
    name: "restore",
    summary: "Restore a backup into an empty database",
    operands: ["<file>"],
    options: JSON_OPTION,
    notes: [
      "Stop the server first. The file - means standard input.",
      "A restore never overwrites: set DATA_DIR to a new directory, or DATABASE_URL to an empty database.",
    ],
    examples: ["restore posthouse.backup"],
    run: async ({ operands: [file = ""], values: { json = false } }) =>
      await (await import("../restore.ts")).restore({ file, json }),
  }),
  defineCommand({
    name: "doctor",
    summary: "Check the instance and explain how to fix each problem",
    options: { json: { help: "print one JSON object per check" } },
    failure: "a check failed",
    run: async ({ values: { json = false } }) => await (await import("../doctor/index.ts")).doctor({ json }),
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
