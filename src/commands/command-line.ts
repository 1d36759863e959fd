import { parseArgs } from "node:util";
import { CommandError, explain } from "./explain.ts";
import { USAGE } from "./usage.ts";
import { readVersion } from "./version.ts";

type Command = (args: string[]) => Promise<void>;

/** Each command loads only its own modules, because the supervisor stays in memory. */
const commands = new Map<string, Command>([
  [
    "serve",
    async (args) => {
      const { values } = readArgs(args, { options: ["roles", "workers"] });
      const { readServeOptions, serve } = await import("./serve/index.ts");
      await serve(readServeOptions(values));
    },
  ],
  [
    "migrate",
    async (args) => {
      readArgs(args, {});
      await (await import("./migrate.ts")).migrateDatabase();
    },
  ],
  [
    "doctor",
    async (args) => {
      readArgs(args, {});
      await (await import("./doctor/index.ts")).doctor();
    },
  ],
  [
    "admin reset-password",
    async (args) => {
      const [email = ""] = readArgs(args, { positionals: ["email"] }).positionals;
      await (await import("./admin.ts")).resetAdminPassword(email);
    },
  ],
  [
    "admin operator",
    async (args) => {
      const [email = ""] = readArgs(args, { positionals: ["email"] }).positionals;
      await (await import("./admin.ts")).nameAsOperator(email);
    },
  ],
  [
    "admin no-operator",
    async (args) => {
      const [email = ""] = readArgs(args, { positionals: ["email"] }).positionals;
      await (await import("./admin.ts")).nameNoOperator(email);
    },
  ],
  [
    "admin adopt-key",
    async (args) => {
      readArgs(args, {});
      await (await import("./admin.ts")).adoptOwnKey();
    },
  ],
  [
    "admin hold-restored",
    async (args) => {
      readArgs(args, {});
      await (await import("./admin.ts")).holdRestored();
    },
  ],
  [
    "admin decide-restored",
    async (args) => {
      const [as = ""] = readArgs(args, { positionals: ["retry|delivered"] }).positionals;
      await (await import("./admin.ts")).decideRestored(as);
    },
  ],
  [
    "keys create",
    async (args) => {
      const { values } = readArgs(args, { options: ["account", "name", "permission"] });
      const { account, name, permission = "full" } = values;
      if (!account || !name) throw new CommandError("keys create needs --account <email> and --name <name>");
      await (await import("./keys.ts")).createKey({ email: account, name, permission });
    },
  ],
  [
    "domains allow",
    async (args) => {
      const { positionals, values } = readArgs(args, { options: ["account"], positionals: ["domain"] });
      const [domain = ""] = positionals;
      const { account } = values;
      if (!account) throw new CommandError("domains allow needs --account <email>");
      await (await import("./domains.ts")).allowSenderDomain({ email: account, domain });
    },
  ],
  ["suppressions list", async (args) => (await import("./suppressions.ts")).listSuppressions(args)],
  ["suppressions remove", async (args) => (await import("./suppressions.ts")).removeSuppressions(args)],
  ["suppressions restore", async (args) => (await import("./suppressions.ts")).restoreSuppressions(args)],
  ["send", async (args) => (await import("./send.ts")).send(args)],
  ["logs", async (args) => (await import("./logs.ts")).logs(args)],
  // Internal: processes of serve.
  ["role", async (args) => (await import("./role.ts")).playRoles(args)],
  ["role prepare", async () => (await import("./prepare.ts")).prepare()],
  ["role warm", async () => (await import("./warm.ts")).warm()],
]);

/** Runs the command that the arguments name. A problem that the operator can fix is reported as one line and an exit code above 0. */
export async function runCommandLine(argv: string[]): Promise<void> {
  try {
    await findCommand(argv)();
  } catch (error) {
    process.exitCode = error instanceof CommandError ? error.exitCode : 1;
    const line = explain(error);
    if (line === null) throw error;
    process.stderr.write(`posthouse: ${line}\n`);
  }
}

function findCommand(argv: string[]): () => Promise<void> {
  const [first = "--help", second = ""] = argv;
  if (argv.includes("--help")) return async () => void process.stdout.write(USAGE);
  if (first === "--version") return async () => void process.stdout.write(`${await readVersion()}\n`);
  const ofTwoWords = commands.get(`${first} ${second}`);
  if (ofTwoWords) return () => ofTwoWords(argv.slice(2));
  const ofOneWord = commands.get(first);
  if (ofOneWord) return () => ofOneWord(argv.slice(1));
  throw new CommandError(`there is no command "${argv.join(" ")}"; posthouse --help lists the commands`);
}

/** All options take a value; all positionals are required. */
function readArgs(args: string[], expected: { options?: string[]; positionals?: string[] }) {
  const { options = [], positionals = [] } = expected;
  try {
    const read = parseArgs({
      args,
      options: Object.fromEntries(options.map((name) => [name, { type: "string" as const }])),
      allowPositionals: positionals.length > 0,
    });
    if (read.positionals.length !== positionals.length)
      throw new Error(`expected arguments: ${positionals.map((name) => `<${name}>`).join(" ")}`);
    return { positionals: read.positionals, values: read.values as Record<string, string | undefined> };
  } catch (error) {
    throw new CommandError(`${(error as Error).message}; posthouse --help lists the options`);
  }
}
