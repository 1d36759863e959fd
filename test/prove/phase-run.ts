import { Agent } from "node:http";
import { untilWhole } from "./disrupt.ts";
import { wallClock } from "./ledger.ts";
import { post } from "./load-client.ts";
import type { ClientRecord, Disruption } from "./records.ts";
import type { Phase } from "./sink-session.ts";
import type { Stage } from "./stage.ts";
import { judge, type Verdict } from "./verdict.ts";

const ALL_PHASES: Phase[] = ["dot", "answered", "body", "data", "rcpt", "mail", "ehlo", "connect"];

export type PhaseReport = { verdict: Verdict; copies: Partial<Record<Phase, number>> };

/** Kills the worker once at each phase of a conversation, while the sink holds the conversation at that phase. */
export async function killAtEachPhase(
  stage: Stage,
  onUncertain: "retry" | "hold",
  phases: readonly Phase[] = ALL_PHASES,
): Promise<PhaseReport> {
  const more = { on_uncertain: onUncertain };
  const agent = new Agent({ keepAlive: true });
  const client: ClientRecord[] = [];
  const disruptions: Disruption[] = [];
  for (const phase of phases) {
    const to = ["a@sink.test"];
    // Larger than socket buffers, so that the worker is in the middle of the message.
    const padding = phase === "body" ? `${"x".repeat(60)}\n`.repeat(200_000) : "";
    const { standing } = await stage.sink.hold(phase);
    client.push({ kind: "attempt", id: phase, to, at: wallClock() });
    const { baseUrl } = stage.posthouse;
    client.push(await post({ agent, baseUrl, key: stage.key, id: phase, to, padding, more }));
    await standing;
    const at = wallClock();
    await stage.posthouse.kill("worker");
    await stage.sink.release();
    await untilWhole(stage.posthouse);
    disruptions.push({ target: "worker", at, until: wallClock() });
    // Recipients in flight at every kill would be quarantined.
    await stage.drain();
  }
  agent.destroy();
  const sink = await stage.sinkRecords();
  const copiesOf = (phase: Phase) =>
    sink.filter((record) => record.kind === "copy" && record.id === phase).length;
  const copies = Object.fromEntries(phases.map((phase) => [phase, copiesOf(phase)]));
  return { verdict: judge({ client, sink, disruptions }), copies };
}
