import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { say } from "./set-up-error.mjs";

/** unix(7): `sun_path` has 108 bytes, and the first one of an abstract name is zero. */
const ABSTRACT_NAME_LENGTH = 107;

/**
 * Runs `work` while no other set-up of this checkout runs. The lock is a listening socket, which the kernel closes when the process
 * ends.
 */
export async function alone(work) {
  const release = await lock();
  try {
    return await work();
  } finally {
    release();
  }
}

async function lock() {
  for (let waits = 0; ; waits++) {
    const release = await tryLock();
    if (release) return release;
    if (waits === 0) say("Waiting for another set-up of this checkout …");
    await untilReleased();
  }
}

/** Returns null if another process has the lock. Waiting processes stay connected to the socket until the lock is released. */
async function tryLock() {
  const waiting = new Set();
  const server = createServer((socket) => waiting.add(socket.on("error", () => undefined)));
  try {
    server.listen(lockAddress());
    await once(server, "listening");
  } catch (error) {
    if (error.code === "EADDRINUSE") return null;
    throw error;
  }
  return () => {
    server.close();
    for (const socket of waiting) socket.destroy();
  };
}

async function untilReleased() {
  const socket = connect(lockAddress()).resume();
  const refused = new Promise((resolve) => socket.on("error", (error) => resolve(error.code)));
  const closed = new Promise((resolve) => socket.on("close", () => resolve(null)));
  // A killed process leaves its socket file, except on Linux, where the socket's name has no file.
  if ((await Promise.race([refused, closed])) === "ECONNREFUSED" && process.platform !== "linux")
    rmSync(lockAddress(), { force: true });
}

function lockAddress() {
  const name = `posthouse-setup-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`;
  if (process.platform !== "linux") return join(tmpdir(), name);
  // Some versions of Node fill a shorter name up with zeros, and "npm start" runs the pinned version once it is installed.
  return `\0${name.padEnd(ABSTRACT_NAME_LENGTH, "-")}`;
}
