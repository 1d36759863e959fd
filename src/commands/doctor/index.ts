import { access, constants } from "node:fs/promises";
import { hostname } from "node:os";
import { type Config, loadConfig } from "../../config.ts";
import {
  CHECKS_OF_DATABASE,
  CHECKS_OF_MACHINE,
  CHECKS_OF_NETWORK,
  type Check,
  type CheckContext,
  type Delivery,
  databaseCheck,
  type Finding,
  failed,
  ok,
  unknown,
} from "../../features/health/index.ts";
import { listProcesses } from "../../features/metrics/index.ts";
import { DnsClient } from "../../mail/dns/index.ts";
import { type Database, knownMigrations, openDatabase, pendingMigrations } from "../../platform/db/index.ts";
import { ConfigError } from "../../platform/errors/index.ts";
import { hasCluster } from "../../platform/postgres/index.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import { deliveryOf } from "../../processes/services/delivery-mode.ts";
import { Services } from "../../processes/services/services.ts";
import { explain } from "../explain.ts";
import { withConnection } from "../open-instance.ts";
import { examinePorts } from "./examine-ports.ts";
import { examineSecretKey } from "./examine-secret-key.ts";

/** Checks the instance and prints how to fix each problem. Exit code 1 if a check fails. */
export async function doctor({ json }: { json: boolean }): Promise<void> {
  let hasFailed = false;
  for await (const finding of examine()) {
    process.stdout.write(json ? `${JSON.stringify(finding)}\n` : formatFinding(finding));
    hasFailed ||= finding.level === "failed";
  }
  if (hasFailed) process.exitCode = 1;
}

/** Reports a name server that does not reply instead of waiting for it. */
const DNS_PATIENCE = { timeoutMs: 2_000, tries: 1 };

async function* examine(): AsyncGenerator<Finding> {
  const config = readSettings();
  if ("level" in config) return yield config;
  yield ok("settings can be read");
  yield* await examineCaFile(config);
  for (const check of CHECKS_OF_MACHINE) yield* await findingsOf(check, { config });
  const dns = new DnsClient({ servers: config.dnsServers ?? undefined, ...DNS_PATIENCE });
  const { findings, delivery, running } = await examineDatabase(config, dns);
  const network = CHECKS_OF_NETWORK.map((check) => findingsOf(check, { config, dns, delivery }));
  yield* (await Promise.all(network)).flat();
  yield* await examinePorts(config, { mode: delivery?.mode ?? null, running });
  yield* findings;
}

/** The role api reads it at its start. */
async function examineCaFile({ trackingHttps }: Config): Promise<Finding[]> {
  const path = trackingHttps?.caFile ?? null;
  if (path === null) return [];
  return await access(path, constants.R_OK).then(
    () => [ok("ACME_CA_FILE can be read")],
    ({ code }: NodeJS.ErrnoException) => [
      failed(
        `ACME_CA_FILE cannot be read (${code}): ${path}`,
        "correct ACME_CA_FILE or the file's permissions",
      ),
    ],
  );
}

type Examined = { findings: Finding[]; delivery: Delivery | null; running: ReadonlySet<string> | null };

/** The checks that need a database; and the delivery mode and the running roles, which only the database knows. */
async function examineDatabase(config: Config, dns: DnsClient): Promise<Examined> {
  const unread = { delivery: deliveryOfSettings(config), running: null };
  const first = {
    delivery: unread.delivery ?? { mode: config.deliveryOverride?.mode ?? "capture", relay: null },
    running: new Set<string>(),
  };
  if (!config.databaseUrl && !(await hasCluster(config.dataDir)))
    return {
      ...first,
      findings: [ok("no database yet: the first start creates it"), await examineSecretKey(config, null)],
    };
  try {
    return await withConnection(async ({ connectionString }) => {
      const database = openDatabase(connectionString, { max: 1 });
      try {
        const findings = await databaseCheck.examine({ config, database });
        const pending = await pendingMigrations(connectionString);
        if (pending.length > 0) {
          const isEmpty = pending.length === (await knownMigrations()).length;
          return { ...(isEmpty ? first : unread), findings };
        }
        const delivery = await deliveryOf(servicesFor(config, database))();
        findings.push(await examineSecretKey(config, database));
        for (const check of CHECKS_OF_DATABASE)
          findings.push(...(await findingsOf(check, { config, database, dns, delivery })));
        return { findings, delivery, running: await rolesOnThisMachine(database) };
      } finally {
        await database.close();
      }
    });
  } catch (error) {
    const words = `database: ${explain(error) ?? (error as Error).message}`;
    return { ...unread, findings: [failed(words, "fix that, then run doctor again")] };
  }
}

/** The mode that the settings set. Null: the database knows it, or the relay. */
function deliveryOfSettings({ deliveryOverride, smtpRelay }: Config): Delivery | null {
  if (deliveryOverride === null || (deliveryOverride.mode === "relay" && smtpRelay === null)) return null;
  return { mode: deliveryOverride.mode, relay: null };
}

async function rolesOnThisMachine(database: Database): Promise<Set<string>> {
  const processes = await listProcesses(database);
  return new Set(processes.filter(({ node }) => node === hostname()).flatMap(({ role }) => role.split("+")));
}

/** A check that cannot be done does not end the others. */
async function findingsOf<Needs extends keyof CheckContext>(
  { title, examine }: Check<Needs>,
  context: Pick<CheckContext, Needs>,
): Promise<Finding[]> {
  return await examine(context).catch((error: unknown) => [
    unknown(`${title} could not be checked: ${(error as Error).message}`, "try again later"),
  ]);
}

function servicesFor(config: Config, database: Database): Services {
  return new Services({ name: "doctor", config, log: createLogger("silent", "doctor"), database });
}

function readSettings(): Config | Finding {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError)
      return failed(error.message, "correct that setting, then run doctor again");
    throw error;
  }
}

const MARKS = { ok: "ok", warning: "warn", failed: "fail", unknown: "?" } as const;

function formatFinding({ level, words, next }: Finding): string {
  return `${MARKS[level].padEnd(4)}  ${words}\n${next ? `      → ${next}\n` : ""}`;
}
