import { afterAll, afterEach, expect, test } from "vitest";
import { type FakeSes, SES_KEY, sesReply, startFakeSes } from "../../../../../test/harness/fake-ses.ts";
import { RuledWorld } from "../../../../../test/harness/ruled-world.ts";
import { makeSigningKey, readPrivateKey, type SigningKey, signMessage } from "../../../../mail/dkim/index.ts";

const world = await RuledWorld.open();
const { startSink, addRelay, addRule, send, settled } = world;
const servers: FakeSes[] = [];
afterEach(async () => {
  await world.reset();
  for (const server of servers.splice(0)) await server.close();
});
afterAll(world.close);

const keys = await Promise.all(
  (["rsa", "ed25519"] as const).map(async (algorithm): Promise<SigningKey> => {
    const { privateKey } = await makeSigningKey(algorithm);
    return { algorithm, domain: "example.com", selector: algorithm, privateKey: readPrivateKey(privateKey) };
  }),
);

const startWorker = () =>
  world.startWorker({ signMessage: ({ date }, message) => signMessage(message, { keys, date }) });

async function startSes(reply = sesReply(200, null, { MessageId: "0102-abc" })): Promise<FakeSes> {
  const ses = await startFakeSes(reply);
  servers.push(ses);
  return ses;
}

const addSes = ({ endpoint }: FakeSes) => {
  const { accessKeyId, secretAccessKey } = SES_KEY;
  const options = new URLSearchParams({ endpoint });
  const url = `ses://${accessKeyId}:${encodeURIComponent(secretAccessKey)}@eu-west-1?${options}`;
  return addRelay({ port: 0 }, { name: "ses", url });
};

const signaturesIn = (message = "") => message.match(/^DKIM-Signature:/gm)?.length ?? 0;

test("Amazon SES signs mail itself, so its mail has no signature of ours", async () => {
  const ses = await startSes();
  await addRule({ action: "relay", relay_ids: [await addSes(ses)] });
  await startWorker();
  await settled(await send(), [{ type: "delivered", detail: { route: "relay ses" } }]);
  expect(ses.messages().map(signaturesIn)).toEqual([0]);
});

test("a relay that takes over from Amazon SES gets the message with our signatures", async () => {
  const ses = await startSes(sesReply(403, "SignatureDoesNotMatch", { message: "no" }));
  const sink = await startSink();
  await addRule({ action: "relay", relay_ids: [await addSes(ses), await addRelay(sink, { name: "next" })] });
  await startWorker();
  await settled(await send(), [{ type: "delivered", detail: { route: "relay next" } }]);
  expect(ses.messages().map(signaturesIn)).toEqual([0]);
  expect(sink.messages.map(({ raw }) => signaturesIn(raw.toString("latin1")))).toEqual([2]);
});

test("when Amazon SES takes over from another relay, it gets the message without our signatures", async () => {
  const [sink, ses] = [await startSink({ mail: "421 4.3.2 closing" }), await startSes()];
  await addRule({ action: "relay", relay_ids: [await addRelay(sink), await addSes(ses)] });
  await startWorker();
  await settled(await send(), [{ type: "delivered", detail: { route: "relay ses" } }]);
  expect(ses.messages().map(signaturesIn)).toEqual([0]);
});
