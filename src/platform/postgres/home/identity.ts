import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export type User = { readonly uid: number; readonly gid: number };

/**
 * The user that runs PostgreSQL; our own by default. PostgreSQL refuses uid 0, so root needs one of these:
 * - `seenAs`: inside a user namespace, our own uid appears as this one; nothing is copied, and no file changes its owner.
 * - `runAs`: another uid, if namespaces are forbidden; it then owns the database's files.
 */
export type Identity = { readonly seenAs?: User; readonly runAs?: User };

/** The command line and spawn options that run `binary` as `identity`. unshare replaces itself, so the pid stays. */
export function commandAs({ seenAs, runAs }: Identity, binary: string, args: readonly string[]) {
  const options = runAs ? { uid: runAs.uid, gid: runAs.gid } : {};
  if (!seenAs) return { file: binary, args: [...args], options };
  const unshare = ["--user", `--map-user=${seenAs.uid}`, `--map-group=${seenAs.gid}`, binary];
  return { file: "unshare", args: [...unshare, ...args], options };
}

/**
 * Whether `identity` can run a binary and enter a directory. Trying it covers the modes of parents, namespaces and noexec
 * mounts.
 */
export function canRun(identity: Identity, { binary, directory }: { binary: string; directory: string }) {
  return succeeds(identity, ["/bin/sh", "-c", 'cd "$1" && exec "$2" --version', "sh", directory, binary]);
}

/** Whether the uid has a name. initdb and the single-user mode refuse a uid without one; the server does not. */
export function hasName(identity: Identity): boolean {
  return succeeds(identity, ["id", "-un"]);
}

/** A named user other than root. No program runs as it; only its name is needed. */
export function anyNamedUser(): User {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([, , uid, gid]) => ({ uid: Number(uid), gid: Number(gid) }));
  return users.find(({ uid, gid }) => uid > 0 && gid > 0) ?? { uid: 1, gid: 1 };
}

function succeeds(identity: Identity, [binary = "", ...rest]: readonly string[]): boolean {
  const { file, args, options } = commandAs(identity, binary, rest);
  return spawnSync(file, args, { ...options, cwd: "/", stdio: "ignore" }).status === 0;
}
