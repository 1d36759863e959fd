import { type Config, ConfigError, loadConfig } from "../../config.ts";
import {
  checksOfDatabase,
  checksOfMachine,
  checksOfNetwork,
  databaseCheck,
  type Finding,
  failed,
  ok,
} from "../../features/health/index.ts";
import { DnsClient } from "../../mail/dns/index.ts";
import { openDatabase, pendingMigrations } from "../../platform/db/index.ts";
import { hasCluster } from "../../platform/postgres/index.ts";
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
const dnsPatience = { timeoutMs: 2_000, tries: 1 };

async function* examine(): AsyncGenerator<Finding> {
  const config = readSettings();
  if ("level" in config) return yield config;
  yield ok("settings can be read");
  for (const check of checksOfMachine) yield* await check.examine({ config });
  yield await checkOwnPort(config);
  const dns = new DnsClient({ servers: config.dnsServers ?? undefined, ...dnsPatience });
  for (const check of checksOfNetwork) yield* await check.examine({ config, dns });
  yield* await examineDatabase(config, dns);
}

async function examineDatabase(config: Config, dns: DnsClient): Promise<Finding[]> {
  if (!config.databaseUrl && !(await hasCluster(config.dataDir)))
    return [ok("no database yet: the first start creates it")];
  try {
    return await withConnection(async ({ connectionString }) => {
      const database = openDatabase(connectionString, { max: 1 });
      try {
        const findings = await databaseCheck.examine({ config, database });
        if ((await pendingMigrations(connectionString)).length > 0) return findings;
        for (const { examine } of checksOfDatabase)
          findings.push(...(await examine({ config, database, dns })));
        return findings;
      } finally {
        await database.close();
      }
    });
  } catch (error) {
    return [
      failed(`database: ${explain(error) ?? (error as Error).message}`, "fix that, then run doctor again"),
    ];
  }
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

const marks = { ok: "ok", warning: "warn", failed: "fail", unknown: "?" } as const;

function formatFinding({ level, words, next }: Finding): string {
  return `${marks[level].padEnd(4)}  ${words}\n${next ? `      → ${next}\n` : ""}`;
}
