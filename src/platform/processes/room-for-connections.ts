import { readFileSync } from "node:fs";

/**
 * File descriptors for everything except client connections: database connections, files, pipes, fetches. If client
 * connections used all descriptors, the process could not serve any of them.
 */
const RESERVED = 128;
/** Each connection costs about 20 kB. */
const MAX_CONNECTIONS = 10_000;

/** How many client connections a process may hold, so that file descriptors remain for serving them. */
export function roomForConnections(descriptors: number = descriptorLimit()): number {
  return Math.min(MAX_CONNECTIONS, Math.max(Math.floor(descriptors / 2), descriptors - RESERVED));
}

/**
 * proc(5): "Max open files 1024 1048576 files" shows the soft and the hard limit. Node raises the soft limit to the hard
 * one. Other systems have no such file.
 */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined || soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
