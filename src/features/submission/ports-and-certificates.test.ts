import { once } from "node:events";
import { stat, writeFile } from "node:fs/promises";
import { connect as connectPlain, createServer, type Server } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { generate } from "selfsigned";
import { afterEach, describe, expect, test } from "vitest";
import { freePort } from "../../../test/harness/posthouse.ts";
import { TEST_CERTIFICATE } from "../../../test/harness/smtp-certificate.ts";
import { startTestSubmission } from "../../../test/harness/submission-server.ts";
import { until } from "../../../test/harness/until.ts";
import { errorInPair, hasExpired } from "../../platform/smtp-server/certificate/certificate.ts";
import { keepSelfSigned } from "../../platform/smtp-server/certificate/self-signed.ts";

let stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  stops = [];
});

async function openServer(options: Parameters<typeof startTestSubmission>[0]) {
  const server = await startTestSubmission(options);
  stops.push(server.stop);
  return server;
}
async function takePort(): Promise<{ server: Server; port: number }> {
  const port = await freePort();
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  stops.push(() => server.close());
  return { server, port };
}
async function makeCertificate(host: string, notAfterDate: Date) {
  const { cert, private: key } = await generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    notBeforeDate: new Date("2020-01-01"),
    notAfterDate,
  });
  return { cert, key };
}
const inAYear = new Date(Date.now() + 365 * 86_400_000);

async function shownHost(port: number): Promise<string> {
  const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
}

describe("ports", () => {
  test("when a default port is in use, the other one works, and the port is opened once it is free", async () => {
    const { server: squatter, port } = await takePort();
    const starttls = { host: "127.0.0.1", port, isChosen: false, setting: "SMTP_PORT" as const };
    const server = await openServer({ starttls });
    expect(server.starttls).toBeNull();
    expect(await shownHost(server.implicit)).toBe("mail.test");
    squatter.close();
    const greets = () => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const socket = connectPlain(port, "127.0.0.1");
      socket.on("error", () => resolve(false));
      socket.on("data", (chunk) => {
        socket.destroy();
        resolve(chunk.toString().startsWith("220 "));
      });
      return promise;
    };
    await until(greets, { what: "the free port to be taken" });
  });

  test("a configured port that is in use is reported in one line", async () => {
    const { port } = await takePort();
    const starttls = { host: "127.0.0.1", port, isChosen: true, setting: "SMTP_PORT" as const };
    await expect(openServer({ starttls })).rejects.toThrow(
      `port ${port} is in use, so no mail is accepted there: stop the program that uses it, or set SMTP_PORT to a free port`,
    );
  });
});

describe("certificates", () => {
  test("a self-signed certificate is made once, readable only by its owner", async () => {
    const server = await openServer({});
    const path = join(server.dataDir, "smtp-certificate.json");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { dataDir } = server;
    const kept = await keepSelfSigned({ dataDir, host: "mail.test" });
    expect(await keepSelfSigned({ dataDir, host: "mail.test" })).toEqual(kept);
    expect(errorInPair(kept)).toBeNull();
    expect(hasExpired(kept)).toBe(false);
    expect(await keepSelfSigned({ dataDir, host: "127.0.0.1" })).not.toEqual(kept);
    await writeFile(path, "broken");
    expect(errorInPair(await keepSelfSigned({ dataDir, host: "mail.test" }))).toBeNull();
  });

  test("new files are used without a restart, and unusable files keep the old certificate (D23)", async () => {
    const { dataDir } = await openServer({});
    const files = { certFile: join(dataDir, "c.pem"), keyFile: join(dataDir, "k.pem") };
    const write = async ({ cert, key }: { cert: string; key: string }) => {
      await writeFile(files.keyFile, key);
      await writeFile(files.certFile, cert);
    };
    await write(await makeCertificate("first.test", inAYear));
    const server = await openServer({ certificateFiles: files });
    expect(await shownHost(server.implicit)).toBe("first.test");
    for (const unusable of [
      { cert: "nonsense", key: "nonsense" },
      await makeCertificate("expired.test", new Date("2021-01-01")),
      { ...(await makeCertificate("mismatch.test", inAYear)), key: TEST_CERTIFICATE.key },
    ]) {
      const refused = server.logged.filter(({ event }) => event === "submission.certificate_refused").length;
      await write(unusable);
      await until(
        () =>
          server.logged.filter(({ event }) => event === "submission.certificate_refused").length > refused,
        { what: "the refusal" },
      );
      expect(await shownHost(server.implicit)).toBe("first.test");
    }
    await write(await makeCertificate("second.test", inAYear));
    await until(async () => (await shownHost(server.implicit)) === "second.test", {
      what: "the new certificate",
      every: 200,
    });
  });

  test("unreadable files stop the start with one line", async () => {
    const certificateFiles = { certFile: "/nowhere/c.pem", keyFile: "/nowhere/k.pem" };
    await expect(openServer({ certificateFiles })).rejects.toThrow(
      "SMTP_TLS_CERT cannot be read (ENOENT): /nowhere/c.pem",
    );
  });
});
