import type { Server, ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import {
  type FakeSes,
  SES_KEY,
  type SesBehavior,
  sesReply,
  startFakeSes,
} from "../../../../../test/harness/fake-ses.ts";
import { until } from "../../../../../test/harness/until.ts";
import type { Transport } from "../../transmit/transport.ts";
import { SesTransport } from "./ses-transport.ts";

const stop: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of stop.splice(0).reverse()) await step();
});

async function start(
  behave: SesBehavior,
): Promise<{ transport: Transport; asked: FakeSes["asked"]; server: Server }> {
  const { endpoint, asked, server, close } = await startFakeSes(behave);
  stop.push(close);
  return { transport: open(endpoint), asked, server };
}

function open(endpoint: string): Transport {
  const transport = new SesTransport({
    kind: "ses",
    region: "eu-west-1",
    ...SES_KEY,
    endpoint,
    configurationSet: "main",
  });
  stop.push(() => transport.close({ graceMs: 0 }));
  return transport;
}

const message = Buffer.from("From: a@example.com\r\nSubject: \xe4\r\n\r\nHello\r\n", "latin1");
const send = (
  transport: Transport,
  {
    recipients = ["b@example.org", "c@example.org"],
    render = async (): Promise<Buffer> => message,
    maySendFinalDot = async (): Promise<boolean> => true,
  } = {},
) =>
  transport.transmit({
    envelope: { from: "bounce@example.com", recipients },
    render,
    mayTransmit: () => true,
    maySendFinalDot,
  });

test("sends the message unchanged, to exactly the recipients of the envelope", async () => {
  const { transport, asked } = await start(sesReply(200, null, { MessageId: "0102-abc" }));
  const results = await send(transport);
  expect(results).toHaveLength(2);
  expect(results[0]).toMatchObject({
    kind: "delivered",
    reason: "Amazon SES accepted it as 0102-abc.",
    accepted_as: "0102-abc",
    host: expect.stringMatching(/^127/),
  });
  expect(asked).toEqual([
    {
      url: "POST /v2/email/outbound-emails",
      body: {
        Content: { Raw: { Data: message.toString("base64") } },
        Destination: { ToAddresses: ["b@example.org", "c@example.org"] },
        ConfigurationSetName: "main",
        FeedbackForwardingEmailAddress: "bounce@example.com",
      },
    },
  ]);
});

test("a return path whose domain Amazon does not know is left out, also for later mail", async () => {
  const { transport, asked } = await start((request, response, body) => {
    const isRefused = body.includes("FeedbackForwardingEmailAddress");
    const message =
      "Email address is not verified. The following identities failed the check: bounce@example.com";
    const reply = isRefused
      ? sesReply(400, "MessageRejected", { message })
      : sesReply(200, null, { MessageId: "0102-abc" });
    reply(request, response, body);
  });
  expect((await send(transport))[0]).toMatchObject({ kind: "delivered" });
  expect((await send(transport))[0]).toMatchObject({ kind: "delivered" });
  expect(asked).toHaveLength(3);
});

test.each([
  ["TooManyRequestsException", 429, { kind: "deferred", phase: "mail", slowDown: true }],
  ["ThrottlingException", 400, { kind: "deferred", slowDown: true }],
  ["LimitExceededException", 400, { kind: "deferred", retryAfterSeconds: 3_600 }],
  ["MessageRejected", 400, { kind: "bounced", enhanced: "5.7.1", meaning: "policy" }],
  ["BadRequestException", 400, { kind: "bounced" }],
  ["AccountSuspendedException", 400, { kind: "deferred" }],
  ["SendingPausedException", 400, { kind: "deferred", retryAfterSeconds: 3_600 }],
  ["MailFromDomainNotVerifiedException", 400, { kind: "deferred" }],
  ["UnrecognizedClientException", 403, { kind: "deferred", phase: "auth", enhanced: "5.7.8" }],
  ["SignatureDoesNotMatch", 403, { kind: "deferred", phase: "auth" }],
  ["SomethingNew", 400, { kind: "deferred" }],
  ["ServiceUnavailable", 503, { kind: "deferred", phase: "mail" }],
  ["InternalFailure", 500, { kind: "uncertain" }],
  ["GatewayTimeout", 504, { kind: "uncertain" }],
])("the error %s has its own result, and the request is sent once", async (type, status, expected) => {
  const { transport, asked } = await start(sesReply(status, type, { message: "it\r\nsays why" }));
  const [result] = await send(transport);
  expect(result).toMatchObject({ ...expected, reason: expect.stringContaining("it says why") });
  expect(asked).toHaveLength(1);
  expect(JSON.stringify(result)).not.toContain(SES_KEY.secretAccessKey);
});

