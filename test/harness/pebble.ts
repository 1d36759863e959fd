import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSelfSigned } from "../../src/platform/smtp-server/certificate/self-signed.ts";
import { freePort } from "./posthouse.ts";

/** Pebble, the ACME server for tests of Let's Encrypt. All names lead to this machine. It verifies hosts at `httpPort`. */
export async function startPebble(httpPort: number) {
  const directory = await mkdtemp(join(tmpdir(), "pebble-"));
  const [port, managementPort, dnsPort, challengePort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const { cert, key } = await makeSelfSigned("localhost");
  await writeFile(join(directory, "cert.pem"), cert);
  await writeFile(join(directory, "key.pem"), key);
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: join(directory, "cert.pem"),
    privateKey: join(directory, "key.pem"),
    httpPort,
    tlsPort: 1,
  };
  await writeFile(join(directory, "config.json"), JSON.stringify({ pebble }));
  const names = start("pebble-challtestsrv", [
    ...["-dns01", `127.0.0.1:${dnsPort}`, "-http01", "", "-https01", "", "-tlsalpn01", ""],
    ...["-management", `127.0.0.1:${challengePort}`, "-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""],
  ]);
  const server = start(
    "pebble",
    ["-config", join(directory, "config.json"), "-dnsserver", `127.0.0.1:${dnsPort}`],
    // Some nonces are refused, as a busy authority does.
    { PEBBLE_VA_NOSLEEP: "1", PEBBLE_WFE_NONCEREJECT: "15" },
  );
  return {
    directory: `https://localhost:${port}/dir`,
    managementUrl: `https://localhost:${managementPort}`,
    ca: cert,
    close: async () => {
      for (const child of [server, names]) child.kill();
      await rm(directory, { recursive: true });
    },
  };
}

function start(command: string, args: string[], env = {}): ChildProcess {
  return spawn(command, args, { stdio: "ignore", env: { ...process.env, ...env } });
}
