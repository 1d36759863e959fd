/** Runs the commands and programs of docs/guides as printed, except for the address, against the whole program. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKeyForEmail } from "../../src/features/keys/index.ts";
import { openDatabase } from "../../src/platform/db/index.ts";
import { callApi } from "../harness/api-client.ts";
import { findProgram } from "../harness/find-program.ts";
import { nodePath } from "../harness/node-path.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const guides = join(root, "docs/guides");
const pages = await Promise.all(
  (await readdir(guides)).map(async (file) => ({ file, text: await readFile(join(guides, file), "utf8") })),
);

type Block = { file: string; heading: string; language: string; code: string };
const blocks = pages.flatMap(
  ({ file, text }) =>
    [...text.matchAll(/^(#+ .+)$|^```(\w+).*\n([\s\S]*?)^```$/gm)].reduce<{
      heading: string;
      found: Block[];
    }>(
      ({ heading, found }, [, title, language = "", code = ""]) =>
        title === undefined
          ? { heading, found: [...found, { file, heading, language, code }] }
          : { heading: title.replace(/^#+ /, ""), found },
      { heading: "", found: [] },
    ).found,
);

/** Commands that other tests run: those of the README, or with a relay. */
const RUN_ELSEWHERE = /^(?:\w+=\S+ )?npm start$|^export POSTHOUSE_API_KEY=/;
const commands = blocks.filter(({ language, code }) => language === "sh" && !RUN_ELSEWHERE.test(code.trim()));

let posthouse: Posthouse;
let key: string;
let folder: string;

beforeAll(async () => {
  posthouse = await startPosthouse({ roles: "all" });
  await until(() => posthouse.findSmtpPorts(), { what: "SMTP" });
  const database = openDatabase(posthouse.databaseUrl(), { max: 1 });
  ({ key } = await createKeyForEmail(database, { email: "admin@example.com", name: "test" }));
  await database.close();
  folder = await mkdtemp(join(tmpdir(), "posthouse-guides-"));
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await rm(folder, { recursive: true, force: true });
});

const here = (code: string): string =>
  code
    .replaceAll("http://localhost:3000", posthouse.baseUrl)
    .replace("smtp://localhost:2587", `smtp://localhost:${posthouse.findSmtpPorts()?.starttls}`);

function environment(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, POSTHOUSE_API_KEY: key, DATA_DIR: posthouse.dataDir, PORT: String(posthouse.port) };
}

async function subjects(): Promise<string[]> {
  const { body } = await callApi<{ emails: { subject: string }[] }>(
    posthouse.baseUrl,
    "/api/v1/emails?limit=100",
    { key },
  );
  return body.emails.map(({ subject }) => subject);
}

describe("the commands of the guides work as printed", () => {
  test.each(commands.map((block) => ({ ...block, title: block.code.split("\n")[0]?.slice(0, 90) })))(
    "$file, $heading: $title",
    async ({ code }) => {
      const command = here(code).replaceAll(/\bcurl /g, "curl --silent --show-error --fail-with-body ");
      const { stdout } = await run("bash", ["-e", "-o", "pipefail", "-c", command], {
        cwd: root,
        env: environment(),
        timeout: 60_000,
      });
      expect(stdout).not.toContain('"success":false');
    },
  );
});

type Runner = { heading: string; file: string; program: string; args?: string[] };
const RUNNERS: Runner[] = [
  { heading: "Node.js", file: "send.mjs", program: nodePath },
  { heading: "Python", file: "send.py", program: "python3" },
  { heading: "PHP", file: "send.php", program: "php" },
  { heading: "Ruby", file: "send.rb", program: "ruby" },
  { heading: "Go", file: "send.go", program: "go", args: ["run"] },
  { heading: "Java", file: "Send.java", program: "java" },
];
/** These need packages from a registry, which tests do not download. */
const NEEDS_PACKAGES = ["C#", "Rust", "Elixir"];
const snippets = blocks.filter(
  ({ file, heading, language }) =>
    file === "quickstart.md" && !["sh", "json"].includes(language) && heading !== "",
);

test("every language of the quickstart is run, or needs packages", () => {
  expect(snippets.map(({ heading }) => heading).sort()).toEqual(
    [...RUNNERS.map(({ heading }) => heading), ...NEEDS_PACKAGES].sort(),
  );
});

describe("the programs of the quickstart send an email as printed", () => {
  for (const { heading, file, program, args = [] } of RUNNERS) {
    const path = findProgram(program);
    test.skipIf(path === null)(`${heading}${path ? "" : `: ${program} is not installed`}`, async () => {
      const code = snippets.find((block) => block.heading === heading)?.code ?? "";
      await writeFile(join(folder, file), here(code));
      const { stdout } = await run(program, [...args, file], {
        cwd: folder,
        env: { ...environment(), GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" },
        timeout: 120_000,
      });
      expect(stdout).toMatch(/200[\s\S]*success/);
      expect(await subjects()).toContain(`Hello from ${heading}`);
    });
  }
});

test("the program of the guide about CI waits for the email", async () => {
  const program = blocks.find(({ file, language }) => file === "test-mode.md" && language === "python")?.code;
  await writeFile(join(folder, "wait.py"), here(program ?? ""));
  const { stdout } = await run("python3", ["wait.py"], { cwd: folder, env: environment(), timeout: 60_000 });
  expect(stdout.trim()).not.toBe("");
});
