import { expect, test } from "vitest";
import { startBusyServer } from "../../../test/harness/busy-server.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { GuardedPoster } from "./guarded-poster.ts";

const RESPONSE = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
const timeoutMs = 10_000;
const resolve = async () => ["127.0.0.1", "::1"];

test("a fetch gives each of several addresses more time than Node's half a second", async () => {
  const server = await startBusyServer(RESPONSE);
  try {
    const allow = [`127.0.0.1:${server.port}`, `[::1]:${server.port}`];
    const url = `http://slow.example:${server.port}/`;
    expect(await guardedFetch(url, { maxBytes: 10, timeoutMs, allow, resolve })).toMatchObject({ ok: true });
  } finally {
    await server.close();
  }
});

test("a post gives each of several addresses more time than Node's half a second", async () => {
  const server = await startBusyServer(RESPONSE);
  const poster = new GuardedPoster({ maxConnections: 1, timeoutMs, allowsPrivate: true, resolve });
  try {
    const request = { body: "{}", headers: {}, pool: "hook" };
    expect(await poster.post(`http://slow.example:${server.port}/`, request)).toMatchObject({ status: 200 });
  } finally {
    poster.close();
    await server.close();
  }
});