test.each<[string, SesBehavior]>([
  ["is reset", (request) => request.socket.resetAndDestroy()],
  ["ends", (request) => request.socket.end()],
  [
    "ends within the response",
    (request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"Mess');
      setImmediate(() => request.socket.destroy());
    },
  ],
])(
  "when the connection %s after the request was sent, the result is uncertain, and the request is not repeated",
  async (_what, behave) => {
    const { transport, asked } = await start(behave);
    const [result] = await send(transport);
    expect(result).toMatchObject({ kind: "uncertain", phase: "dot" });
    expect(asked).toHaveLength(1);
  },
);

test("mail is deferred, and not uncertain, if Amazon was unreachable", async () => {
  const { transport, server } = await start(sesReply(200, null, {}));
  await new Promise((resolve) => server.close(resolve));
  expect(await send(transport)).toMatchObject([
    { kind: "deferred", phase: "connect" },
    { kind: "deferred", phase: "connect" },
  ]);
  expect(await send(open("http://nowhere.invalid"))).toMatchObject([{ phase: "connect" }, {}]);
});

test("no request is sent for withheld mail, or for an address that Amazon does not accept", async () => {
  const { transport, asked } = await start(sesReply(200, null, { MessageId: "1" }));
  expect((await send(transport, { maySendFinalDot: async () => false }))[0]).toMatchObject({
    kind: "untried",
  });
  expect((await send(transport, { recipients: ["bücher@example.org"] }))[0]).toMatchObject({
    kind: "bounced",
    enhanced: "5.6.7",
  });
  expect(asked).toEqual([]);
});

test("requests from before an edit of the relay get their result; a stop cuts them short after its grace period (E14)", async () => {
  const response = Promise.withResolvers<ServerResponse>();
  const { transport } = await start((_request, open) => response.resolve(open));
  const sending = send(transport);
  await response.promise;
  const edited = transport.close({ graceMs: null });
  await transport.close({ graceMs: 0 });
  expect(await sending).toMatchObject([{ kind: "uncertain", phase: "dot" }, {}]);
  await edited;
  const slow = await start((...exchange) =>
    setTimeout(sesReply(200, null, { MessageId: "1" }), 50, ...exchange),
  );
  const delivered = send(slow.transport);
  await until(() => slow.asked.length === 1, { what: "the request", every: 2 });
  await slow.transport.close({ graceMs: null });
  expect(await delivered).toMatchObject([{ kind: "delivered" }, {}]);
});

test("after the relay was disabled, mail that waited for it or was being rendered is given back unsent", async () => {
  const { transport, asked } = await start(sesReply(200, null, { MessageId: "1" }));
  const made = Promise.withResolvers<Buffer>();
  let finalDots = 0;
  const maySendFinalDot = async (): Promise<boolean> => {
    finalDots += 1;
    return true;
  };
  const rendering = send(transport, { render: () => made.promise, maySendFinalDot });
  const closed = transport.close({ graceMs: null });
  const waiting = send(transport, { maySendFinalDot });
  made.resolve(message);
  const givenBack = Array.from({ length: 2 }, () => ({ kind: "untried", why: "closing" }));
  expect(await Promise.all([rendering, waiting])).toEqual([givenBack, givenBack]);
  await closed;
  expect([asked, finalDots]).toEqual([[], 0]);
});
