/** Runs each example of docs/api as printed, except for the address and the ids, against the whole program. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodePath } from "../harness/node-path.ts";
import { callsOf, type OpenApiDocument, type Operation } from "../reference/api-operation.ts";
import { ExampleWorld } from "./api-examples-world.ts";

const run = promisify(execFile);
const folder = new URL("../../docs/api/", import.meta.url);
const client = new URL("../../packages/client/src/index.ts", import.meta.url);

const pages = await Promise.all(
  (await readdir(folder)).map((file) => readFile(new URL(file, folder), "utf8")),
);
const preamble = /```js\n(import [\s\S]*?)```/.exec(
  pages.find((page) => page.startsWith("# API")) ?? "",
)?.[1];
const sections = pages.flatMap((page) =>
  [...page.matchAll(/^`([A-Z]+) (\/api\/v1\/\S+)`\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)].map(
    ([, method = "", path = "", text = ""]) => ({
      method,
      path,
      curl: /```sh\n(curl [\s\S]*?)```/.exec(text)?.[1] ?? "",
      js: /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? null,
    }),
  ),
);

let world: ExampleWorld;
let operations: Map<string, Operation>;
let files: string;
/** Runs all programs of the client, because starting a process for each takes longer than its calls. */
let runner: ChildProcess;
const RUN_PROGRAMS = `process.on("message", async (url) => {
  const failure = await import(url).then(() => null, (error) => String(error?.stack ?? error));
  process.send(failure);
});`;

beforeAll(async () => {
  world = await ExampleWorld.open();
  const document = (await (await fetch(`${world.posthouse.baseUrl}/openapi.json`)).json()) as OpenApiDocument;
  operations = new Map(
    callsOf(document).map(({ method, path, operation }) => [`${method} ${path}`, operation]),
  );
  files = await mkdtemp(join(tmpdir(), "posthouse-examples-"));
  await writeFile(join(files, "suppressions.csv"), "address\nbob@example.com\n");
  await writeFile(join(files, "contacts.csv"), "email,name,plan\nbob@example.com,Bob,pro\n");
  runner = spawn(nodePath, ["--input-type=module", "--eval", RUN_PROGRAMS], {
    cwd: fileURLToPath(folder),
    env: environment(),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
});
afterAll(async () => {
  runner?.kill();
  await world?.close();
  await rm(files, { recursive: true, force: true });
});

const operationOf = ({ method, path }: { method: string; path: string }): Operation => {
  const operation = operations.get(`${method} ${path}`);
  if (!operation) throw new Error(`openapi.json has no ${method} ${path}`);
  return operation;
};

/** The example with the address of this instance, after making what it needs. */
async function ready(code: string, { method, path }: { method: string; path: string }): Promise<string> {
  const values = await world.prepare(operationOf({ method, path }).operationId, path);
  const here = code.replaceAll("http://localhost:3000", world.posthouse.baseUrl);
  return Object.entries(values).reduce((text, [printed, value]) => text.replaceAll(printed, value), here);
}

function environment(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, POSTHOUSE_API_KEY: world.account.key };
}

test("every public operation has an example", () => {
  const publicOnes = [...operations.keys()].filter((call) => call.includes(" /api/v1/"));
  expect(sections.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(publicOnes.sort());
});

describe("curl gets a documented status", () => {
  test.each(sections)("$method $path", async (section) => {
    const command = (await ready(section.curl, section)).replace(
      /^curl /,
      `curl --silent --show-error --write-out '\\n%{http_code}' `,
    );
    const { stdout } = await run("bash", ["-e", "-c", command], {
      cwd: files,
      env: environment(),
      timeout: 60_000,
    });
    const documented = Object.keys(operationOf(section).responses).filter((status) => status.startsWith("2"));
    expect(documented, stdout.slice(-500)).toContain(stdout.split("\n").at(-1));
  });
});

describe("the client's call succeeds", () => {
  test.each(sections.filter(({ js }) => js !== null))("$method $path", async (section) => {
    const program = `${preamble}\n${await ready(section.js ?? "", section)}`
      .replace('"@posthouse/client"', JSON.stringify(client.href))
      .replaceAll("http://localhost:3000", world.posthouse.baseUrl);
    const file = join(files, `${sections.indexOf(section)}.mjs`);
    await writeFile(file, program);
    const ended = Promise.race([once(runner, "message"), once(runner, "exit")]);
    runner.send(pathToFileURL(file).href);
    expect((await ended)[0]).toBeNull();
  });
});
