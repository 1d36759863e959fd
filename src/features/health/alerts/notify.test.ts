import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, test } from "vitest";
import { loadConfig } from "../../../config.ts";
import { mailAlert, postAlert } from "./notify.ts";

const alert = {
  id: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
  rule: "queue_stuck",
  subject: "",
  words: "It waits.",
  opened_at: new Date(0),
  closed_at: null,
  notified_opened_at: null,
  opening_notified: [],
  closing_notified: [],
};

test("the webhook receives JSON once, and any 2xx response counts as success", async () => {
  const received: unknown[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    received.push([request.method, request.url, request.headers["content-type"], JSON.parse(text)]);
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const allow = [`127.0.0.1:${port}`];
  await postAlert({ url: `http://127.0.0.1:${port}/hook?key=1`, allow }, alert);
  server.close();
  expect(received).toEqual([
    [
      "POST",
      "/hook?key=1",
      "application/json",
      {
        text: "Alert: It waits.",
        alert: {
          id: alert.id,
          rule: "queue_stuck",
          subject: "",
          words: "It waits.",
          state: "open",
          opened_at: "1970-01-01T00:00:00.000Z",
          closed_at: null,
        },
      },
    ],
  ]);
});

test.each([
  "http://hooks.example.com/",
  "https://127.0.0.1/",
  "https://[::ffff:7f00:1]/",
  "https://2130706433/",
  "https://localhost/",
  "https://metadata.google.internal/",
  "https://hooks.example.com:25/",
  "https://a@hooks.example.com/",
  "file:///etc/passwd",
])("a webhook to %s is rejected in the settings and when it is sent (I1, I2, I5, I6)", async (url) => {
  await expect(postAlert({ url }, alert)).rejects.toThrow(/^ALERT_WEBHOOK /);
  if (!/127|2130706433|ffff/.test(url))
    expect(() => loadConfig({ ALERT_WEBHOOK: url })).toThrow(/^ALERT_WEBHOOK /);
});

test("a name that resolves to a private address is rejected, and a redirect is not followed (I3, I4)", async () => {
  const resolve = async () => ["93.184.216.34", "10.0.0.1"];
  await expect(postAlert({ url: "https://hooks.example.com/", resolve }, alert)).rejects.toThrow(
    /not on the public internet/,
  );
  const server = createServer((_, response) =>
    response.writeHead(307, { location: "http://127.0.0.1/" }).end(),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const notified = postAlert({ url: `http://127.0.0.1:${port}/`, allow: [`127.0.0.1:${port}`] }, alert);
  await expect(notified).rejects.toThrow(/redirect/);
  server.close();
});

test.each([
  ["HTTP/1.1 204 No Content\r\n\r\n", "The server replied 204"],
  [
    `HTTP/1.1 200 OK\r\n\r\n o\n\u202ek\0 ${"x".repeat(900)}`,
    `The server replied 200: “o k ${"x".repeat(196)}”`,
  ],
  [
    "HTTP/1.1 400 No\r\nContent-Length: 12\r\n\r\nno such hook",
    "ALERT_WEBHOOK leads to a server that returns 400 instead of 200: “no such hook”",
  ],
  ["HTTP/1.1 500 No\r\n\r\n", "ALERT_WEBHOOK leads to a server that returns 500 instead of 200"],
])("the result contains the beginning of the response: %j (I13)", async (bytes, result) => {
  const server = createTcpServer((socket) => socket.once("data", () => socket.end(bytes)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const posted = postAlert({ url: `http://127.0.0.1:${port}/`, allow: [`127.0.0.1:${port}`] }, alert);
  expect(await posted.catch((error: Error) => error.message)).toBe(result);
  server.close();
});

test("mail is sent to each address with its own idempotency key", async () => {
  const sent: unknown[] = [];
  const send = async (mail: { to: string; subject: string; text: string }, key: string) =>
    sent.push([mail.to, mail.subject, key, mail.text.includes("https://mail.example.com/health")]);
  const addresses = ["a@ops.example", "b@ops.example"];
  const mailing = { addresses, send, baseUrl: "https://mail.example.com" };
  await mailAlert(mailing, { ...alert, closed_at: new Date(1_000) });
  expect(sent).toEqual([
    ["a@ops.example", "Resolved: It waits.", `alert-${alert.id}-over-a@ops.example`, true],
    ["b@ops.example", "Resolved: It waits.", `alert-${alert.id}-over-b@ops.example`, true],
  ]);
});
