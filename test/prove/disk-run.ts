/**
 * Fills the disk of the data directory for a while, under load (F9). Run as `node disk-run.ts DIRECTORY` under `unshare --mount`, so
 * that the small disk is private; the ledgers are on another disk. Prints its report.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodePath } from "../harness/node-path.ts";
import { newDataDir } from "../harness/pristine-data.ts";
import { until } from "../harness/until.ts";
import { untilWhole } from "./disrupt.ts";
import { wallClock } from "./ledger.ts";
import { findMisrecorded } from "./misrecorded.ts";
import { onStage, type Stage } from "./stage.ts";
import type { Verdict } from "./verdict.ts";

export type DiskReport = { ok: boolean; verdict: Verdict; misrecorded: string[]; statuses: number[] };

/** A new database takes 60 MB, and each WAL segment 16 MB. */
const DISK_MB = 160;
const PIECE_BYTES = 64 * 1024;
const REFUSED_LEAST = 20;
const ACCEPTED_AFTER = 200;

const program = fileURLToPath(import.meta.url);

/** Whether the machine allows a small disk. */
export function canMakeDisks(): boolean {
  try {
    execFileSync("unshare", ["--mount", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export async function fillDisk(directory: string): Promise<DiskReport> {
  const child = spawn("unshare", ["--mount", nodePath, program, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = Buffer.concat(await child.stdout.toArray()).toString();
  return JSON.parse(output);
}

async function playOnSmallDisk(directory: string): Promise<DiskReport> {
  const disk = join(directory, "disk");
  await mkdir(disk);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", disk]);
  const dataDir = await newDataDir({ parent: disk });
  return onStage({ directory, dataDir }, (stage) => fillAndFree(stage, join(disk, "filler")));
}

async function fillAndFree(stage: Stage, filler: string): Promise<DiskReport> {
  const load = await stage.load({ connections: 8, rate: 100 });
  await until(() => load.accepted() > 100, { within: 30_000, what: "the first accepts" });
  const at = wallClock();
  await takeAllSpace(filler);
  const refused = async () => (await stage.client()).filter((record) => record.kind === "refused");
  const isNoticed = async () => (await refused()).length >= REFUSED_LEAST;
  await until(isNoticed, { within: 60_000, what: "refusals because the disk is full", every: 200 });
  await rm(filler);
  await untilWhole(stage.posthouse);
  const disruption = { target: "postgres", at, until: wallClock() } as const;
  const before = load.accepted();
  const isWell = () => load.accepted() > before + ACCEPTED_AFTER;
  await until(isWell, { within: 60_000, what: "accepts after the disk has space again" });
  await load.stop();
  await stage.drain();
  const misrecorded = await findMisrecorded(stage);
  const verdict = await stage.judge([disruption]);
  const statuses = [...new Set((await refused()).map(({ status }) => status))];
  const ok = verdict.ok && misrecorded.length === 0 && statuses.join() === "503";
  return { ok, verdict, misrecorded, statuses };
}

export async function takeAllSpace(path: string): Promise<void> {
  await using file = await open(path, "w");
  const piece = Buffer.alloc(PIECE_BYTES);
  const write = (size: number) =>
    file.write(piece.subarray(0, size)).then(({ bytesWritten }) => bytesWritten === size);
  for (let size = PIECE_BYTES; size >= 4_096; size /= 4) while (await write(size).catch(() => false));
}

if (process.argv[1] === program) {
  const report = await playOnSmallDisk(process.argv[2] ?? "");
  process.stdout.write(JSON.stringify(report));
}
