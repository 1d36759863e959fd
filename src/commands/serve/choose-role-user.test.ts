import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../config.ts";
import { chooseRoleUser, giveFiles } from "./choose-role-user.ts";

/** An ordinary user that every system has. */
const ORDINARY_UID = 65_534;

test.runIf(process.getuid?.() === 0).each(["PORT", "TRACKING_HTTPS_PORT"])(
  "the API stays root to listen on a privileged %s",
  async (setting) => {
    const dataDir = mkdtempSync(join(tmpdir(), "posthouse-role-user-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    chownSync(dataDir, ORDINARY_UID, ORDINARY_UID);
    expect(await chooseRoleUser(loadConfig({ DATA_DIR: dataDir, [setting]: "443" }))).toEqual({
      user: null,
      reason: `only root may listen on ${setting} 443`,
    });
  },
);

test.runIf(process.getuid?.() === 0)(
  "journals, opens, clicks and certificates that were written as root go to the user of the roles, without following links",
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), "posthouse-role-user-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const outside = join(dataDir, "outside");
    writeFileSync(outside, "");
    mkdirSync(join(dataDir, "engagements/old"), { recursive: true });
    writeFileSync(join(dataDir, "engagements/old/1"), "");
    symlinkSync(outside, join(dataDir, "engagements/link"));
    const uidOf = (name: string) => lstatSync(join(dataDir, name)).uid;
    giveFiles(dataDir, { uid: ORDINARY_UID, gid: ORDINARY_UID });
    expect(["engagements", "engagements/old", "engagements/old/1"].map(uidOf)).toEqual(
      Array(3).fill(ORDINARY_UID),
    );
    expect(statSync(outside).uid).toBe(0);
    const later = ["journal", "tracking-certificates"];
    for (const name of later) mkdirSync(join(dataDir, name));
    giveFiles(dataDir, { uid: ORDINARY_UID, gid: ORDINARY_UID });
    expect(later.map(uidOf)).toEqual(Array(2).fill(ORDINARY_UID));
  },
);
