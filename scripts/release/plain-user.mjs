import { execFileSync } from "node:child_process";

/** Runs `work` with a new user of this machine, who is removed afterwards. */
export async function withPlainUser(work) {
  const name = `posthouse-try-${process.pid}`;
  execFileSync("useradd", ["--no-create-home", "--shell", "/usr/sbin/nologin", name]);
  try {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8" })),
    );
    return await work({ name, uid, gid });
  } finally {
    execFileSync("userdel", [name]);
  }
}
