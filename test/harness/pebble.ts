import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSelfSigned } from "../../src/platform/smtp-server/certificate/self-signed.ts";
import { freePort } from "./posthouse.ts";

type PebbleOptions = {
  /** How long certificates are valid. Default: five years. */
  validSeconds?: number;
};

/** Pebble, the ACME server for tests of Let's Encrypt. All names lead to this machine. It verifies hosts at `httpPort`. */
export async function startPebble(httpPort: number, { validSeconds }: PebbleOptions = {}) {
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
    ...(validSeconds !== undefined && { certificateValidityPeriod: validSeconds }),
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
    ca: cert,
    caFile: join(directory, "cert.pem"),
    /** The root certificate of the certificates that it issues. */
    loadRoot: () => getText(`https://localhost:${managementPort}/roots/0`, cert),
    close: async () => {
      for (const child of [server, names]) child.kill();
      await rm(directory, { recursive: true });
    },
  };
}

function start(command: string, args: string[], env = {}): ChildProcess {
  return spawn(command, args, { stdio: "ignore", env: { ...process.env, ...env } });
}

async function getText(url: string, ca: string): Promise<string> {
  const request = https.get(url, { ca, agent: new https.Agent({ keepAlive: false }) });
  const [response] = (await once(request, "response")) as [AsyncIterable<Buffer>];
  let text = "";
  for await (const chunk of response) text += chunk;
  return text;
}
