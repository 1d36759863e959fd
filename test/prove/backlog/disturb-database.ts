import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { childrenOf, isAlive } from "../../harness/processes.ts";
import { takeAllSpace } from "../disk-run.ts";
import { untilWhole } from "../disrupt.ts";
import { wallClock } from "../ledger.ts";
import type { Disruption } from "../records.ts";
import { connectAgain, type Stage } from "../stage.ts";

export type DatabaseTrouble = "read-only" | "slow" | "full";

type Given = { stage: Stage; seconds: number; filler: string | null };

/** Makes the database read-only, slow or full for some seconds, and waits until the program has recovered. */
export async function disturbDatabase(trouble: DatabaseTrouble, given: Given): Promise<Disruption> {
  await untilWhole(given.stage.posthouse);
  const at = wallClock();
  await plays[trouble](given);
  await untilWhole(given.stage.posthouse);
  return { target: trouble, at, until: wallClock() };
}

const plays: Record<DatabaseTrouble, (given: Given) => Promise<void>> = {
  "read-only": async ({ stage, seconds }) => {
    await setReadOnly(stage, "SET default_transaction_read_only = on");
    await pause(seconds * 1_000);
    await setReadOnly(stage, "RESET default_transaction_read_only");
  },
  slow: async ({ stage, seconds }) => {
    const endsAt = performance.now() + seconds * 1_000;
    while (performance.now() < endsAt) await freezeFor(stage, { frozenMs: 400, freeMs: 50 });
    // Longer than the statement timeout, so that all running statements fail.
    await freezeFor(stage, { frozenMs: 9_000, freeMs: 0 });
  },
  full: async ({ seconds, filler }) => {
    if (filler === null) return;
    await takeAllSpace(filler);
    await pause(seconds * 1_000);
    await rm(filler);
  },
};

async function setReadOnly({ posthouse }: Stage, change: string): Promise<void> {
  const database = await connectAgain(posthouse.databaseUrl());
  await database.query("SET default_transaction_read_only = off");
  await database.query(`ALTER DATABASE posthouse ${change}`);
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  await database.end();
}

/** Freezes the postmaster first, because it starts the other processes. */
async function freezeFor(
  { posthouse }: Stage,
  { frozenMs, freeMs }: { frozenMs: number; freeMs: number },
): Promise<void> {
  const postmaster = posthouse.postmasterPid();
  if (postmaster === null) return;
  signal([postmaster], "SIGSTOP");
  const frozen = [postmaster, ...childrenOf(postmaster)];
  signal(frozen, "SIGSTOP");
  await pause(frozenMs);
  signal(frozen, "SIGCONT");
  await pause(freeMs);
}

function signal(pids: number[], name: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, name);
}
