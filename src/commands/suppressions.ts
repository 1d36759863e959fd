import type {
  CreateSuppressionsResponse,
  Posthouse,
  Suppression,
  SuppressionRemoval,
  SuppressionRemovalPreview,
} from "../../packages/client/src/index.ts";
import { type ServerOptions, withClient } from "./open-client.ts";
import type { AddArguments, ListArguments, RemoveArguments } from "./suppressions-arguments.ts";
import { countOf } from "./terminal/count-of.ts";
import { printResult } from "./terminal/print-result.ts";
import { quitWithReader } from "./terminal/print-rows.ts";
import { printable } from "./terminal/printable.ts";

const PAGE_ROWS = 100;

/** Prints suppressed addresses, newest first. */
export async function listSuppressions({ server, filter, limit, json }: ListArguments): Promise<void> {
  quitWithReader();
  await withClient(server, async (posthouse) => {
    let left = limit;
    for await (const suppression of posthouse.suppressions.list({
      ...filter,
      limit: Math.min(limit, PAGE_ROWS),
    })) {
      process.stdout.write(`${json ? JSON.stringify(suppression) : lineOf(suppression)}\n`);
      left -= 1;
      if (left === 0) return;
    }
  });
}

/** Suppresses an address. */
export async function addSuppression({ server, address, options, json }: AddArguments): Promise<void> {
  const { suppressions } = await withClient(server, (posthouse) =>
    posthouse.suppressions.create({ address, ...options }),
  );
  for (const added of suppressions) printResult(added, { json, text: describeAdded(added) });
}

/** Previews matching suppressions; with --yes also removes them. */
export async function removeSuppressions({ server, what, yes, json }: RemoveArguments): Promise<void> {
  await withClient(server, async (posthouse) => {
    if ("preview" in what) return await run(posthouse, what.preview, json);
    const preview = await posthouse.suppressions.removals.preview(what.filter);
    // With --yes, the JSON document is that of the removal.
    if (!json) process.stdout.write(`${describePreview(preview).map(printable).join("\n")}\n`);
    else if (!yes || preview.matched === 0) process.stdout.write(`${JSON.stringify(preview)}\n`);
    if (preview.matched === 0) return;
    if (yes) return await run(posthouse, preview.id, json);
    process.stderr.write(
      `Nothing was removed. To remove these, within an hour: posthouse suppressions remove --preview ${preview.id} --yes\n`,
    );
  });
}

async function run(posthouse: Posthouse, id: string, json: boolean): Promise<void> {
  const removal = await posthouse.suppressions.removals.run(id, { onProgress });
  process.stdout.write(json ? `${JSON.stringify(removal)}\n` : `removed: ${countOf(removal.removed)}\n`);
  process.stderr.write(`To undo this within 30 days: posthouse suppressions restore ${id}\n`);
}

/** Undoes a removal. */
export async function restoreSuppressions(
  server: ServerOptions,
  { id, json }: { id: string; json: boolean },
): Promise<void> {
  await withClient(server, async (posthouse) => {
    const removal = await posthouse.suppressions.removals.restore(id, { onProgress });
    process.stdout.write(json ? `${JSON.stringify(removal)}\n` : `restored: ${countOf(removal.restored)}\n`);
  });
}

function describeAdded({ address, result }: CreateSuppressionsResponse["suppressions"][number]): string {
  if (result === "created") return printable(`${address} is suppressed.`);
  const outcome = result === "changed" ? "The suppression is stronger now." : "Nothing changed.";
  return printable(`${address} was suppressed before. ${outcome}`);
}

function onProgress({ state, removed, restored, matched }: SuppressionRemoval): void {
  const [done, total] = state === "restoring" ? [restored, removed] : [removed, matched];
  process.stderr.write(`${countOf(done)} of ${countOf(total)}\n`);
}

function lineOf({ created_at, address, reason, source, detail }: Suppression): string {
  const from = source.id === null ? source.type : `${source.type} ${source.id}`;
  return printable(`${created_at}  ${reason.padEnd(11)}  ${address}  ${from}${detail ? `  ${detail}` : ""}`);
}

function describePreview(preview: SuppressionRemovalPreview): string[] {
  const { matched, unsubscribed, by_reason, by_reply, sample } = preview;
  if (matched === 0) return ["matched: 0 (complaints and unsubscribes match only if --reason names them)"];
  return [
    `matched: ${countOf(matched)}`,
    ...by_reason.map(({ reason, count }) => `  ${reason}: ${countOf(count)}`),
    ...(unsubscribed > 0 && preview.filter.reason !== "unsubscribe"
      ? [`  also unsubscribed, still get no bulk mail: ${countOf(unsubscribed)}`]
      : []),
    "replies:",
    ...by_reply.map(({ code, status, example, count }) => {
      const codes = [code, status].filter((part) => part !== null).join(" ") || "no reply";
      return `  ${codes}: ${countOf(count)}${example === null ? "" : `, such as: ${example}`}`;
    }),
    "newest:",
    ...sample.map(({ address }) => `  ${address}`),
  ];
}
