import { startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { measureContacts } from "./contacts.ts";
import { type Row, round } from "./report.ts";

const CONTACTS = 1_000_000;

/** Measures pages and searches of a long contact list in an embedded database. */
export async function contactRows(): Promise<Row[]> {
  const posthouse = await startPosthouse({ args: ["--roles", "api"], env: { LOG_LEVEL: "warn" } });
  try {
    const figures = await measureContacts(posthouse.databaseUrl(), { rows: CONTACTS });
    const { firstPageMs, deepPageMs, lastPageMs, filledPerSecond, createdPerSecond } = figures;
    const searches = Object.entries(figures).filter(([name]) => name.startsWith("search"));
    const deepest = Math.max(deepPageMs, lastPageMs);
    const filled = `${round(CONTACTS)} contacts, filled at ${round(filledPerSecond)}/s, created by the API's query at ${round(createdPerSecond)}/s`;
    return [
      {
        what: "contacts: deep page against the first",
        value: deepest / firstPageMs,
        unit: "×",
        bar: { most: 2 },
        behind: filled,
      },
      {
        what: "contacts: deepest page",
        value: deepest,
        unit: "ms",
        bar: { most: 5 },
        behind: `first ${round(firstPageMs)} ms, middle ${round(deepPageMs)} ms, last ${round(lastPageMs)} ms`,
      },
      {
        what: "contacts: slowest search",
        value: Math.max(...searches.map(([, ms]) => ms)),
        unit: "ms",
        bar: { most: 50 },
        behind: searches.map(([name, ms]) => `${name.replace(/^search|Ms$/g, "")} ${round(ms)}`).join(", "),
      },
    ];
  } finally {
    await stopAndRemove(posthouse);
  }
}
