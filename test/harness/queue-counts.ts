import pg from "pg";
import type { Page } from "playwright-core";

/** The numbers of recipients that are queued, in flight and due later, by destination. */
type QueueCounts = Record<string, number[]>;

/** Those on the queue page. */
export async function countsOnPage(page: Page): Promise<QueueCounts> {
  const counts = await page.evaluate<[string, number[]][]>(`
    [...document.querySelectorAll('[aria-label="Destinations"] li[data-row]')].map((row) => {
      const terms = [...row.querySelectorAll("dt")];
      const valueOf = (name) => Number(terms.find((term) => term.textContent === name).nextElementSibling.textContent);
      return [row.querySelector("h3 bdi").textContent, ["Queued", "In flight", "Due later"].map(valueOf)];
    })`);
  return Object.fromEntries(counts);
}

/** Those of all accounts, by SQL that the product does not share. */
export async function countsInDatabase(connectionString: string): Promise<QueueCounts> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; counts: number[] }>(
      `SELECT coalesce(provider, domain) AS name, ARRAY[
         count(*) FILTER (WHERE ready), count(*) FILTER (WHERE state = 'sending'),
         count(*) FILTER (WHERE NOT ready AND state <> 'sending')]::integer[] AS counts
       FROM recipients LEFT JOIN provider_domains USING (domain) WHERE due_at IS NOT NULL GROUP BY 1`,
    );
    return Object.fromEntries(rows.map(({ name, counts }) => [name, counts]));
  } finally {
    await client.end();
  }
}
