import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Snapshot } from "./snapshot.ts";

const directory = fileURLToPath(new URL("releases/", import.meta.url));
const ENDING = ".json.gz";

/** The versions whose snapshots are stored. */
export async function listReleases(): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
}

export async function readRelease(version: string): Promise<Snapshot> {
  return JSON.parse(gunzipSync(await readFile(`${directory}${version}${ENDING}`)).toString("utf8"));
}

export async function writeRelease(snapshot: Snapshot): Promise<void> {
  await writeFile(
    `${directory}${snapshot.version}${ENDING}`,
    gzipSync(JSON.stringify(snapshot), { level: 9 }),
  );
}
