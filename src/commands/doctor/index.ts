import { type Config, ConfigError, loadConfig } from "../../config.ts";
import {
  CHECKS_OF_DATABASE,
  CHECKS_OF_MACHINE,
  CHECKS_OF_NETWORK,
  type CheckContext,
  databaseCheck,
  type Finding,
  failed,
  ok,
} from "../../features/health/index.ts";
import { DnsClient } from "../../mail/dns/index.ts";
import { type Database, openDatabase, pendingMigrations } from "../../platform/db/index.ts";
import { hasCluster } from "../../platform/postgres/index.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import { deliveryOf } from "../../processes/services/delivery-mode.ts";
import { Services } from "../../processes/services/services.ts";
import { explain } from "../explain.ts";
import { withConnection } from "../open-instance.ts";
import { checkOwnPort } from "./check-port.ts";

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
  for (const check of CHECKS_OF_MACHINE) yield* await check.examine({ config });
  yield await checkOwnPort(config);
  const dns = new DnsClient({ servers: config.dnsServers ?? undefined, ...DNS_PATIENCE });
  yield* await examineDelivery(config, dns);
}

/** The network and the database. The database knows the delivery mode, unless the environment sets it. */
async function examineDelivery(config: Config, dns: DnsClient): Promise<Finding[]> {
  const examineNetwork = async (delivery: CheckContext["delivery"]) =>
    (await Promise.all(CHECKS_OF_NETWORK.map(({ examine }) => examine({ config, dns, delivery })))).flat();
  const withoutDatabase = { mode: config.deliveryOverride?.mode ?? "capture", relay: null };
  if (!config.databaseUrl && !(await hasCluster(config.dataDir)))
    return [...(await examineNetwork(withoutDatabase)), ok("no database yet: the first start creates it")];
  try {
    return await withConnection(async ({ connectionString }) => {
      const database = openDatabase(connectionString, { max: 1 });
      try {
        const findings = await databaseCheck.examine({ config, database });
        if ((await pendingMigrations(connectionString)).length > 0)
          return [...(await examineNetwork(withoutDatabase)), ...findings];
        const delivery = await deliveryOf(servicesFor(config, database))();
        for (const { examine } of CHECKS_OF_DATABASE)
          findings.push(...(await examine({ config, database, dns, delivery })));
        return [...(await examineNetwork(delivery)), ...findings];
      } finally {
        await database.close();
      }
    });
  } catch (error) {
    return [
      ...(await examineNetwork(withoutDatabase)),
      failed(`database: ${explain(error) ?? (error as Error).message}`, "fix that, then run doctor again"),
    ];
  }
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
