/** Runs the commands and programs of the documentation as printed, except for the address, against the whole program. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
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
import { isForPackage, isNotRun, NOT_RUN, readFences } from "./docs-fences.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const fences = await readFences();

const commands = fences.filter(
  (fence) => fence.language === "sh" && !isNotRun(fence) && !isForPackage(fence),
);

/** Languages that no test runs. */
const DATA = ["json", "text", "ini", "yaml", "caddyfile"];
/** Pages whose programs have tests of their own: webhook-receivers.test.ts and compat-docs.test.ts. */
const RUN_ELSEWHERE = ["guides/webhooks.md", "compat.md"];
const programs = fences.filter(
  ({ file, language }) => !["sh", "crontab", ...DATA].includes(language) && !RUN_ELSEWHERE.includes(file),
);

test("every block of code has a language and is run, or is listed with a reason", () => {
  const isQuickstart = (file: string) => file === "guides/quickstart.md";
  expect(
    programs.filter(({ file }) => !isQuickstart(file)).map(({ file, language }) => [file, language]),
  ).toEqual([
    ["guides/insights.md", "js"],
    ["guides/test-mode.md", "js"],
    ["guides/test-mode.md", "python"],
  ]);
  for (const { file, command } of NOT_RUN)
    expect(
      fences.some(
        (fence) => fence.file === file && fence.language === "sh" && command.test(fence.code.trim()),
      ),
      `${file} has no command ${command}: remove it from NOT_RUN`,
    ).toBe(true);
});

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

describe("the commands of the documentation work as printed", () => {
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
  { heading: "Elixir", file: "send.exs", program: "elixir" },
];
/** From test/rust-crates/fetch. */
const CRATES = "/var/cache/posthouse-rust-crates";
/** Debian has no .NET, and tests do not download it. */
const NOT_ON_DEBIAN = ["C#"];
const snippets = programs.filter(({ file }) => file === "guides/quickstart.md");

test("every program of the quickstart is run, except in languages that Debian does not have", () => {
  expect(snippets.map(({ heading }) => heading).sort()).toEqual(
    [...RUNNERS.map(({ heading }) => heading), "Rust", ...NOT_ON_DEBIAN].sort(),
  );
});

describe("the programs of the quickstart send an email as printed", () => {
  for (const { heading, file, program, args = [] } of RUNNERS) {
    const path = findProgram(program);
    // CI installs all programs, so a missing one is a failure.
    test.skipIf(path === null && !process.env.CI)(
      `${heading}${path ? "" : `: ${program} is not installed`}`,
      async () => {
        const code = snippets.find((block) => block.heading === heading)?.code ?? "";
        await writeFile(join(folder, file), here(code));
        const { stdout } = await run(program, [...args, file], {
          cwd: folder,
          env: { ...environment(), GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" },
          timeout: 120_000,
        });
        expect(stdout).toMatch(/200[\s\S]*success/);
        expect(await subjects()).toContain(`Hello from ${heading}`);
      },
    );
  }
});

const hasRust = findProgram("cargo") !== null && existsSync(CRATES);

test.skipIf(!hasRust)(
  `the program of the quickstart in Rust sends an email as printed${hasRust ? "" : ": cargo or the crates are not installed"}`,
  async () => {
    const source = `source.debian.directory="${CRATES}"`;
    const cargo = async (directory: string, args: string[], timeout = 30_000) =>
      await run(
        "cargo",
        ["--offline", "--config", 'source.crates-io.replace-with="debian"', "--config", source, ...args],
        {
          cwd: directory,
          env: {
            ...environment(),
            USER: "test",
            // Compiling takes half the time without it.
            CARGO_PROFILE_DEV_DEBUG: "false",
            // Kept for the next run of this checkout: compiling the crates takes a minute.
            CARGO_TARGET_DIR: join(root, "node_modules/.cache/rust"),
          },
          timeout,
        },
      );
    await cargo(folder, ["new", "send"]);
    const project = join(folder, "send");
    // Without TLS, which needs more crates and OpenSSL's headers.
    await cargo(project, ["add", "reqwest", "--features", "blocking", "--no-default-features"]);
    const code = snippets.find(({ heading }) => heading === "Rust")?.code ?? "";
    await writeFile(join(project, "src/main.rs"), here(code));
    const { stdout } = await cargo(project, ["run"], 600_000);
    expect(stdout).toMatch(/200[\s\S]*success/);
    expect(await subjects()).toContain("Hello from Rust");
  },
  700_000,
);

test("the program of the guide about CI waits for the email", async () => {
  const program = programs.find(
    ({ language, heading }) => language === "python" && heading === "In CI",
  )?.code;
  await writeFile(join(folder, "wait.py"), here(program ?? ""));
  const { stdout } = await run("python3", ["wait.py"], { cwd: folder, env: environment(), timeout: 60_000 });
  expect(stdout.trim()).not.toBe("");
});

const withClient = programs.filter(
  ({ language, file }) => language === "js" && file !== "guides/quickstart.md",
);

test.each(withClient)("the client's call in $file, $heading", async ({ code }) => {
  const { body } = await callApi<{ id: string }>(posthouse.baseUrl, "/api/v1/send", {
    key,
    body: { to: "ada@example.com", subject: "Hello", html: "<p>It works.</p>" },
  });
  const client = new URL("../../packages/client/src/index.ts", import.meta.url);
  const program = `import assert from "node:assert";
import { Posthouse } from ${JSON.stringify(client.href)};
const posthouse = new Posthouse(process.env.POSTHOUSE_API_KEY, { baseUrl: ${JSON.stringify(posthouse.baseUrl)} });
const id = ${JSON.stringify(body.id)};
${code}`;
  await run(nodePath, ["--input-type=module", "--eval", program], { env: environment(), timeout: 60_000 });
});
