import { type Config, ConfigError, loadConfig } from "../../config.ts";
import { type Finding, fail, ok } from "./check.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDataDirectory, checkNode } from "./check-machine.ts";
import { checkOwnPort } from "./check-port.ts";
import { checkRelay } from "./check-relay.ts";

/** Checks what an operator would check and says how to mend it. Exit code 1 if something fails. */
export async function doctor(): Promise<void> {
  let failed = false;
  for await (const finding of examine()) {
    process.stdout.write(formatFinding(finding));
    failed ||= finding.level === "fail";
  }
  if (failed) process.exitCode = 1;
}

async function* examine(): AsyncGenerator<Finding> {
  yield checkNode();
  const config = readSettings();
  if ("level" in config) return yield config;
  yield ok("settings can be read");
  yield* await checkDataDirectory(config);
  yield await checkOwnPort(config);
  yield* await checkDatabase(config);
  yield await checkRelay(config);
}

function readSettings(): Config | Finding {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError)
      return fail(error.message, "correct that setting, then run doctor again");
    throw error;
  }
}

function formatFinding({ level, what, mend }: Finding): string {
  return `${level.padEnd(4)}  ${what}\n${mend ? `      → ${mend}\n` : ""}`;
}
