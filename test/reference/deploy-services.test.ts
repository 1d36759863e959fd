/** The files of deploy/ agree with each other and with the program. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../src/config.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFile(join(root, path), "utf8");
const unit = await read("deploy/systemd/posthouse.service");
const command = await read("deploy/systemd/posthouse-service");
const backup = await read("deploy/systemd/posthouse-backup.service");

/** Settings in the lines `Environment=A=1 B=2` of a unit, or in the options of systemd-run. */
const environmentOf = (text: string): string[] =>
  [...text.matchAll(/^(?:.*--property=")?Environment=([^"\n]+)/gm)].flatMap(([, list = ""]) =>
    list.split(" "),
  );

test("the unit allows netlink, with which Node lists network interfaces, and low ports", () => {
  expect(unit).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m);
  expect(unit).toMatch(/^AmbientCapabilities=CAP_NET_BIND_SERVICE$/m);
});

test("posthouse-service and the backup have the service's user, settings and data", async () => {
  const settings = environmentOf(unit);
  expect(settings).toContain("DATA_DIR=/var/lib/posthouse");
  expect(environmentOf(command).sort()).toEqual(settings.toSorted());
  expect(settings).toEqual(expect.arrayContaining(environmentOf(backup)));
  for (const property of ["User=posthouse", "Group=posthouse", "EnvironmentFile=/etc/posthouse.env"])
    for (const text of [unit, backup, command]) expect(text).toContain(property);
  await run("sh", ["-n", join(root, "deploy/systemd/posthouse-service")]);
  expect((await stat(join(root, "deploy/systemd/posthouse-service"))).mode & 0o111).toBe(0o111);
});

test("the settings of the install guide are valid, with secrets of their own, and sign-up is closed", async () => {
  const guide = await read("docs/guides/install.md");
  const [, code = ""] = /^```sh\n(install -m 600 [\s\S]*?)^```$/m.exec(guide) ?? [];
  const folder = await mkdtemp(join(tmpdir(), "posthouse-install-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "etc"));
  await run("sh", ["-e", "-c", code.replaceAll("/etc/", `${folder}/etc/`)]);
  const path = join(folder, "etc/posthouse.env");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const lines = (await readFile(path, "utf8")).trim().split("\n");
  const written = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  const config = loadConfig({
    ...Object.fromEntries(environmentOf(unit).map((line) => line.split("="))),
    ...written,
  });
  expect(config.secretKey).toMatch(/^.{40,}$/);
  expect(config.defaultAdminPassword).toMatch(/^(?!posthouse$).{12,}$/);
  expect(config.signups).toBe("closed");
});

test.each(["compose.yaml", "deploy/compose.yaml"])(
  "%s requires the admin's password and closes sign-up",
  async (path) => {
    const text = await read(path);
    expect(text).toContain(`DEFAULT_ADMIN_PASSWORD: \${DEFAULT_ADMIN_PASSWORD:?`);
    expect(text).toContain(`SIGNUPS: \${SIGNUPS:-closed}`);
  },
);

test("bounces reach the containers at port 25", async () => {
  const compose = await read("deploy/compose.yaml");
  expect(compose).toMatch(/INBOUND_PORT: "2525"[\s\S]*ports: \["25:2525"/);
  const chart = async (name: string) => await read(`deploy/helm/posthouse/${name}`);
  expect(await chart("values.yaml")).toMatch(/^roles: .*\binbound\b/m);
  expect(await chart("values.yaml")).toContain('INBOUND_PORT: "2525"');
  expect(await chart("templates/service.yaml")).toContain("{ name: inbound, port: 25, targetPort: inbound }");
  expect(await chart("templates/statefulset.yaml")).toContain("{ name: inbound, containerPort: 2525 }");
});

test("pods have no settings from other services of their namespace", async () => {
  expect(await read("deploy/helm/posthouse/templates/statefulset.yaml")).toMatch(
    /^ +enableServiceLinks: false$/m,
  );
});
