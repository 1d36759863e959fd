import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const WEB_SERVER = /^@?fastify\b/;
const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/;

let chunks: Map<string, Rolldown.OutputChunk>;

beforeAll(async () => {
  const configFile = `${root}vite.config.ts`;
  const built = await build({
    root,
    configFile,
    logLevel: "silent",
    build: { write: false, sourcemap: false },
  });
  const { output } = [built].flat()[0] as Rolldown.RolldownOutput;
  chunks = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])));
}, 120_000);

/** The packages in the files that a process of the built server loads when it imports the file of its role. */
function packagesOf(role: string): Set<string> {
  const entry = [...chunks.values()].find(
    ({ facadeModuleId }) => facadeModuleId === `${root}src/processes/${role}.ts`,
  );
  if (!entry) throw new Error(`the build has no ${role}`);
  const packages = new Set<string>();
  const pending = new Set([entry]);
  for (const { imports, moduleIds } of pending) {
    for (const imported of imports) {
      const chunk = chunks.get(imported);
      if (chunk) pending.add(chunk);
      else packages.add(imported);
    }
    for (const id of moduleIds) {
      const name = PACKAGE.exec(id)?.[1];
      if (name !== undefined) packages.add(name);
    }
  }
  return packages;
}

test.each(["worker", "smtp", "inbound", "background"])("the role %s loads no web server", (role) => {
  const packages = [...packagesOf(role)];
  expect(packages).toContain("pg");
  expect(packages.filter((name) => WEB_SERVER.test(name))).toEqual([]);
});

test("packages that require node:http get the whole module", () => {
  const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes("\0node:http"));
  // The bundler's `require` of an ES module returns this export.
  expect(chunk?.code).toContain('"module.exports": () => http');
});

test("no file imports node:http, for which Node would load undici", () => {
  for (const { imports, fileName } of chunks.values()) expect(imports, fileName).not.toContain("node:http");
});

test("the role api loads one", () => {
  expect([...packagesOf("api")]).toContain("fastify");
});
