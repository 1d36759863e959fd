/**
 * `npm run bench [-- --seconds N --only NAME --rows N]`: ratios of figures measured side by side in the same run, next to their
 * targets. Prints a table and writes test-results/bench.json. A missed target is reported and is not an error.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureAccept } from "./accept.ts";
import { measureAcceptVariants } from "./accept-variants.ts";
import { measureClaims } from "./claim.ts";
import { measureContactImport } from "./contact-import.ts";
import { contactRows } from "./contact-rows.ts";
import { measureBoth, measureDeliver } from "./deliver.ts";
import { measureSlowRelay } from "./deliver-slow.ts";
import { measureDeliverVariants } from "./deliver-variants.ts";
import { measureDispatchLatency } from "./dispatch-latency.ts";
import { measureDkim } from "./dkim.ts";
import { measureFollowers } from "./followers.ts";
import { loadMaker } from "./load.ts";
import { describeMachine } from "./machine.ts";
import { measureMime } from "./mime.ts";
import { measurePaint } from "./paint.ts";
import { formatTable, isMet, type Row, round } from "./report.ts";
import { measureRolledUpDelivery, measureRollups } from "./rollups.ts";
import { measureSmtpClient } from "./smtp-client.ts";
import { measureStart } from "./start.ts";
import { measureSubmission } from "./submission.ts";
import { measureTracking } from "./tracking.ts";
import { measureWebhooks } from "./webhooks.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string" },
    only: { type: "string" },
    // The target is for 10,000,000 rows, but inserting them takes a quarter of an hour.
    rows: { type: "string", default: "500000" },
  },
});
/** Duration of each turn of each side of a comparison. */
const seconds = Number(values.seconds ?? 6);
const ROUNDS = 3;

const benches: Record<string, () => Promise<Row[]>> = {
  start: () => measureStart({ rounds: ROUNDS }),
  accept: () => measureAccept({ seconds, rounds: ROUNDS }),
  "accept-variants": () => measureAcceptVariants({ seconds: Math.min(seconds, 4), rounds: ROUNDS }),
  submission: () => measureSubmission({ rounds: ROUNDS }),
  deliver: () => measureDeliver({ seconds, rounds: 2 }),
  "deliver-variants": () => measureDeliverVariants({ seconds: Math.min(seconds, 16), rounds: 1 }),
  "deliver-slow": () => measureSlowRelay({ seconds }),
  followers: () => measureFollowers({ seconds, rounds: 2 }),
  claim: () => measureClaims({ rows: Number(values.rows) }),
  both: () => measureBoth({ seconds: seconds * 2 }),
  rollups: measureRollups,
  "deliver-rollups": () => measureRolledUpDelivery({ seconds: Math.min(seconds, 4), rounds: 2 }),
  "dispatch-latency": measureDispatchLatency,
  tracking: () => measureTracking({ seconds: Math.min(seconds, 4), rounds: 2 }),
  webhooks: () => measureWebhooks({ seconds: Math.min(seconds, 4), rounds: 2 }),
  contacts: contactRows,
  "contact-import": measureContactImport,
  paint: () => measurePaint({ rounds: ROUNDS }),
  mime: mimeRows,
  dkim: () => measureDkim({ seconds: Math.min(seconds, 3), rounds: ROUNDS }),
  "smtp-client": smtpClientRows,
};

const machine = describeMachine();
console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGigabytes} GB, ${machine.system}`);
console.log(`Node ${machine.node}, ${machine.postgres}, load before ${machine.loadBefore?.toFixed(1)}`);
console.log(`HTTP load by ${loadMaker}\n`);

const rows: Row[] = [];
for (const [name, measure] of Object.entries(benches)) {
  if (values.only && values.only !== name) continue;
  console.error(`measuring ${name} …`);
  rows.push(...(await measure().catch((error: Error) => [errorIn(name, error)])));
}
console.log(formatTable(rows));

const path = fileURLToPath(new URL("../test-results/bench.json", import.meta.url));
await mkdir(dirname(path), { recursive: true });
const results = rows.map((row) => ({ ...row, met: isMet(row) }));
await writeFile(
  path,
  `${JSON.stringify({ at: new Date(), machine, loadMaker, seconds, results }, null, 2)}\n`,
);
console.log(`\nwritten to ${path}`);

/** Reports a failed bench without losing the other figures. */
function errorIn(what: string, error: Error): Row {
  console.error(error);
  process.exitCode = 1;
  return {
    what,
    value: null,
    unit: "×",
    bar: null,
    behind: "could not be measured (see above)",
  };
}

async function mimeRows(): Promise<Row[]> {
  const figures = await measureMime();
  return figures.map(({ content, ours, nodemailer, ratio }) => ({
    what: `building a message, ${content}`,
    value: ratio,
    unit: "×",
    bar: null,
    behind: `${round(ours)}/s, nodemailer's composer ${round(nodemailer)}/s`,
  }));
}

async function smtpClientRows(): Promise<Row[]> {
  const { connections, ours, nodemailer, ratio } = await measureSmtpClient();
  const behind = `${round(ours)}/s, nodemailer's bare connections ${round(nodemailer)}/s`;
  return [
    { what: `SMTP client alone, ${connections} connections`, value: ratio, unit: "×", bar: null, behind },
  ];
}
