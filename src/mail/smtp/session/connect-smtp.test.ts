import { networkInterfaces } from "node:os";
import { describe, expect, test, vi } from "vitest";
import { JOB, makeSmtpPairs } from "../../../../test/harness/smtp-pair.ts";
import { connectSmtp } from "../index.ts";

// The tests use real sockets, on a machine that may run other tests at the same time.
vi.setConfig({ testTimeout: 30_000 });

/** An address of this machine that is not loopback, as if it were another machine's. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
const { sinkWith, connectTo, connected, failed } = makeSmtpPairs();

describe("TLS", () => {
  test("required, implicit and opportunistic encrypt; none does not", async () => {
    for (const [offer, tls, secure] of [
      ["starttls", "required", true],
      ["starttls", "opportunistic", true],
      ["implicit", "implicit", true],
      ["starttls", "none", false],
    ] as const) {
      const sink = await sinkWith({ tls: offer });
      const connection = await connected(sink, { tls });
      await connection.send(JOB);
      expect(sink.messages).toMatchObject([{ secure }]);
    }
  });

  test("opportunistic reports why the connection is not encrypted", async () => {
    const sink = await sinkWith();
    for (const [tls, plaintext] of [
      ["opportunistic", "it does not offer STARTTLS"],
      ["none", null],
    ] as const)
      expect(await (await connected(sink, { tls })).send(JOB)).toMatchObject([{ tls: null, plaintext }]);
  });

  test("required never falls back, whatever the server replies", async () => {
    const sink = await sinkWith();
    expect(await failed(sink, { tls: "required" })).toMatchObject({ kind: "deferred", phase: "starttls" });
  });

  test("a certificate that cannot be verified ends the attempt, unless TLS is opportunistic (E27)", async () => {
    const strict = { rejectUnauthorized: true };
    for (const tls of ["required", "implicit"] as const) {
      const sink = await sinkWith({ tls: tls === "required" ? "starttls" : "implicit" });
      const failure = await failed(sink, { tls, ...strict });
      expect(failure).toMatchObject({
        kind: "deferred",
        phase: "tls",
        reason: expect.stringMatching(/self.signed/),
      });
    }
    const sink = await sinkWith({ tls: "starttls" });
    await (await connected(sink, { tls: "opportunistic", ...strict })).send(JOB);
    expect(sink.messages).toMatchObject([{ secure: true }]);
  });

  test("after opportunistic TLS fails, one attempt in plain text reports the cause (E25)", async () => {
    for (const [script, reason] of [
      [{ tls: "fin" }, /TLS/],
      [{ starttls: "454 4.7.0 TLS not available" }, /454 4\.7\.0 TLS not available/],
    ] as const) {
      const sink = await sinkWith({ tls: "starttls", script });
      const outcomes = await (await connected(sink, { tls: "opportunistic" })).send(JOB);
      expect(outcomes).toMatchObject([{ tls: null, plaintext: expect.stringMatching(reason) }]);
      expect(sink.messages).toMatchObject([{ secure: false, connection: 2 }]);
    }
  });

  test("bytes injected after 220 are not read as sent under TLS (RFC 3207 §6)", async () => {
    const sink = await sinkWith({
      tls: "starttls",
      script: { starttls: { raw: "220 go\r\n250-injected\r\n250 AUTH PLAIN\r\n" } },
    });
    expect(await failed(sink, { tls: "required" })).toMatchObject({ kind: "deferred", phase: "starttls" });
    expect(sink.commands.at(-1)).toBe("STARTTLS");
  });

  test("capabilities offered before TLS are discarded (RFC 3207 §4.2)", async () => {
    const ehlo = ({ secure }: { secure: boolean }) => (secure ? "250 sink.example" : undefined);
    const sink = await sinkWith({ tls: "starttls", smtpUtf8: true, script: { ehlo } });
    const connection = await connected(sink, { tls: "required" });
    expect(await connection.send({ ...JOB, from: "jürgen@b.example" })).toMatchObject([
      { kind: "bounced", enhanced: "5.6.7" },
    ]);
  });
});

describe("AUTH", () => {
  const auth = { user: "ü@x", pass: "p w" };

  test.each(["PLAIN", "LOGIN"] as const)("%s under TLS", async (mechanism) => {
    const seen: unknown[] = [];
    const script = { auth: (credentials: unknown) => void seen.push(credentials) };
    const sink = await sinkWith({ tls: "starttls", auth: [mechanism], script });
    await connected(sink, { tls: "required", auth });
    expect(seen).toEqual([{ mechanism, ...auth }]);
  });

  test("PLAIN is preferred, and its response is repeated if the server asks", async () => {
    const sink = await sinkWith({ tls: "implicit", auth: ["LOGIN", "PLAIN"] });
    await connected(sink, { tls: "implicit", auth });
    expect(sink.commands).toContain(`AUTH PLAIN ${Buffer.from("\0ü@x\0p w").toString("base64")}`);
  });

  test("a password is sent in plain text only to this machine, if it offers no TLS or none is wanted", async () => {
    const bare = await sinkWith({ auth: ["PLAIN"] });
    await connected(bare, { tls: "opportunistic", auth });
    expect(bare.commands.at(-1)).toMatch(/^AUTH PLAIN /);

    const offersTls = await sinkWith({ auth: ["PLAIN"], tls: "starttls" });
    await connected(offersTls, { tls: "none", auth });
    expect(offersTls.commands).toEqual(["EHLO client.example", expect.stringMatching(/^AUTH PLAIN /)]);

    const brokenTls = await sinkWith({ auth: ["PLAIN"], tls: "starttls", script: { tls: "fin" } });
    expect(await failed(brokenTls, { tls: "opportunistic", auth })).toMatchObject({
      kind: "deferred",
      phase: "tls",
    });
    expect(brokenTls.connections).toBe(1);
  });

  test.skipIf(outside === undefined)(
    "a password is never sent in plain text to another machine",
    async () => {
      const sink = await sinkWith({ auth: ["PLAIN"], host: outside ?? "" });
      for (const tls of ["none", "opportunistic"] as const)
        expect(await failed(sink, { tls, auth })).toMatchObject({
          kind: "deferred",
          phase: "auth",
          reason: `The password was not sent to ${outside}, because the connection is not encrypted.`,
        });
      expect(sink.commands.filter((line) => line.startsWith("AUTH"))).toEqual([]);
    },
  );

  test("refused credentials and missing mechanisms are deferred with their reason (E35)", async () => {
    const refuses = await sinkWith({ auth: ["PLAIN"], script: { auth: "535 5.7.8 Authentication failed" } });
    expect(await failed(refuses, { auth })).toMatchObject({
      kind: "deferred",
      phase: "auth",
      reply: { code: 535, enhanced: "5.7.8" },
    });
    const none = await sinkWith();
    expect(await failed(none, { auth })).toMatchObject({ kind: "deferred", phase: "auth", reply: null });
  });
});

test("a server that does not know EHLO is greeted with HELO (RFC 5321 §3.2)", async () => {
  const ehlo = ({ verb }: { verb: string }) => (verb === "EHLO" ? "502 5.5.2 What?" : undefined);
  const sink = await sinkWith({ script: { ehlo } });
  expect(await (await connected(sink)).send(JOB)).toMatchObject([{ kind: "delivered" }]);
  expect(sink.commands.slice(0, 2)).toEqual(["EHLO client.example", "HELO client.example"]);
});

test("without a configured name, EHLO sends our address literal", async () => {
  const sink = await sinkWith();
  const endpoint = {
    host: sink.host,
    port: sink.port,
    tls: "none",
    auth: null,
    rejectUnauthorized: true,
  } as const;
  const result = await connectSmtp({ endpoint });
  if (result.ok) await result.connection.quit();
  expect(sink.commands).toEqual(["EHLO [127.0.0.1]", "QUIT"]);
});

test("an aborted signal stops connecting", async () => {
  const sink = await sinkWith({ script: { greeting: "hang" } });
  const abort = new AbortController();
  const connecting = connectTo(sink, {}, { signal: abort.signal });
  abort.abort();
  expect(await connecting).toMatchObject({ ok: false, failure: { kind: "deferred" } });
  expect(await connectTo(sink, {}, { signal: abort.signal })).toMatchObject({
    ok: false,
    failure: { phase: "connect" },
  });
});
