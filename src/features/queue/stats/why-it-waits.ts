import type { Pause } from "../pauses/pause.ts";
import type { ClosedThrottle, GroupRow } from "./queries.ts";

type Known = {
  group: Pick<GroupRow, "key" | "waiting" | "in_flight" | "delayed" | "domain" | "last_type" | "last_detail">;
  pauses: Pause[];
  closed: Pick<ClosedThrottle, "reason"> | null;
  workers: number;
};

/** Why mail of a group waits, as sentences for people; the gravest first. What a server said is its own words. */
export function whyItWaits({ group, pauses, closed, workers }: Known): string[] {
  const { waiting, in_flight, delayed } = group;
  if (waiting + delayed === 0) return [];
  const why = pauses.map(sayPause);
  if (closed) why.push(`Nothing goes there for now${closed.reason ? `: ${closed.reason}` : "."}`);
  if (waiting > 0 && workers === 0) why.push("No worker is running.");
  if (delayed > 0) why.push(describeDelay(group));
  if (why.length === 0) why.push(in_flight > 0 ? "It waits for its turn." : "It is about to be taken.");
  return why;
}

function sayPause({ kind, reason, by_operator, account_id }: Pause): string {
  const who = by_operator ? " by the operator" : "";
  const what = account_id === null && by_operator ? " for all accounts" : "";
  return `${kind === "hold" ? "Held" : "Paused"}${who}${what}${reason ? `: ${reason}` : "."}`;
}

function describeDelay({ last_type, last_detail }: Known["group"]): string {
  const said = last_detail?.line ?? last_detail?.reason;
  if (last_type === "deferred") return `It is tried again later${said ? `: ${said}` : "."}`;
  if (last_type === "uncertain")
    return `It may have arrived, and is tried again later${said ? `: ${said}` : "."}`;
  return "Its time has not come.";
}
