import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openInstanceSecrets, SecretKeyError } from "./index.ts";

const key = "k".repeat(32);
const secrets = openInstanceSecrets({ dataDir: "/nowhere", key });
const plain = Buffer.from("-----BEGIN PRIVATE KEY-----");

describe("sealed data (B6)", () => {
  const sealed = secrets.seal("dkim", plain);

  test("can be opened by the instance that sealed it, and reveals nothing", () => {
    expect(secrets.open("dkim", sealed)).toEqual(plain);
    expect(sealed.includes("PRIVATE")).toBe(false);
    expect(secrets.seal("dkim", plain)).not.toEqual(sealed);
    expect(secrets.open("dkim", secrets.seal("dkim", Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
  });

  test("is equal for equal input with sealSame, and can be opened", () => {
    const same = secrets.sealSame("link", plain);
    expect(secrets.sealSame("link", plain)).toEqual(same);
    expect(secrets.open("link", same)).toEqual(plain);
    expect(secrets.open("dkim", same)).toBeNull();
    const other = secrets.sealSame("link", Buffer.from("-----BEGIN PRIVATE KEY----."));
    expect(other.subarray(1, 13)).not.toEqual(same.subarray(1, 13));
  });

  test("cannot be opened for another purpose or with another key", () => {
    expect(secrets.open("relay", sealed)).toBeNull();
    expect(openInstanceSecrets({ dataDir: "/nowhere", key: "l".repeat(32) }).open("dkim", sealed)).toBeNull();
  });

  test("cannot be opened when a byte has changed or is missing", () => {
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(secrets.open("dkim", changed)).toBeNull();
      expect(secrets.open("dkim", sealed.subarray(0, at))).toBeNull();
    }
  });
});

describe.each([
  ["sign", secrets.sign, secrets.isSigned, [8, 12, 32]],
  ["signFast", secrets.signFast, secrets.isSignedFast, [8, 12, 16]],
] as const)("a signature of %s", (_, sign, isSigned, lengths) => {
  const bytes = randomBytes(40);

  test("is the same each time, and is valid in every allowed length", () => {
    for (const length of lengths) {
      const mac = sign("bounce", bytes, length);
      expect(mac).toHaveLength(length);
      expect(mac).toEqual(sign("bounce", bytes, length));
      expect(isSigned("bounce", bytes, mac)).toBe(true);
    }
  });

  test("is valid only for these bytes and this purpose, and not when it is too short", () => {
    const mac = sign("bounce", bytes, 12);
    expect(isSigned("unsubscribe", bytes, mac)).toBe(false);
    expect(isSigned("bounce", bytes.subarray(1), mac)).toBe(false);
    expect(isSigned("bounce", bytes, Buffer.alloc(12))).toBe(false);
    expect(isSigned("bounce", bytes, mac.subarray(0, 7))).toBe(false);
    expect(isSigned("bounce", bytes, Buffer.alloc(0))).toBe(false);
    expect(isSigned("bounce", bytes, Buffer.concat([mac, Buffer.alloc(64)]))).toBe(false);
  });
});

describe("the key of the data directory", () => {
  let parent: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "posthouse-secrets-"));
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  test("is created at the first use, readable for its owner only, and valid as SECRET_KEY", async () => {
    const dataDir = join(parent, "new");
    const stored = openInstanceSecrets({ dataDir, key: null });
    expect(existsSync(dataDir)).toBe(false);
    const fingerprint = stored.fingerprint();
    const path = join(dataDir, "secret.key");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(["secret.key"]);
    const text = (await readFile(path, "utf8")).trim();
    expect(openInstanceSecrets({ dataDir: "/nowhere", key: text }).fingerprint()).toBe(fingerprint);
    expect(openInstanceSecrets({ dataDir, key: null }).fingerprint()).toBe(fingerprint);
    expect(fingerprint).not.toContain(text);
  });

  test("is created only once, even if several threads use it first at the same time", async () => {
    const dataDir = join(parent, "raced");
    const script = `
      const { parentPort, workerData } = require("node:worker_threads");
      import(workerData.module).then(({ openInstanceSecrets }) => {
        parentPort.once("message", () => parentPort.postMessage(openInstanceSecrets({ dataDir: workerData.dataDir, key: null }).fingerprint()));
        parentPort.postMessage("ready");
      });`;
    const module = new URL("./instance-secrets.ts", import.meta.url).href;
    const racers = Array.from(
      { length: 4 },
      () => new Worker(script, { eval: true, workerData: { module, dataDir } }),
    );
    const next = (racer: Worker) => new Promise((resolve) => racer.once("message", resolve));
    await Promise.all(racers.map(next));
    const answers = racers.map(next);
    for (const racer of racers) racer.postMessage("go");
    expect(new Set(await Promise.all(answers)).size).toBe(1);
    await Promise.all(racers.map((racer) => racer.terminate()));
    expect(await readdir(dataDir)).toEqual(["secret.key"]);
  });

  test("gives a one-line error if its file is truncated or cannot be created", async () => {
    await writeFile(join(parent, "secret.key"), "");
    const broken = openInstanceSecrets({ dataDir: parent, key: null });
    expect(() => broken.fingerprint()).toThrow(SecretKeyError);
    expect(() => broken.fingerprint()).toThrow(/^\S+secret\.key contains no key: [^\n]+$/);
    const nowhere = openInstanceSecrets({ dataDir: join(parent, "secret.key/below"), key: null });
    expect(() => nowhere.fingerprint()).toThrow(/^\S+ cannot be read or created \(ENOTDIR\): [^\n]+$/);
  });
});
