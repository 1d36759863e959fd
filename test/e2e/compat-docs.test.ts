/** Runs each program of docs/compat.md as written, except for the address, against the whole program. */

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { Resend } from "resend";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKeyForEmail } from "../../src/features/keys/index.ts";
import { openDatabase } from "../../src/platform/db/index.ts";
import { createTestDatabase } from "../harness/database.ts";
import { nodePath } from "../harness/node-path.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";

const run = promisify(execFile);
const page = await readFile(new URL("../../docs/compat.md", import.meta.url), "utf8");
const programs = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, program = ""]) => program);

let posthouse: Posthouse;
let key: string;
let resend: Resend;
beforeAll(async () => {
  posthouse = await startPosthouse({ database: await createTestDatabase() });
  const database = openDatabase(posthouse.databaseUrl(), { max: 1 });
  ({ key } = await createKeyForEmail(database, { email: "admin@example.com", name: "test" }));
  await database.close();
  resend = new Resend(key, { baseUrl: `${posthouse.baseUrl}/compat/resend` });
});
afterAll(() => stopAndRemove(posthouse));

const runProgram = (program: string, env: Record<string, string> = {}) =>
  run(
    nodePath,
    ["--input-type=module", "--eval", program.replaceAll("localhost:3000", new URL(posthouse.baseUrl).host)],
    { env: { POSTHOUSE_API_KEY: key, ...env } },
  );

/** The id of each email, as the SDK receives it. */
async function emails(): Promise<Map<string, string>> {
  const { data } = await resend.emails.list({ limit: 100 });
  return new Map(data?.data.map(({ id, last_event }) => [id, last_event]));
}

/** Waits until exactly one more email than before is final. */
async function expectOneMore(send: () => Promise<unknown>): Promise<void> {
  const before = await emails();
  await send();
  const [id, ...others] = [...(await emails()).keys()].filter((one) => !before.has(one));
  expect([id !== undefined, others]).toEqual([true, []]);
  await until(async () => (await emails()).get(id ?? "") === "delivered", {
    within: 30_000,
    what: "the email to be captured",
  });
}

test("each product has a program", () => {
  expect(programs.map((program) => /from "(.*?)"/.exec(program)?.[1])).toEqual([
    "resend",
    "postmark",
    "@sendgrid/mail",
  ]);
});

test.each(programs)("the program %# sends an email", async (program) => {
  await expectOneMore(() => runProgram(program));
});

test("the Resend SDK works with its environment variables alone", async () => {
  const [program = ""] = programs;
  const unchanged = program.replace(/new Resend\(.*?\);/s, "new Resend();");
  expect(unchanged).not.toBe(program);
  const env = { RESEND_BASE_URL: `${posthouse.baseUrl}/compat/resend`, RESEND_API_KEY: key };
  await expectOneMore(() => runProgram(unchanged, env));
});
