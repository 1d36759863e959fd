/** Tests the published package: built by its own script and used as another program would use it. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScriptedServer, startScriptedServer } from "../src/scripted-server.fixture.ts";
import { VERSION } from "../src/version.ts";

const run = promisify(execFile);
const packageDir = fileURLToPath(new URL("../", import.meta.url));
const root = fileURLToPath(new URL("../../../", import.meta.url));
const tsc = join(root, "node_modules/.bin/tsc");
/** The compiler shares the machine with other tests. */
const compileWithinMs = 240_000;
const manifest = JSON.parse(await readFile(join(packageDir, "package.json"), "utf8"));

/** The machine's own Node, not the pinned one, because it may be older. */
const plainNode = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((directory) => !directory.includes("node_modules"))
  .concat("/usr/local/bin", "/usr/bin")
  .map((directory) => join(directory, "node"))
  .find((path) => existsSync(path));

let project: string;
let server: ScriptedServer;

/** Creates a program's directory with the package in its node_modules, as npm would. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "posthouse-client-"));
  const installed = join(project, "node_modules/@posthouse/client");
  await mkdir(installed, { recursive: true });
  await run(tsc, ["-p", join(packageDir, "tsconfig.build.json"), "--outDir", join(installed, "dist")]);
  await cp(join(packageDir, "package.json"), join(installed, "package.json"));
  await writeFile(join(project, "package.json"), '{ "type": "module" }');
  server = await startScriptedServer([
    { json: { success: true, id: "id-1", status: "queued", message_id: "m" } },
  ]);
}, compileWithinMs);
afterAll(async () => {
  await server?.close();
  await rm(project, { recursive: true, force: true });
});

test("the client's version is that of the package", () => {
  expect(VERSION).toBe(manifest.version);
});

test("it has no dependencies and imports no module of Node", async () => {
  expect(manifest.dependencies).toBeUndefined();
  const dist = join(project, "node_modules/@posthouse/client/dist");
  const files = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".js"));
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const code = await readFile(join(dist, file), "utf8");
    const imported = [...code.matchAll(/(?:from |import\()"([^"]+)"/g)].map(([, name]) => name);
    const others = imported.filter((name) => !name?.startsWith("./"));
    expect(others).toEqual(file === "render-react.js" ? ["@react-email/render"] : []);
    expect(code).not.toMatch(/\b(process|Buffer|require|__dirname)\b\s*[.(]/);
  }
});

const program = `
import { Posthouse } from "@posthouse/client";
const posthouse = new Posthouse("ph_x", { baseUrl: process.argv[2] });
const { id } = await posthouse.emails.send({ to: "a@example.com", subject: "Hi", text: "Hi", attachments: [{ filename: "a", content: new Uint8Array([104, 105]) }] });
console.log(process.versions.node.split(".")[0], id);
`;

test.skipIf(!plainNode)("it runs on the machine's own Node", async () => {
  await writeFile(join(project, "send.js"), program);
  const { stdout } = await run(plainNode as string, ["send.js", server.baseUrl], { cwd: project });
  expect(stdout).toMatch(/^\d+ id-1\n$/);
  expect(JSON.parse(server.requests[0]?.body ?? "").attachments).toEqual([
    { filename: "a", content: "aGk=" },
  ]);
});

const example = `
import { type EmailToSend, Posthouse, PosthouseError, type SentEmail } from "@posthouse/client";

const posthouse = new Posthouse("ph_x", { baseUrl: "https://mail.example.com", maxRetries: 2 });
const email: EmailToSend = {
  from: { email: "a@example.com", name: "A" },
  to: ["b@example.com", { email: "c@example.com" }],
  cc: "d@example.com",
  subject: "Hi",
  react: { type: "p", props: {}, key: null },
  attachments: [{ filename: "a.txt", content: new Uint8Array(3) }, { path: "https://example.com/b.png", content_id: "b" }],
  tags: [{ name: "kind", value: "welcome" }],
  metadata: { order: 17, paid: true },
  scheduled_at: new Date(),
};
const sent: SentEmail = await posthouse.emails.send(email, { idempotencyKey: "order-17" });
const id: string = sent.id;
for (const result of (await posthouse.emails.batch([email], { mode: "per_item" })).emails)
  console.log(result.success ? result.id : result.error.message);
const outcome: string | undefined = (await posthouse.emails.dryRun(email)).recipients[0]?.outcome;
for await (const { status } of posthouse.emails.list({ status: "bounced" })) console.log(status satisfies string);
const total: number | undefined = (await posthouse.contacts.list({ include: "total" })).pagination.total;
await posthouse.emails.reschedule(id, { scheduled_at: "in 2 hours" });
for await (const event of posthouse.events.list({ type: "delivered" })) console.log(event.detail.line, outcome, total);
try {
  await posthouse.contacts.create({ email: "a@example.com", properties: { plan: "pro" } }, { on_conflict: "update" });
} catch (error) {
  if (error instanceof PosthouseError) console.log(error.code, error.status, error.fields[0]?.path);
}
// @ts-expect-error: html and react exclude each other
await posthouse.emails.send({ to: "a@example.com", subject: "Hi", html: "", react: { type: "p", props: {}, key: null } });
// @ts-expect-error: to is missing
await posthouse.emails.send({ subject: "Hi", text: "Hi" });
// @ts-expect-error: a typo
await posthouse.emails.send({ to: "a@example.com", subject: "Hi", txt: "Hi" });
// @ts-expect-error: no such filter
posthouse.emails.list({ state: "delivered" });
// @ts-expect-error: baseUrl is missing
new Posthouse("ph_x");
`;

/** Returns TypeScript's errors in files of the program, with strict settings. */
async function errorsIn(files: string[], settings: object): Promise<string> {
  const compilerOptions = {
    ...{
      target: "es2022",
      lib: ["es2022", "dom"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    },
    ...settings,
  };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  return await run(tsc, ["-p", project]).then(
    () => "",
    ({ stdout }) => stdout,
  );
}

test.each([
  { module: "nodenext", moduleResolution: "nodenext" },
  { module: "esnext", moduleResolution: "bundler" },
])(
  "its types compile without types of Node: $module, $moduleResolution",
  { timeout: compileWithinMs },
  async (settings) => {
    await writeFile(join(project, "example.ts"), example);
    expect(await errorsIn(["example.ts"], { ...settings, types: [] })).toBe("");
  },
);

const readme = await readFile(join(packageDir, "README.md"), "utf8");
const snippets = [...readme.matchAll(/```(tsx?)\n([\s\S]*?)```/g)].map(([, type = "", code = ""]) => ({
  type,
  code,
}));

test("the README's snippets compile", { timeout: compileWithinMs }, async () => {
  for (const name of ["@types", "undici-types", "csstype"])
    await symlink(join(root, "node_modules", name), join(project, "node_modules", name));
  const files = snippets.map(({ type }, index) => `snippet-${index}.${type}`);
  expect(files.length).toBeGreaterThan(5);
  for (const [index, { code }] of snippets.entries())
    await writeFile(join(project, files[index] ?? ""), code);
  expect(await errorsIn(files, { module: "nodenext", jsx: "react-jsx", types: ["node"] })).toBe("");
});

const api = fileURLToPath(new URL("../../../docs/api/", import.meta.url));
const examples = (await Promise.all((await readdir(api)).map((file) => readFile(join(api, file), "utf8"))))
  .flatMap((page) => [...page.matchAll(/```js\n([\s\S]*?)```/g)])
  .map(([, code = ""]) => code);

test("the examples of the API reference compile", { timeout: compileWithinMs }, async () => {
  const [imports, ...calls] = examples.toSorted(
    (a, b) => Number(b.startsWith("import")) - Number(a.startsWith("import")),
  );
  expect(imports).toContain("new Posthouse(");
  expect(calls.length).toBeGreaterThan(50);
  const program = [
    imports?.replace("process.env.POSTHOUSE_API_KEY", '"ph_x"'),
    ...calls.map((call) => `{\n${call}}`),
  ];
  await writeFile(join(project, "examples.ts"), program.join("\n"));
  expect(await errorsIn(["examples.ts"], { module: "nodenext", types: [] })).toBe("");
});
