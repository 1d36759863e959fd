import type { Pause } from "../pauses/pause.ts";
import type { ClosedThrottle, GroupRow } from "./queries.ts";

type GroupState = {
  group: Pick<GroupRow, "key" | "waiting" | "in_flight" | "delayed" | "domain" | "last_type" | "last_detail">;
  pauses: Pause[];
  closed: Pick<ClosedThrottle, "reason"> | null;
  workers: number;
};

/** Explains why mail of a group waits, in sentences for people, the most serious reason first. Replies of servers are quoted. */
export function whyItWaits({ group, pauses, closed, workers }: GroupState): string[] {
  const { waiting, in_flight, delayed } = group;
  if (waiting + delayed === 0) return [];
  const why = pauses.map(describePause);
  if (closed)
    why.push(`No mail is sent to this destination for now${closed.reason ? `: ${closed.reason}` : "."}`);
  if (waiting > 0 && workers === 0) why.push("No worker is running.");
  const isDueMailExplained = waiting === 0 || why.length > 0;
  const lastResult = delayed > 0 ? describeLastResult(group) : null;
  if (lastResult) why.push(lastResult);
  if (!isDueMailExplained) why.push(in_flight > 0 ? "Waiting for its turn." : "Waiting for a worker.");
  if (delayed > 0 && !lastResult) why.push(waiting > 0 ? "Other mail is not due yet." : "Not due yet.");
  return why;
}

function describePause({ kind, reason, by_operator, account_id }: Pause): string {
  const who = by_operator ? " by the operator" : "";
  const what = account_id === null && by_operator ? " for all accounts" : "";
  return `${kind === "hold" ? "Held" : "Paused"}${who}${what}${reason ? `: ${reason}` : "."}`;
}

/** Null: no attempt has delayed the mail. */
function describeLastResult({ last_type, last_detail }: GroupState["group"]): string | null {
  const reply = last_detail?.line ?? last_detail?.reason;
  if (last_type === "deferred") return `Deferred, will be retried${reply ? `: ${reply}` : "."}`;
  if (last_type === "uncertain") return `May have arrived, will be retried${reply ? `: ${reply}` : "."}`;
  return null;
}
