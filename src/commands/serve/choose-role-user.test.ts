import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../config.ts";
import { chooseRoleUser } from "./choose-role-user.ts";

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
