import { readFileSync } from "node:fs";
import { signUpAndCreateKey } from "../test/harness/api-client.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { cpuMicrosOf, treeOf } from "../test/harness/processes.ts";
import { type Row, round } from "./report.ts";

/** Long enough that the heap has its full size: with 50,000 rows, 255 instead of 330 MB. */
const SHORT_ROWS = 100_000;
/** How many times as long the second file is. */
const GROWTH = 4;

/** `apiMicros`, `postgresMicros`: processor time of a row. `peakMegabytes`: of the API process, since its start. */
type Import = { rate: number; apiMicros: number; postgresMicros: number; peakMegabytes: number };

/** Imports new contacts over HTTP, from a short and from a long file. */
export async function measureContactImport(): Promise<Row[]> {
  const posthouse = await startPosthouse({ roles: ["api"], env: { LOG_LEVEL: "warn" } });
  try {
    const { key } = await signUpAndCreateKey(posthouse);
    // Until the code is compiled.
    await importFile(posthouse, { key, rows: SHORT_ROWS / 2 });
    const short = await importFile(posthouse, { key, rows: SHORT_ROWS });
    const long = await importFile(posthouse, { key, rows: SHORT_ROWS * GROWTH });
    return rowsOf(short, long);
  } finally {
    await stopAndRemove(posthouse);
  }
}

function rowsOf(short: Import, long: Import): Row[] {
  const micros = ({ apiMicros, postgresMicros }: Import) => apiMicros + postgresMicros;
  const against = `against a file of ${SHORT_ROWS.toLocaleString("en")}`;
  return [
    {
      what: `import of ${(SHORT_ROWS * GROWTH).toLocaleString("en")} contacts over HTTP`,
      value: long.rate,
      unit: "/s",
      bar: { least: 20_000 },
      behind: `a row takes ${round(long.apiMicros)} µs of the API process and ${round(long.postgresMicros)} µs of PostgreSQL`,
    },
    {
      what: `the same, peak memory ${against}`,
      value: long.peakMegabytes / short.peakMegabytes,
      unit: "×",
      bar: { most: 1.1 },
      behind: `API process ${round(long.peakMegabytes)} MB, ${round(short.peakMegabytes)} MB`,
    },
    {
      what: `the same, processor time of a row ${against}`,
      value: micros(long) / micros(short),
      unit: "×",
      bar: { most: 1.1 },
      behind: `${round(micros(long))} µs, ${round(micros(short))} µs`,
    },
  ];
}

async function importFile(
  posthouse: Posthouse,
  { key, rows }: { key: string; rows: number },
): Promise<Import> {
  const body = csvOf(rows);
  const api = posthouse.rolePids("api")[0] ?? 0;
  const postmaster = posthouse.postmasterPid() ?? 0;
  const spent = () => ({
    api: cpuMicrosOf(api),
    postgres: treeOf(postmaster).reduce((sum, pid) => sum + cpuMicrosOf(pid), 0),
  });
  const before = spent();
  const start = performance.now();
  const response = await fetch(`${posthouse.baseUrl}/api/v1/contacts/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "text/csv" },
    body,
  });
  const answer = await response.text();
  const seconds = (performance.now() - start) / 1_000;
  const after = spent();
  if (response.status !== 200 || JSON.parse(answer).created !== rows)
    throw new Error(`the import of ${rows} rows returned ${response.status}: ${answer.slice(0, 500)}`);
  return {
    rate: rows / seconds,
    apiMicros: (after.api - before.api) / rows,
    postgresMicros: (after.postgres - before.postgres) / rows,
    peakMegabytes: peakMegabytesOf(api),
  };
}

/** Contacts with a name and two properties. Their addresses differ from those of files of another length. */
function csvOf(rows: number): Buffer {
  const line = (_: unknown, n: number) =>
    `ada.lovelace.n${n}.of${rows}@d${n % 500}.example,Ada Lovelace ${n},${n % 3 ? "pro" : "free"},${n % 100}\n`;
  return Buffer.from(`email,name,plan,score\n${Array.from({ length: rows }, line).join("")}`);
}

/** proc(5): VmHWM is the highest resident memory since the start of a process. */
function peakMegabytesOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_000;
}
