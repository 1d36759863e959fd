import { signUpAndCreateKey } from "../test/harness/api-client.ts";
import { startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { COUNT_MARK, type LoadFigures, runLoad } from "./load.ts";
import { median, type Row, round } from "./report.ts";
import { sampleEmail, sampleWithAttachment } from "./sample-email.ts";

const BATCH_SIZE = 100;

type Variant = {
  what: string;
  path: string;
  body: unknown;
  headers?: Record<string, string>;
  connections: number;
  emails: number;
};

const plain: Variant = {
  what: "plain",
  path: "/api/v1/send",
  body: sampleEmail,
  connections: 64,
  emails: 1,
};
const variants: Variant[] = [
  {
    ...plain,
    what: "accept with an Idempotency-Key, against without",
    headers: { "idempotency-key": `bench ${COUNT_MARK}` },
  },
  {
    ...plain,
    what: `accept in batches of ${BATCH_SIZE}, against one by one (emails/s)`,
    path: "/api/v1/emails/batch",
    body: { emails: Array.from({ length: BATCH_SIZE }, () => sampleEmail) },
    connections: 8,
    emails: BATCH_SIZE,
  },
  {
    ...plain,
    what: "accept with an attachment of 1 MB, against without",
    body: sampleWithAttachment,
    connections: 8,
  },
];

/** Measures variants of an email, each against the plain email in the same run. */
export async function measureAcceptVariants({
  seconds,
  rounds,
}: {
  seconds: number;
  rounds: number;
}): Promise<Row[]> {
  const posthouse = await startPosthouse({ args: ["--roles", "api"], env: { LOG_LEVEL: "warn" } });
  try {
    const { key } = await signUpAndCreateKey(posthouse);
    let run = 0;
    const load = (
      { path, body, headers = {}, connections }: Variant,
      lasting = seconds,
    ): Promise<LoadFigures> => {
      run += 1;
      const mark = `${run}-${COUNT_MARK}`;
      const numbered = (text: string) => text.replaceAll(COUNT_MARK, mark);
      return runLoad({
        url: `${posthouse.baseUrl}${path}`,
        seconds: lasting,
        connections,
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${key}`,
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, numbered(value)])),
        },
        body: numbered(JSON.stringify(body)),
      });
    };
    await load(plain, 2);
    const rows: Row[] = [];
    for (const variant of variants) {
      const pairs: { own: LoadFigures; plain: LoadFigures }[] = [];
      for (let round = 0; round < rounds; round += 1)
        pairs.push({ plain: await load(plain), own: await load(variant) });
      rows.push(rowOf(variant, pairs));
    }
    return rows;
  } finally {
    await stopAndRemove(posthouse);
  }
}

function rowOf({ what, emails }: Variant, pairs: { own: LoadFigures; plain: LoadFigures }[]): Row {
  const own = median(pairs.map(({ own }) => own.rate * emails));
  const plain = median(pairs.map(({ plain }) => plain.rate));
  const failed = pairs.reduce((sum, { own }) => sum + own.failed, 0);
  const value = failed > 0 ? null : median(pairs.map((pair) => (pair.own.rate * emails) / pair.plain.rate));
  const faults = failed > 0 ? `; ${failed} requests FAILED` : "";
  return { what, value, unit: "×", bar: null, behind: `${round(own)}/s, plain ${round(plain)}/s${faults}` };
}
