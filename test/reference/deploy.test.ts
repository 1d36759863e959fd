/** The files of deploy/ are accepted by the programs that read them. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProgram } from "../harness/find-program.ts";
import { TEST_CERTIFICATE } from "../harness/smtp-certificate.ts";

const run = promisify(execFile);
const deploy = fileURLToPath(new URL("../../deploy/", import.meta.url));
const root = join(deploy, "..");
const read = (path: string) => readFile(join(root, path), "utf8");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "posthouse-deploy-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Skipped without the program, except in CI, where .ci/run installs it. */
const withProgram = (name: string) => test.skipIf(!process.env.CI && findProgram(name) === null);
/** Programs that Debian does not have. */
const withOptional = (hasIt: boolean) => test.skipIf(!hasIt);

async function write(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

withProgram("nginx")("nginx accepts nginx.conf", async () => {
  const { cert, key } = TEST_CERTIFICATE;
  const [certPath, keyPath] = [await write("cert.pem", cert), await write("key.pem", key)];
  const server = (await read("deploy/proxy/nginx.conf"))
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certPath};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${keyPath};`)
    // A test also binds ports, and those of the sample need root.
    .replaceAll(/listen (\[::\]:)?(80|443)\b/g, (_, ip = "", port) => `listen ${ip}${18_000 + Number(port)}`);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder};`,
  );
  const main = `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${paths.join(" ")}\n${server}\n}`;
  const config = await write("nginx.conf", main);
  const { stderr } = await run(findProgram("nginx") ?? "nginx", ["-t", "-e", "stderr", "-c", config]);
  expect(stderr).toContain("test is successful");
  expect(stderr).not.toMatch(/\[(warn|emerg|alert)\]/);
});

const caddyfiles = ["deploy/proxy/Caddyfile", "docs/guides/install.md", "docs/guides/tracking.md"];

withProgram("caddy")("Caddy accepts the Caddyfile and those of the guides", async () => {
  for (const path of caddyfiles) {
    const text = await read(path);
    const blocks = path.endsWith(".md")
      ? [...text.matchAll(/^ *```caddyfile\n([\s\S]*?)^ *```$/gm)].map(([, code = ""]) => code)
      : [text];
    expect(blocks.length, path).toBeGreaterThan(0);
    for (const block of blocks) {
      const config = await write("Caddyfile", block);
      const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      const args = ["validate", "--config", config, "--adapter", "caddyfile"];
      const { stdout, stderr } = await run("caddy", args, { env });
      expect(stdout + stderr, path).toContain("Valid configuration");
    }
  }
});

test("the guide shows the Caddyfile of the package", async () => {
  const [, ...sample] = (await read("deploy/proxy/Caddyfile")).split(/^(?=mail)/m);
  expect(sample).toHaveLength(1);
  expect(await read("docs/guides/install.md")).toContain(`\`\`\`caddyfile\n${sample[0]}\`\`\``);
});

withProgram("systemd-analyze")("systemd accepts the units and rates their exposure as low", async () => {
  // The program must exist, but is not started.
  const install = async (name: string) => {
    const unit = await read(`deploy/systemd/${name}`);
    return await write(name, unit.replace(/^ExecStart=posthouse /m, `ExecStart=${process.execPath} `));
  };
  const path = await install("posthouse.service");
  const paths = [path, await install("posthouse-backup.service"), await install("posthouse-backup.timer")];
  const { stderr } = await run("systemd-analyze", ["verify", ...paths]);
  expect(stderr).not.toContain("posthouse");
  // Ten times the exposure: the command fails above 2.5 of 10.
  await run("systemd-analyze", ["security", "--offline=true", "--threshold=25", path]);
});

const hasCompose = await run("docker", ["compose", "version"]).then(
  () => true,
  () => false,
);

withOptional(hasCompose).each(["compose.yaml", "deploy/compose.yaml"])("Docker accepts %s", async (path) => {
  const secrets = {
    POSTGRES_PASSWORD: "x",
    SECRET_KEY: "x".repeat(32),
    MAIL_HOST: "mail.example.com",
    DEFAULT_ADMIN_EMAIL: "ops@example.com",
    DEFAULT_ADMIN_PASSWORD: "chosen",
  };
  const args = ["compose", "--file", join(root, path), "config", "--quiet"];
  await run("docker", args, { env: { ...process.env, ...secrets } });
});

withOptional(findProgram("helm") !== null)("Helm accepts the chart", async () => {
  await run("helm", ["lint", "--strict", join(deploy, "helm/posthouse")]);
});
