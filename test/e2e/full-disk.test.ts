import { expect, test } from "vitest";
import { canMakeDisks, fillDisk } from "../prove/disk-run.ts";
import { faultless, ownDirectory } from "./proof-test.ts";

const possible = canMakeDisks();
if (!possible) process.stderr.write("SKIPPED, because this user may not mount: test/e2e/full-disk.test.ts\n");

test.runIf(possible)(
  "a full disk causes 503, and everything continues by itself once there is space (F9)",
  async (context) => {
    const report = await fillDisk(await ownDirectory(context));
    expect(report).toMatchObject({ verdict: faultless, misrecorded: [], statuses: [503] });
    expect(report.verdict.accepted).toBeGreaterThan(300);
  },
);
