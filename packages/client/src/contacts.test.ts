import { afterEach, describe, expect, test, vi } from "vitest";
import { Posthouse, PosthouseError, type PosthouseOptions } from "./index.ts";
import { errorStep, type ScriptedServer, type Step, startScriptedServer } from "./scripted-server.fixture.ts";

let server: ScriptedServer | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await server?.close();
  server = undefined;
});

async function contactsOf(steps: Step[], options: Partial<PosthouseOptions> = {}) {
  server = await startScriptedServer(steps);
  return new Posthouse("ph_test", { baseUrl: server.baseUrl, ...options }).contacts;
}

/** With a clock that the test moves, and the signals of the requests. */
function withoutServer(respond: () => Promise<Response>) {
  vi.useFakeTimers();
  const signals: AbortSignal[] = [];
  const fetch: typeof globalThis.fetch = (_url, init) => {
    signals.push(init?.signal as AbortSignal);
    return respond();
  };
  return {
    contacts: new Posthouse("ph_test", { baseUrl: "http://localhost:3000", fetch }).contacts,
    signals,
  };
}

const csv = "email,name\nada@example.com,Zoë\n";
const imported = {
  rows: 1,
  created: 1,
  updated: 0,
  unchanged: 0,
  failed: 0,
  kept_unsubscribed: 0,
  errors: [],
};

describe("import", () => {
  test.each([
    ["text", csv],
    ["bytes", new TextEncoder().encode(csv)],
    ["a Blob, which may have a type of its own", new Blob([csv], { type: "text/plain" })],
  ])("sends %s as CSV, and again after a lost response", async (_what, file) => {
    const contacts = await contactsOf(["drop", { json: imported }]);
    expect(await contacts.import(file, { on_conflict: "skip", subscribed: false })).toEqual(imported);
    expect(server?.requests).toHaveLength(2);
    for (const { method, url, headers, body } of server?.requests ?? [])
      expect({ method, url, type: headers["content-type"], body }).toEqual({
        method: "POST",
        url: "/api/v1/contacts/import?on_conflict=skip&subscribed=false",
        type: "text/csv",
        body: csv,
      });
  });

  test("may take longer than other calls, as long as the server gives it", async () => {
    const { contacts, signals } = withoutServer(() => new Promise(() => undefined));
    void contacts.import(csv);
    void contacts.previewImport(csv);
    const areAborted = () => signals.map(({ aborted }) => aborted);
    vi.advanceTimersByTime(30_000);
    expect(areAborted()).toEqual([false, true]);
    vi.advanceTimersByTime(119_999);
    expect(areAborted()).toEqual([false, true]);
    vi.advanceTimersByTime(1);
    expect(areAborted()).toEqual([true, true]);
  });

  test("names the encoding of the file", async () => {
    const contacts = await contactsOf([{ json: { columns: [], rows: [] } }]);
    await contacts.previewImport(csv, { charset: "windows-1252" });
    expect(server?.requests[0]).toMatchObject({
      url: "/api/v1/contacts/import/preview",
      headers: { "content-type": "text/csv; charset=windows-1252" },
    });
    await expect(contacts.import(csv, { charset: "ключ" })).rejects.toMatchObject({ code: "invalid_option" });
  });
});

describe("export", () => {
  const whole: Step = { headers: { "content-type": "text/csv; charset=utf-8" }, text: csv };
  const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

  test("returns the CSV, after failures that may pass", async () => {
    const contacts = await contactsOf(["drop", errorStep(503, "unavailable"), whole]);
    expect(await textOf(await contacts.export({ subscribed: true }))).toBe(csv);
    expect(server?.requests[2]).toMatchObject({
      method: "GET",
      url: "/api/v1/contacts/export?subscribed=true",
    });
  });

  test("the timeout ends when the response begins", async () => {
    const headers = { "content-type": "text/csv" };
    const { contacts, signals } = withoutServer(async () => new Response(csv, { headers }));
    const stream = await contacts.export();
    vi.advanceTimersByTime(60_000);
    expect(signals).toMatchObject([{ aborted: false }]);
    expect(await textOf(stream)).toBe(csv);
  });

  test("a response that breaks off is an error", async () => {
    const contacts = await contactsOf([
      { ...whole, headers: { ...whole.headers, "content-length": "100", connection: "close" } },
    ]);
    const failure = textOf(await contacts.export());
    await expect(failure).rejects.toBeInstanceOf(PosthouseError);
    await expect(failure).rejects.toMatchObject({ code: "network_error", status: 200 });
  });

  test("a response that stalls ends after the timeout, and its connection is closed", async () => {
    const canceled = vi.fn();
    const { contacts } = withoutServer(async () => {
      const start = (controller: ReadableStreamDefaultController) => controller.enqueue(Buffer.from(csv));
      const body = new ReadableStream({ start, cancel: canceled });
      return new Response(body, { headers: { "content-type": "text/csv" } });
    });
    const reader = (await contacts.export()).getReader();
    await reader.read();
    const rest = expect(reader.read()).rejects.toMatchObject({ code: "timeout", status: 200 });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(canceled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await rest;
    expect(canceled).toHaveBeenCalled();
  });

  test("a reader that is slow is not a response that stalls", async () => {
    const { contacts } = withoutServer(
      async () => new Response(csv.repeat(3), { headers: { "content-type": "text/csv" } }),
    );
    const stream = await contacts.export();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await textOf(stream)).toBe(csv.repeat(3));
  });

  test.each<[string, Step, string]>([
    ["an error of the server", errorStep(422, "validation_failed"), "validation_failed"],
    ["a page of another program", { text: "<h1>It works!</h1>" }, "unexpected_response"],
  ])("%s is an error", async (_what, step, code) => {
    await expect((await contactsOf([step])).export()).rejects.toMatchObject({ code });
  });
});
