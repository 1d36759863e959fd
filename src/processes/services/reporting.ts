import { reportProcess, Totals } from "../../features/metrics/index.ts";
import { once } from "./services.ts";

type Gauges = ReturnType<NonNullable<Parameters<typeof reportProcess>[0]["readGauges"]>>;

/** Counters of this process. */
export const totalsOf = once(() => new Totals());

/** Gauges of the process. Roles add those that only they can read. */
export const gaugesOf = once(() => new Set<() => Gauges>());

/** Reports the metrics of this process until its services are closed. */
export const startReporting = once((services) => {
  const { config, database, log, name } = services;
  const readGauges = () => Object.assign({}, ...[...gaugesOf(services)].map((read) => read())) as Gauges;
  const { dataDir } = config;
  const totals = totalsOf(services);
  services.onClose(reportProcess({ database, log, role: name, dataDir, totals, readGauges }));
});
