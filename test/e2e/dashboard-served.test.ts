import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSharedStage, type SharedStage } from "../harness/browser-stage.ts";

/** Public content of the server: the files of the dashboard and of the documentation. */

const root = fileURLToPath(new URL("../../", import.meta.url));

let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage();
});
afterAll(() => stage?.close());

async function filesOfDashboard(): Promise<string[]> {
  const names = await readdir(`${root}dashboard/dist`, { recursive: true });
  // Compressed files are not served under their own names below docs/.
  return names.filter((name) => /\.\w+$/.test(name) && !/^docs\/.*\.(?:br|gz)$/.test(name));
}

test("the dashboard is shipped without source maps, secrets and traces of the machine that built it (K9)", async () => {
  const { member, baseUrl, databaseUrl } = stage;
  const secrets = [member.key, member.password, member.cookie.slice(12), databaseUrl, root];
  const shapes = [
    /sourceMappingURL/,
    /ph_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}/,
    /postgres(ql)?:\/\//,
    /PRIVATE KEY/,
    // Examples on the SMTP page are not traces of the build machine.
    /process\.env\b(?!\.POSTHOUSE_API_KEY)/,
    /\/home\/\w|\/Users\/\w|node_modules\//,
  ];
  const files = await filesOfDashboard();
  expect(files.filter((name) => /\.js$/.test(name)).length).toBeGreaterThan(10);
  for (const name of files) {
    const response = await fetch(`${baseUrl}/${name}`);
    expect(response.status, name).toBe(200);
    expect(response.headers.get("x-content-type-options"), name).toBe("nosniff");
    const text = await response.text();
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    // The documentation has examples of databases and variables.
    if (name.startsWith("docs/")) continue;
    expect(shapes.filter((shape) => shape.test(text)).map((shape) => `${shape} in ${name}`)).toEqual([]);
    expect(name).not.toMatch(/\.map$|\.tsx?$/);
  }
});

test("no path serves other files of the server's disk (K9)", async () => {
  const climbing = [
    "/..%2f..%2fpackage.json",
    "/assets/..%2f..%2f..%2fpackage.json",
    "/assets/%2e%2e%2findex.html",
  ];
  for (const path of [
    ...climbing,
    "/.env",
    "/.git/config",
    "/package.json",
    "/src/main.ts",
    "/assets/a.js.map",
  ]) {
    const response = await fetch(stage.baseUrl + path, { headers: { accept: "application/json" } });
    expect(response.status, path).toBeGreaterThanOrEqual(400);
    expect(response.status, path).toBeLessThan(500);
  }
});
