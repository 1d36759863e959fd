/** docs/compat.md says how to switch: each of its programs is run as it stands there, but for the address. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ListeningApi, listeningApi } from "../harness/listening-api.ts";
import { nodePath } from "../harness/node-path.ts";

const run = promisify(execFile);
const page = await readFile(new URL("../../docs/compat.md", import.meta.url), "utf8");
const programs = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, program = ""]) => program);

let api: ListeningApi;
beforeAll(async () => {
  api = await listeningApi();
});
afterAll(() => api.close());

const runProgram = (program: string, env: Record<string, string> = {}) =>
  run(
    nodePath,
    ["--input-type=module", "--eval", program.replaceAll("localhost:3000", new URL(api.url).host)],
    {
      env: { POSTHOUSE_KEY: api.key, ...env },
    },
  );

test("there is a program for each product", () => {
  expect(programs.map((program) => /from "(.*?)"/.exec(program)?.[1])).toEqual([
    "resend",
    "postmark",
    "@sendgrid/mail",
  ]);
});

test.each(programs)("the program %# sends an email", async (program) => {
  const before = await api.count();
  await runProgram(program);
  expect(await api.count()).toBe(before + 1);
});

test("Resend's environment variables are enough", async () => {
  const before = await api.count();
  const [program = ""] = programs;
  const unchanged = program.replace(/new Resend\(.*?\);/s, "new Resend();");
  expect(unchanged).not.toBe(program);
  await runProgram(unchanged, {
    RESEND_BASE_URL: `${api.url}/compat/resend`,
    RESEND_API_KEY: api.key,
  });
  expect(await api.count()).toBe(before + 1);
});
