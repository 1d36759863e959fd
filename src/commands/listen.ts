import { setTimeout as sleep } from "node:timers/promises";
import {
  type ListenToWebhooksQuery,
  type ListenToWebhooksResponse,
  type Posthouse,
  PosthouseError,
} from "../../packages/client/src/index.ts";
import { ACCEPTANCE_TYPES, LocalSigner } from "../features/webhooks/index.ts";
import type { ListenArguments } from "./listen-arguments.ts";
import { explainToOperator, withClient } from "./open-client.ts";
import { onKeys } from "./terminal/on-keys.ts";
import { quitWithReader } from "./terminal/print-rows.ts";
import { printable } from "./terminal/printable.ts";

const POLL_MS = 1_000;
/** Long, because a program that is paused in a debugger responds late. */
const TIMEOUT_MS = 60_000;

type ListenedEvent = ListenToWebhooksResponse["events"][number];
type Result = { status: number | null; ms: number; error: string | null };

/** Follows the account's events and replays, and posts them to a local program as signed requests, until it is stopped. */
export async function listen({ server, forward, types, format, json }: ListenArguments): Promise<void> {
  quitWithReader();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  await withClient(server, async (posthouse) => {
    const filter = { ...(format !== "posthouse" && { format }), ...(types && { types }) };
    const first = await posthouse.webhooks.listen(filter, { signal: stop.signal });
    const signer = new LocalSigner(first.secret, format);
    say(forward === null ? "Listening." : `Forwarding to ${forward}. Signing secret: ${first.secret}`);
    if (forward !== null && signer.publicKey !== null) say(`SendGrid public key: ${signer.publicKey}`);
    if (ACCEPTANCE_TYPES.some((type) => types?.includes(type)))
      say(`${ACCEPTANCE_TYPES.join(" and ")} exist only while a webhook of the account names one of them.`);
    let last: ListenedEvent | null = null;
    const handle = async (event: ListenedEvent): Promise<void> => {
      last = event;
      const result = forward === null ? null : await post(forward, { event, signer, signal: stop.signal });
      if (!stop.signal.aborted) print(event, result, json);
    };
    const release = onKeys({ r: () => last && void handle(last), q: () => stop.abort() });
    try {
      for await (const event of listenedEvents(posthouse, {
        cursor: first.cursor,
        filter,
        signal: stop.signal,
      }))
        await handle(event);
    } finally {
      release();
    }
  });
}

type Following = { cursor: string; filter: ListenToWebhooksQuery; signal: AbortSignal };

/** Yields events after the cursor. When the server was unavailable, continues after the last event, so that none is missed. */
async function* listenedEvents(
  posthouse: Posthouse,
  { cursor, filter, signal }: Following,
): AsyncGenerator<ListenedEvent> {
  let after = cursor;
  while (!signal.aborted) {
    try {
      const page = await posthouse.webhooks.listen({ ...filter, after }, { signal });
      yield* page.events;
      after = page.cursor;
      if (page.has_more) continue;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof PosthouseError) || !isTemporary(error)) throw error;
      say(`${explainToOperator(error).message}; retrying`);
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

function isTemporary({ code, status }: PosthouseError): boolean {
  return code === "network_error" || code === "timeout" || status === 429 || (status ?? 0) >= 500;
}

type Sent = { event: ListenedEvent; signer: LocalSigner; signal: AbortSignal };

async function post(url: string, { event: { id, body }, signer, signal }: Sent): Promise<Result> {
  const at = new Date();
  const since = performance.now();
  const msSince = () => Math.round(performance.now() - since);
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      redirect: "manual",
      headers: { "content-type": "application/json", ...signer.headersOf({ id, at, body }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return { status: response.status, ms: msSince(), error: null };
  } catch (error) {
    return { status: null, ms: msSince(), error: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (cause?.code === "ECONNREFUSED") return "connection refused";
  return cause?.code ?? cause?.message ?? message;
}

function print(
  { id, type, subject_id, replay_id, body }: ListenedEvent,
  result: Result | null,
  json: boolean,
): void {
  if (json) {
    const payload = JSON.parse(body) as object;
    const line = { id, type, subject_id, replay: replay_id !== null, ...result, payload };
    return void process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  const outcome = result && `${result.status ?? result.error}  ${result.ms} ms  `;
  const replay = replay_id === null ? "" : "  (replay)";
  process.stdout.write(`${printable(`${outcome ?? ""}${type}  ${subject_id}  ${id}${replay}`)}\n`);
}

function say(text: string): void {
  process.stderr.write(`posthouse: ${printable(text)}\n`);
}
