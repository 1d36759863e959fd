import type { Domain, DomainSummary } from "../../packages/client/src/index.ts";
import { type ServerOptions, withClient } from "./open-client.ts";
import { colored, colorOf } from "./terminal/color.ts";
import { localTime } from "./terminal/local-time.ts";
import { printRows, takeRows } from "./terminal/print-rows.ts";
import { printable } from "./terminal/printable.ts";
import type { Column } from "./terminal/render-table.ts";

const COLUMNS: readonly Column<DomainSummary>[] = [
  { title: "DOMAIN", of: ({ name }) => name },
  {
    title: "STATUS",
    of: ({ status }) => status,
    paint: (text, { status }) => colored(colorOf(status), text),
  },
  { title: "RECORDS", of: ({ records_ok, records_total }) => `${records_ok} of ${records_total}` },
  { title: "SIGNS", of: ({ signs }) => signs.join(", ") || "-" },
  { title: "CHECKED", of: ({ checked_at }) => localTime(checked_at) },
];

export async function listDomains(
  server: ServerOptions,
  { search, limit, json }: { search: string | undefined; limit: number; json: boolean },
): Promise<void> {
  const filter = search === undefined ? {} : { search };
  const rows = await withClient(server, (posthouse) =>
    takeRows((page) => posthouse.domains.list({ ...filter, ...page }), limit),
  );
  printRows(rows, {
    columns: COLUMNS,
    json,
    none: "No domains match. To add one: posthouse domains add <domain>",
  });
}

/** Adds a domain, and prints the records to publish. */
export async function addDomain(server: ServerOptions, name: string, json: boolean): Promise<void> {
  const domain = await withClient(server, (posthouse) => posthouse.domains.add({ name }));
  process.stdout.write(json ? `${JSON.stringify(domain)}\n` : describeDomain(domain));
  process.stderr.write(`Publish these records, then: posthouse domains check ${domain.name}\n`);
}

/** Checks the records of a domain now. Exit code 1 if a required record is not in place, so that a script can wait for it. */
export async function checkDomain(server: ServerOptions, name: string, json: boolean): Promise<void> {
  const domain = await withClient(server, (posthouse) => posthouse.domains.check(name));
  process.stdout.write(json ? `${JSON.stringify(domain)}\n` : describeDomain(domain));
  if (domain.records.some(({ need, status }) => need === "required" && status !== "ok")) process.exitCode = 1;
}

/** Values are never cut, because people copy them into their DNS. */
function describeDomain({ name, status, records, warnings }: Domain): string {
  const lines = [
    `${name}: ${colored(colorOf(status), status)}`,
    ...warnings.map((warning) => printable(warning)),
    ...records.flatMap(({ type, name, value, need, status, meaning, problem }) => [
      "",
      `${colored(colorOf(status), status)}  ${type} ${printable(name)} (${need}: ${printable(meaning)})`,
      `  ${printable(value)}`,
      ...(problem === null ? [] : [`  → ${printable(problem)}`]),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}
