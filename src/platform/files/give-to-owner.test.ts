import { chownSync, lstatSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { giveToOwner } from "./index.ts";

/** An ordinary user that every system has. */
const ORDINARY_UID = 65_534;

test.runIf(process.getuid?.() === 0)(
  "files of root go to the owner of the directory, without following links",
  () => {
    const directory = mkdtempSync(join(tmpdir(), "give-"));
    const others = mkdtempSync(join(tmpdir(), "others-"));
    onTestFinished(() => {
      for (const path of [directory, others]) rmSync(path, { recursive: true });
    });
    chownSync(directory, ORDINARY_UID, ORDINARY_UID);
    const [file, link, secret] = [join(directory, "file"), join(directory, "link"), join(others, "secret")];
    writeFileSync(file, "");
    writeFileSync(secret, "");
    symlinkSync(secret, link);
    giveToOwner(directory, [file, link]);
    expect([file, link].map((path) => lstatSync(path).uid)).toEqual([ORDINARY_UID, ORDINARY_UID]);
    expect(statSync(secret).uid).toBe(0);
  },
);
