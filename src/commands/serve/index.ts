import { type Config, loadConfig } from "../../config.ts";
import { keepEmbeddedPostgres } from "../../platform/postgres/index.ts";
import {
  askProcess,
  freeStartupMemory,
  onStopSignal,
  SupervisedProcess,
} from "../../platform/processes/index.ts";
import { createLogger, type Logger } from "../../platform/telemetry/index.ts";
import type { Prepared } from "../prepare.ts";
import { readVersion } from "../version.ts";
import { banner } from "./banner.ts";
import { checkPort } from "./check-port.ts";
import { chooseRoleUser } from "./choose-role-user.ts";
import { Instance } from "./instance.ts";
import { keepBuild } from "./keep-build.ts";
import { ROLE_NAMES, type RoleName, type ServeOptions } from "./options.ts";
import { backgroundSpec, main, prepareSpec, roleSpecs } from "./process-specs.ts";

export { readServeOptions } from "./options.ts";

/** The supervisor: checks the port, starts the database, migrates, starts the roles, and supervises them until a signal stops it. */
export async function serve(options: ServeOptions): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger(config.logLevel, "supervisor");
  const instance = new Instance(log);
  keepBuild(main);
  let stopping = false;
  const abandoning = new AbortController();
  const stop = () => {
    stopping = true;
    abandoning.abort();
    void instance.stop().then(() => process.exit());
  };
  const onUnfit = (reason: string) => {
    if (stopping) return;
    process.exitCode = 1;
    log.fatal(
      { event: "instance.unfit", reason },
      "this node stops, because it does not fit the database any more",
    );
    process.stderr.write(`posthouse: ${reason}\n`);
    stop();
  };
  onStopSignal({ first: stop, again: () => void instance.stopQuickly() });
  try {
    await start(options, { config, log, instance, onUnfit, abandon: abandoning.signal });
  } catch (error) {
    // A start that is interrupted fails; the stop then ends the process.
    if (stopping) return;
    await instance.stop();
    throw error;
  }
}

type Starting = {
  config: Config;
  log: Logger;
  instance: Instance;
  onUnfit: (reason: string) => void;
  abandon: AbortSignal;
};

async function start(
  { roles: chosenRoles, workers }: ServeOptions,
  { config, log, instance, onUnfit, abandon }: Starting,
): Promise<void> {
  const roles = chosenRoles ?? ROLE_NAMES;
  if (roles.includes("api")) await checkPort(config);
  const databaseUrl =
    config.databaseUrl ??
    (await instance.keepPostgres(keepEmbeddedPostgres({ dataDir: config.dataDir, log, abandon })));
  instance.throwIfStopping();

  const from = { env: process.env, databaseUrl };
  const prepared = (await askProcess(prepareSpec(from))) as Prepared;
  if (prepared.applied.length > 0)
    log.info({ event: "database.migrated", applied: prepared.applied }, "migrated the database");

  if (prepared.held !== null)
    log.warn(
      { event: "queue.restored", held: prepared.held },
      "the database was restored from a backup; due recipients are held, because they may have been sent after the backup was made: decide on the Queue page, or with posthouse admin decide-restored",
    );

  const { user, reason } = await chooseRoleUser(config);
  if (reason !== null)
    log.warn({ event: "instance.root_kept", reason }, `all processes run as root, because ${reason}`);
  const background = new SupervisedProcess({ ...backgroundSpec({ ...from, user }), onUnfit }, log);
  const onWanted = () => instance.startLater(background);
  const processes = roleSpecs({ roles, workers }, { ...from, user }).map(
    (spec) => new SupervisedProcess({ ...spec, onWanted, onUnfit }, log),
  );
  const reports: Partial<Record<RoleName, string | null>> = Object.assign(
    {},
    ...(await instance.startRoles(processes)),
  );
  const reportOf = (role: RoleName) => reports[role] ?? "";
  const url = config.port === 0 ? reportOf("api") : config.baseUrl;
  if (roles.includes("api"))
    process.stdout.write(
      banner({
        version: await readVersion(),
        config,
        url,
        smtp: reportOf("smtp"),
        inbound: reportOf("inbound"),
        mode: prepared.deliveryMode,
        defaultPasswordStands: prepared.defaultPasswordStands,
      }),
    );
  log.info({ event: "instance.ready", roles, workers }, "ready");
  freeStartupMemory();
}
