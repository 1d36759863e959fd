import { Agent } from "node:http";
import { callApi, type EmailView } from "../harness/api-client.ts";
import { until } from "../harness/until.ts";
import { untilWhole } from "./disrupt.ts";
import { post } from "./load-client.ts";
import type { Stage } from "./stage.ts";

const POLICIES = ["retry", "hold"] as const;
type Policy = (typeof POLICIES)[number];
export type DotsFigures = {
  emails: number;
  /** Number of emails by their number of copies at the sink, e.g. `{"2": 500}`. */
  copies: Record<Policy, Record<number, number>>;
  /** Emails whose recorded events differ from what happened. */
  wrong: string[];
};

const AT_ONCE = 16;

/**
 * The sink keeps each message of the first attempts, but closes the connection without a reply to the dot (E13). With `retry`, each
 * email arrives a second time and is recorded so; with `hold`, never again, even after restarts.
 */
export async function proveAmbiguousDots(
  stage: Stage,
  emails: number,
): Promise<{ ok: boolean; figures: DotsFigures }> {
  const { posthouse, sink } = stage;
  await sink.answerDots(false);
  const accepted = await sendAll(stage, emails);
  const firstCopies = async () => (await copiesById(stage)).size === emails;
  await until(firstCopies, { within: 120_000, what: "the first copies", every: 250 });
  await sink.answerDots(true);
  await posthouse.kill("worker");
  await untilWhole(posthouse);
  await stage.drain();
  const copies = {
    retry: await countsOf(stage, accepted, "retry"),
    hold: await countsOf(stage, accepted, "hold"),
  };
  const wrong = await findMisrecorded(stage, accepted);
  const half = emails / POLICIES.length;
  const ok = copies.retry[2] === half && copies.hold[1] === half && wrong.length === 0;
  return { ok, figures: { emails, copies, wrong } };
}

type Accepted = { id: string; emailId: string; policy: Policy };

async function sendAll({ posthouse, key }: Stage, emails: number): Promise<Accepted[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const { baseUrl } = posthouse;
  const sendOne = async (n: number): Promise<Accepted> => {
    const policy = POLICIES[n % POLICIES.length] as Policy;
    const id = `dot-${n}`;
    const more = { on_uncertain: policy };
    const answer = await post({ agent, baseUrl, key, id, to: ["a@sink.test"], more });
    if (answer.kind !== "accepted") throw new Error(`${id} was ${answer.kind}`);
    return { id, emailId: answer.emailId, policy };
  };
  const accepted = await Promise.all(Array.from({ length: emails }, (_, n) => sendOne(n)));
  agent.destroy();
  return accepted;
}

async function copiesById({ sinkRecords }: Stage): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const record of await sinkRecords())
    if (record.kind === "copy") counts.set(record.id, (counts.get(record.id) ?? 0) + 1);
  return counts;
}

async function countsOf(stage: Stage, accepted: Accepted[], policy: Policy): Promise<Record<number, number>> {
  const copies = await copiesById(stage);
  const counts: Record<number, number> = {};
  for (const { id } of accepted.filter((one) => one.policy === policy)) {
    const count = copies.get(id) ?? 0;
    counts[count] = (counts[count] ?? 0) + 1;
  }
  return counts;
}

/** Retried: uncertain first, then delivered. Held: uncertain, and no further event. */
async function findMisrecorded({ posthouse, key }: Stage, accepted: Accepted[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, emailId, policy } of accepted) {
    const path = `/api/v1/emails/${emailId}`;
    const { body } = await callApi<EmailView>(posthouse.baseUrl, path, { key });
    const recorded = body.recipients.map(({ state, next_attempt_at, events }) =>
      [state, next_attempt_at, ...events.map(({ type }) => type)].join(" "),
    );
    const wanted = policy === "retry" ? "delivered  uncertain delivered" : "uncertain  uncertain";
    if (recorded.join() !== wanted) wrong.push(`${id} (${policy}): ${recorded.join()}`);
  }
  return wrong;
}
