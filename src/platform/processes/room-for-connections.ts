import { readFileSync } from "node:fs";

/**
 * What everything else needs: connections to the database, files, pipes, what is fetched for requests. Without them a process that
 * took every connection could serve none.
 */
const reserved = 128;
/** Each costs some 20 kB. */
const most = 10_000;

/** How many connections of clients a process may hold, so that file descriptors are left for serving them. */
export function roomForConnections(descriptors: number = descriptorLimit()): number {
  return Math.min(most, Math.max(Math.floor(descriptors / 2), descriptors - reserved));
}

/** proc(5): "Max open files  1024  1048576  files"; Node has raised the first to the second. Elsewhere than on Linux nobody tells. */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined || soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
